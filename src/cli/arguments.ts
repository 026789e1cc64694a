import { fail, ok, type Result } from '../lib/result.ts';

export const OUTPUT_FORMATS = ['text', 'json', 'sarif'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export type Command =
  | { readonly is: 'help' }
  | { readonly is: 'version' }
  | {
      readonly is: 'check';
      readonly paths: readonly string[];
      readonly keys: readonly string[];
      readonly expectSealed: boolean;
      readonly format: OutputFormat;
    };

export const USAGE = `usage: witnessmark check [--key FILE]... [--expect-sealed] [--format ${OUTPUT_FORMATS.join('|')}] PATH...
       witnessmark --help | --version

All PATHs (files, folders, archives) together are one bundle.
  --key FILE        a key that may have sealed the logs; read into memory, never printed
  --expect-sealed   an unsealed decision is a gap: missing-under-engagement
  --format FORMAT   text (default); json: the findings document; sarif: SARIF 2.1.0
Exit status: 0 every session is admissible, 1 some session is not, 2 nothing could be read or wrong usage.`;

/** Reads the words behind the program's name; a failure is a sentence for the user. */
export function parseArguments(words: readonly string[]): Result<Command, string> {
  if (words.includes('--help') || words.includes('-h')) return ok({ is: 'help' });
  if (words.includes('--version')) return ok({ is: 'version' });
  const [command, ...rest] = words;
  if (command === undefined) return fail('nothing to do: name a command');
  if (command !== 'check') return fail(`there is no command "${command}"`);
  const paths: string[] = [];
  const keys: string[] = [];
  let expectSealed = false;
  let format: OutputFormat = 'text';
  let onlyPaths = false;
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] as string;
    if (onlyPaths || !word.startsWith('-') || word === '-') {
      paths.push(word);
      continue;
    }
    const [name, joined] = splitOption(word);
    const value = (): string | undefined => joined ?? rest[++i];
    if (name === '--') onlyPaths = true;
    else if (name === '--expect-sealed' && joined === undefined) expectSealed = true;
    else if (name === '--key') {
      const key = value();
      if (key === undefined) return fail('--key needs a file');
      keys.push(key);
    } else if (name === '--format') {
      const wanted = value();
      const known = OUTPUT_FORMATS.find((one) => one === wanted);
      if (known === undefined) return fail(`--format is one of ${OUTPUT_FORMATS.join(', ')}`);
      format = known;
    } else return fail(`there is no option "${word}"`);
  }
  if (paths.length === 0) return fail('name at least one file, folder or archive');
  return ok({ is: 'check', paths, keys, expectSealed, format });
}

function splitOption(word: string): readonly [name: string, value: string | undefined] {
  const equals = word.indexOf('=');
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
