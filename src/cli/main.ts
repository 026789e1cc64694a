import { TOOL } from '../model/tool.ts';
import { check } from './check.ts';
import { parseArguments, USAGE } from './parse-arguments.ts';
import { replay } from './replay.ts';
import { NOTHING_READ, processTerminal, type Terminal } from './terminal.ts';
import { triage } from './triage.ts';

/**
 * The command line (design.md 8). Standard output holds the document and nothing else; everything else that is said
 * goes to standard error. @param words without node and script. @returns the exit status.
 */
export async function main(
  words: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const parsed = parseArguments(words);
  if (!parsed.ok) {
    terminal.complain(`witnessmark: ${parsed.error}\n\n${USAGE}`);
    return NOTHING_READ;
  }
  switch (parsed.value.is) {
    case 'help':
      await terminal.print(USAGE);
      return 0;
    case 'version':
      await terminal.print(`${TOOL.name} ${TOOL.version}\n`);
      return 0;
    case 'check':
      return check(parsed.value, terminal);
    case 'triage':
      return triage(parsed.value, terminal);
    case 'replay':
      return replay(parsed.value, terminal);
  }
}
