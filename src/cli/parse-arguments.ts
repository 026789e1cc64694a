import { fail, ok, type Result } from '../lib/result.ts';

export const FORMATS = ['text', 'json', 'sarif', 'revl-plan'] as const;
export type OutputFormat = (typeof FORMATS)[number];

export type Arguments =
  | { readonly is: 'help' }
  | { readonly is: 'version' }
  | {
      readonly is: 'check';
      readonly paths: readonly string[];
      /** Paths of key files. */
      readonly keys: readonly string[];
      readonly expectSealed: boolean;
      readonly format: OutputFormat;
    }
  /** Each path is a bundle of its own. */
  | { readonly is: 'triage'; readonly paths: readonly string[] }
  | {
      readonly is: 'replay';
      readonly recorded: string;
      readonly executor: string;
      readonly snapshot: string;
      readonly out: string;
      readonly session: string | undefined;
      /** A replay input that settles what the evidence leaves open. */
      readonly order: string | undefined;
      readonly attempt: string | undefined;
      readonly timeoutSeconds: number;
    };

export const USAGE = `usage: witnessmark check [--key FILE]... [--expect-sealed] [--format text|json|sarif|revl-plan] PATH...

  PATH             files, folders and archives; all of them together are one bundle
  --key FILE       a key of a sealed log, read raw; may be given several times
  --expect-sealed  an unsealed decision bars "admissible"
  --format         text for people (the default), json for programs, sarif for code scanning,
                   revl-plan for what revl's own planner prints of each write-ahead log
  --help, --version

       witnessmark triage PATH...

  PATH             each is a bundle of its own, and let go of before the next one is read
  prints a line of JSON for each session: its bucket, what is open in it, why, and what would cure it

       witnessmark replay RECORDED --executor MODULE --snapshot DIR --out REPLAY
                          [--session ID] [--order FILE] [--attempt NAME] [--timeout SECONDS]

  RECORDED         the recording, or the bundle that holds it
  --executor       a JavaScript module: export async function execute(call, world)
  --snapshot       the folder from which the session started; a copy of it is worked on
  --out            the call log that is written; it must not be there yet
  --order          a replay input, where the evidence leaves the order open
  --timeout        for one call, 300 if not given
  makes the recorded calls again, in their order, and writes what was seen; docs/recording.md says more

exit status: 0 every session is admissible (triage: replayable), 1 some session is not, 2 nothing could be read or wrong usage;
replay: 0 every call was made again, 1 some was not or failed, 2 nothing was executed;
with revl-plan as revl has it: 0 some mode of every log can be planned, 1 not, 2 there is no log
`;

/** Reads the words after the command's name; fails with a sentence on wrong usage. `--` ends the options. */
export function parseArguments(words: readonly string[]): Result<Arguments, string> {
  const [command, ...rest] = words;
  if (command === undefined) return fail('No command was given.');
  if (command === '--help' || command === '-h' || command === 'help') return ok({ is: 'help' });
  if (command === '--version') return ok({ is: 'version' });
  switch (command) {
    case 'check':
      return parseCheck(rest);
    case 'triage':
      return parseTriage(rest);
    case 'replay':
      return parseReplay(rest);
    default:
      return fail(`There is no command ${JSON.stringify(command)}.`);
  }
}

function parseCheck(words: readonly string[]): Result<Arguments, string> {
  const paths: string[] = [];
  const keys: string[] = [];
  let expectSealed = false;
  let format: OutputFormat = 'text';
  let onlyPaths = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (onlyPaths || !word.startsWith('-') || word === '-') {
      paths.push(word);
      continue;
    }
    const [name = '', attached] = splitOnce(word);
    const value = (): string | undefined => attached ?? words[++at];
    switch (name) {
      case '--':
        onlyPaths = true;
        break;
      case '--help':
      case '-h':
        return ok({ is: 'help' });
      case '--version':
        return ok({ is: 'version' });
      case '--expect-sealed':
        if (attached !== undefined) return fail('--expect-sealed takes no value.');
        expectSealed = true;
        break;
      case '--key': {
        const file = value();
        if (file === undefined || file === '') return fail('--key needs the path of a key file.');
        keys.push(file);
        break;
      }
      case '--format': {
        const wanted = value();
        const known = FORMATS.find((one) => one === wanted);
        if (known === undefined) {
          return fail(
            wanted === undefined
              ? `--format needs one of ${FORMATS.join(', ')}.`
              : `There is no format ${JSON.stringify(wanted)}; there are ${FORMATS.join(', ')}.`,
          );
        }
        format = known;
        break;
      }
      default:
        return fail(`There is no option ${JSON.stringify(name)}.`);
    }
  }
  if (paths.length === 0)
    return fail('No path was given: name the files, folders or archives of the bundle.');
  return ok({ is: 'check', paths, keys, expectSealed, format });
}

function parseTriage(words: readonly string[]): Result<Arguments, string> {
  const paths: string[] = [];
  let onlyPaths = false;
  for (const word of words) {
    if (onlyPaths || !word.startsWith('-') || word === '-') paths.push(word);
    else if (word === '--') onlyPaths = true;
    else if (word === '--help' || word === '-h') return ok({ is: 'help' });
    else return fail(`triage has no option ${JSON.stringify(word)}.`);
  }
  if (paths.length === 0) return fail('No path was given: name files, folders or archives.');
  return ok({ is: 'triage', paths });
}

const REPLAY_OPTIONS = [
  '--executor',
  '--snapshot',
  '--out',
  '--session',
  '--order',
  '--attempt',
  '--timeout',
] as const;
type ReplayOption = (typeof REPLAY_OPTIONS)[number];

function parseReplay(words: readonly string[]): Result<Arguments, string> {
  const given = new Map<ReplayOption, string>();
  const paths: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith('-')) {
      paths.push(word);
      continue;
    }
    if (word === '--help' || word === '-h') return ok({ is: 'help' });
    const [name, attached] = splitOnce(word);
    const option = REPLAY_OPTIONS.find((one) => one === name);
    if (option === undefined) return fail(`replay has no option ${JSON.stringify(name)}.`);
    const value = attached ?? words[++at];
    if (value === undefined || value === '') return fail(`${option} needs a value.`);
    if (given.has(option)) return fail(`${option} was given twice.`);
    given.set(option, value);
  }
  const [recorded, ...others] = paths;
  if (recorded === undefined || others.length > 0) return fail('replay takes one path: the recording.');
  const [executor, snapshot, out] = [given.get('--executor'), given.get('--snapshot'), given.get('--out')];
  if (executor === undefined || snapshot === undefined || out === undefined) {
    return fail('replay needs --executor, --snapshot and --out.');
  }
  const timeoutSeconds = Number(given.get('--timeout') ?? DEFAULT_TIMEOUT_SECONDS);
  if (!(timeoutSeconds > 0) || timeoutSeconds > MOST_TIMEOUT_SECONDS) {
    return fail(`--timeout needs seconds, more than 0 and at most ${MOST_TIMEOUT_SECONDS}.`);
  }
  const [session, order, attempt] = [given.get('--session'), given.get('--order'), given.get('--attempt')];
  return ok({ is: 'replay', recorded, executor, snapshot, out, session, order, attempt, timeoutSeconds });
}

const DEFAULT_TIMEOUT_SECONDS = 300;
/** A timer holds no more. */
const MOST_TIMEOUT_SECONDS = 2_147_483;

/** `--format=json` is `--format json`. */
function splitOnce(word: string): readonly [string, string?] {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}
