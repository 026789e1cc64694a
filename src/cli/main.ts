import { readFile } from 'node:fs/promises';
import packageJson from '../../package.json' with { type: 'json' };
import type { FindingsDocument } from '../model/findings.ts';
import { writeSarif } from '../report/sarif.ts';
import { formatText } from '../report/text.ts';
import { type Command, type OutputFormat, parseArguments, USAGE } from './arguments.ts';
import { checkBundle } from './check-bundle.ts';

/** Where the program writes: the process's own streams, or a test's. */
export interface Terminal {
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Columns of the terminal, and whether colours are wanted there. */
  readonly width: number;
  readonly color: boolean;
}

/** Exit status: 0 every session admissible, 1 some session is not, 2 nothing could be read or wrong usage (design.md 8). */
export async function main(
  words: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const parsed = parseArguments(words);
  if (!parsed.ok) {
    terminal.err(`witnessmark: ${parsed.error}\n${USAGE}\n`);
    return 2;
  }
  const command = parsed.value;
  switch (command.is) {
    case 'help':
      await terminal.out(`${USAGE}\n`);
      return 0;
    case 'version':
      await terminal.out(`witnessmark ${packageJson.version}\n`);
      return 0;
    case 'check':
      return check(command, terminal);
  }
}

async function check(command: Command & { is: 'check' }, terminal: Terminal): Promise<number> {
  const keys: Uint8Array[] = [];
  for (const path of command.keys) {
    try {
      keys.push(new Uint8Array(await readFile(path)));
    } catch (error) {
      terminal.err(`witnessmark: the key file ${path} cannot be read (${codeOf(error)}).\n`);
      return 2;
    }
  }
  const checked = await checkBundle(command.paths, keys, command.expectSealed);
  for (const line of checked.complaints) terminal.err(`witnessmark: ${line}\n`);
  await terminal.out(written(checked.findings, command.format, terminal));
  if (checked.findings.sessions.length === 0) return 2;
  return checked.findings.sessions.every(({ outcome }) => outcome === 'admissible') ? 0 : 1;
}

function written(findings: FindingsDocument, format: OutputFormat, { width, color }: Terminal): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(findings, null, 1)}\n`;
    case 'sarif':
      return `${JSON.stringify(writeSarif(findings), null, 1)}\n`;
    case 'text':
      return formatText(findings, { width, color });
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  return {
    // a document of many megabytes must be out before the process ends; a reader that went away is no error of ours
    out: (text) =>
      new Promise((done, failed) => {
        stdout.on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'EPIPE' ? done() : failed(error),
        );
        stdout.write(text, () => done());
      }),
    err: (text) => stderr.write(text),
    width: stdout.columns ?? 100,
    color: stdout.isTTY === true && env.NO_COLOR === undefined,
  };
}
