import { basename } from 'node:path';
import type { Engine, OpenRequest } from '../engine/messages.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { CheckArguments } from './check.ts';
import { NOTHING_READ, type Terminal } from './terminal.ts';

/**
 * Prints what revl's own planner prints of each log (`revl replay WAL --json`), one document after the other, with its
 * exit status; a log that revl refuses is told on standard error, as revl does.
 */
export async function printPlans(
  engine: Engine,
  request: OpenRequest,
  { paths, expectSealed }: CheckArguments,
  terminal: Terminal,
): Promise<number> {
  const opened = await engine.open(request, () => undefined, new AbortController().signal);
  const assumed = { pins: [], assumedParents: [], expectSealed };
  // revl names a log as it was given; in a folder or an archive it has its place in it
  const pathOf = Object.fromEntries(paths.map((path) => [basename(path), path]));
  const plans =
    opened.is === 'opened'
      ? await engine.ask({ is: 'revl-plans', caseId: request.caseId, assumed, pathOf })
      : [];
  if (plans.length === 0) {
    terminal.complain('witnessmark: no write-ahead log could be read in what was given.\n');
    return NOTHING_READ;
  }
  let status = 0;
  for (const plan of plans) {
    if (plan.is === 'planned') await terminal.print(plan.text);
    else terminal.complain(`error: ${visibleText(`${plan.path}: ${plan.said}`, { oneLine: true })}\n`);
    if (plan.is === 'refused' || plan.status === 1) status = 1;
  }
  return status;
}
