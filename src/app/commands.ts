import type { CommandRow } from '../queries/use-command.ts';
import type { Workbench } from '../queries/workbench.ts';
import type { CommandId } from '../state/commands.ts';
import { changedRoute, type Screen } from '../state/route.ts';

export type CommandGroup =
  | 'everywhere'
  | 'case'
  | 'start'
  | 'triage'
  | 'graph'
  | 'calls'
  | 'ledger'
  | 'findings';

/** One row per command: the keyboard, buttons, the palette and the help page all read it, so they cannot disagree. */
export interface CommandEntry extends CommandRow {
  readonly group: CommandGroup;
  /** What it does, where the workbench alone is enough; otherwise the screen that can do it offers it. */
  readonly perform?: (workbench: Workbench) => void;
  /** Whether `perform` is possible now. */
  readonly predicate?: (workbench: Workbench) => boolean;
}

const caseIsOpen = ({ route }: Workbench): boolean => route.getState().route.is === 'case';

const goTo =
  (screen: Screen) =>
  ({ route }: Workbench): void =>
    route.getState().go(changedRoute(route.getState().route, { screen, selection: 'none' }));

const screenRow = (label: string, screen: Screen, key: string): CommandEntry => ({
  label: `Go to ${label}`,
  group: 'case',
  keys: [key],
  predicate: caseIsOpen,
  perform: goTo(screen),
});

const row = (group: CommandGroup, label: string, ...keys: string[]): CommandEntry => ({ group, label, keys });

export const COMMANDS: Readonly<Record<CommandId, CommandEntry>> = {
  palette: row('everywhere', 'Find a command', 'mod+k'),
  help: row('everywhere', 'Keys and words', '?'),
  'go.start': {
    label: 'Go to the list of cases',
    group: 'everywhere',
    keys: ['0'],
    perform: ({ route }) => route.getState().go({ is: 'start' }),
  },
  'go.triage': screenRow('Triage', 'triage', '1'),
  'go.graph': screenRow('Graph', 'graph', '2'),
  'go.calls': screenRow('Calls', 'calls', '3'),
  'go.decisions': screenRow('Decisions', 'decisions', '4'),
  'go.findings': screenRow('Findings', 'findings', '5'),
  'go.ledger': screenRow('Ledger', 'ledger', '6'),
  'session.next': row('case', 'Next session', ']'),
  'session.previous': row('case', 'Previous session', '['),
  undo: row('case', 'Undo', 'mod+z'),
  redo: row('case', 'Redo', 'mod+shift+z', 'mod+y'),
  theme: {
    label: 'Switch between light and dark',
    group: 'everywhere',
    keys: ['t'],
    perform: ({ preferences }) => {
      const { theme, set } = preferences.getState();
      set({ theme: theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system' });
    },
  },
  preferences: row('everywhere', 'Preferences', 'mod+,'),
  'key.give': row('case', 'Give a key', 'k'),
  'key.forget': row('case', 'Forget the keys'),
  'bundle.files': row('start', 'Open files', 'o'),
  'bundle.folder': row('start', 'Open a folder', 'shift+o'),
  'bundle.sample': row('start', 'Open the sample incident'),
  'findings.new': row('findings', 'New finding', 'n'),
  'note.new': row('case', 'Note on what is selected', 'm'),
  'export.findings': row('findings', 'Export findings.json', 'mod+s'),
  'export.html': row('findings', 'Export the HTML report', 'mod+shift+s'),
  'ledger.search': row('ledger', 'Search the problems', '/'),
  'triage.search': row('triage', 'Search the sessions', '/'),
  'graph.axis': row('graph', 'Switch between order and time', 'a'),
  'graph.fit': row('graph', 'Show the whole graph', 'f'),
  'graph.zoom-in': row('graph', 'Zoom in', '+', '='),
  'graph.zoom-out': row('graph', 'Zoom out', '-'),
  'graph.centre': row('graph', 'Centre on what is selected', 'c'),
  'graph.next-question': row('graph', 'Next open question', 'q'),
  'graph.previous-question': row('graph', 'Previous open question', 'shift+q'),
  'graph.pin-a-first': row('graph', 'Answer: the first comes first', 'shift+a'),
  'graph.pin-b-first': row('graph', 'Answer: the second comes first', 'shift+b'),
  'graph.order-group': row('graph', 'Order all open steps of this context', 'l'),
  'graph.save-replay-input': row('graph', 'Save the replay input'),
  'graph.fold': row('graph', 'Fold or unfold what hangs below the selected step', 'e'),
  'graph.fold-agents': row('graph', 'Fold or unfold all sub-agents', 'shift+e'),
  'graph.index-names': row('graph', 'Edit the table of index names', 'i'),
  'calls.next': row('calls', 'Next call', 'arrowright', 'j'),
  'calls.previous': row('calls', 'Previous call', 'arrowleft', 'shift+j'),
  'calls.first': row('calls', 'First call', 'home'),
  'calls.last': row('calls', 'Last call', 'end'),
  'calls.next-divergence': row('calls', 'Next divergence', 'd'),
  'calls.previous-divergence': row('calls', 'Previous divergence', 'shift+d'),
  'calls.next-gap': row('calls', 'Next gap', 'g'),
  'calls.previous-gap': row('calls', 'Previous gap', 'shift+g'),
  'calls.next-of-tool': row('calls', 'Next call of this tool', 'w'),
  'calls.previous-of-tool': row('calls', 'Previous call of this tool', 'shift+w'),
  'calls.next-write': row('calls', 'Next write to this resource', 'e'),
  'calls.previous-write': row('calls', 'Previous write to this resource', 'shift+e'),
  'calls.to-turn': row('calls', 'Go to a turn', 'u'),
  'calls.next-attempt': row('calls', 'Next attempt of the replay', 'r'),
  'calls.previous-attempt': row('calls', 'Previous attempt of the replay', 'shift+r'),
  'calls.set-breakpoint': row('calls', 'Set a breakpoint', 'b'),
  'calls.run': row('calls', 'Run to the next breakpoint', 'p', 'f8'),
  'calls.run-back': row('calls', 'Back to the breakpoint before', 'shift+p', 'shift+f8'),
  'calls.clear-breakpoints': row('calls', 'Remove all breakpoints'),
  'calls.show-resource': row('calls', 'State of a resource as of this call', 's'),
  'calls.show-in-graph': row('calls', 'Show this call in the graph', 'v'),
  'calls.show-decision': row('calls', 'Show the crossing of this call', 'x'),
};

export const commandRow = (id: CommandId): CommandEntry => COMMANDS[id];
