import type { ReactNode } from 'react';
import { useOfferCommand } from '../queries/use-command.ts';
import { useRoute } from '../queries/use-route.ts';
import { useWorkbench } from '../queries/workbench.ts';
import { COMMAND_IDS, type CommandId } from '../state/commands.ts';
import { COMMANDS } from './commands.ts';

const OWN = COMMAND_IDS.filter((id) => COMMANDS[id].perform !== undefined);

/** Offers the commands that need no screen. */
export function OwnCommands(): ReactNode {
  // predicates look at the route
  useRoute();
  return OWN.map((id) => <OwnCommand key={id} id={id} />);
}

function OwnCommand({ id }: { readonly id: CommandId }): ReactNode {
  const workbench = useWorkbench();
  const { perform, predicate } = COMMANDS[id];
  const possible = perform !== undefined && predicate?.(workbench) !== false;
  useOfferCommand(id, possible ? () => perform(workbench) : undefined);
  return undefined;
}
