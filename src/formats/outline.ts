import { scanJson, skipBlank } from '../lib/json-scan.ts';
import { skipJsonValue } from '../lib/json-skip.ts';

/** What the beginning of a file shows of its JSON, damage and cut ends tolerated. */
export interface Outline {
  /** The values at the top, as far as the head holds them. */
  readonly records: readonly RecordOutline[];
}

export interface RecordOutline {
  readonly is: 'object' | 'array' | 'primitive';
  /** Paths of members that stand in it: `data[].spans[].spanID`; `[]` is the array itself. */
  readonly paths: ReadonlySet<string>;
  /** The first short text under a path. */
  readonly texts: ReadonlyMap<string, string>;
}

const MAX_RECORDS = 32;
const MAX_DEPTH = 8;
const MAX_PATHS = 2_000;
const MAX_TEXT = 64;

const known = new WeakMap<Uint8Array, Outline>();

/** One reading for all formats that ask about the same head. */
export function outlineOf(head: Uint8Array): Outline {
  const before = known.get(head);
  if (before !== undefined) return before;
  const records: RecordOutline[] = [];
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (records.length < MAX_RECORDS) {
    while (head[at] === 0) at++;
    at = skipBlank(head, at);
    if (at >= head.length) break;
    if (!startsRecord(head[at] as number)) {
      // a line of another kind between the records
      const lf = head.indexOf(0x0a, at);
      if (lf < 0) break;
      at = lf + 1;
      continue;
    }
    const { record, end } = outlineRecord(head, at);
    records.push(record);
    at = end;
  }
  const outline = { records };
  known.set(head, outline);
  return outline;
}

const startsRecord = (byte: number): boolean =>
  byte === 0x7b ||
  byte === 0x5b ||
  byte === 0x22 ||
  byte === 0x2d ||
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x74 ||
  byte === 0x66 ||
  byte === 0x6e;

/** Whether any record has one of the paths. */
export function hasPath(outline: Outline, ...paths: readonly string[]): boolean {
  return outline.records.some((record) => paths.some((path) => record.paths.has(path)));
}

interface Level {
  readonly isArray: boolean;
  readonly path: string;
}

function outlineRecord(bytes: Uint8Array, from: number): { record: RecordOutline; end: number } {
  const paths = new Set<string>();
  const texts = new Map<string, string>();
  const first = bytes[from];
  const is = first === 0x7b ? 'object' : first === 0x5b ? 'array' : 'primitive';
  const open: Level[] = [];
  let path = '';
  let at = from;
  /** Behind a damaged place the next line may be whole again. */
  const give = (end: number) => ({ record: { is, paths, texts } as const, end });
  const nextLine = (): number => {
    const lf = bytes.indexOf(0x0a, at);
    return lf < 0 ? bytes.length : lf + 1;
  };
  for (;;) {
    // a value starts at `at`, under `path`
    at = skipBlank(bytes, at);
    if (at >= bytes.length) return give(bytes.length);
    const byte = bytes[at] as number;
    const isArray = byte === 0x5b;
    let entered = false;
    if ((isArray || byte === 0x7b) && open.length < MAX_DEPTH) {
      const own = isArray ? `${path}[]` : path;
      if (isArray && paths.size < MAX_PATHS) paths.add(own);
      open.push({ isArray, path: own });
      at = skipBlank(bytes, at + 1);
      entered = true;
      const closer = isArray ? 0x5d : 0x7d;
      if (bytes[at] !== closer) {
        if (isArray) {
          path = own;
          continue;
        }
        const key = takeKey(bytes, at);
        if (key === undefined) return give(nextLine());
        path = own === '' ? key.text : `${own}.${key.text}`;
        if (paths.size < MAX_PATHS) paths.add(path);
        at = key.end;
        continue;
      }
    }
    if (!entered) {
      const end = skipJsonValue(bytes, at, bytes.length);
      if (end <= at)
        return give(byte === 0x7b || isArray || byte === 0x22 || end < 0 ? bytes.length : nextLine());
      if (byte === 0x22 && end - at <= MAX_TEXT && !texts.has(path)) {
        const scanned = scanJson(bytes.subarray(at, end));
        if (scanned.ok && typeof scanned.value.value === 'string') texts.set(path, scanned.value.value);
      }
      at = end;
    }
    // close what ends here
    for (;;) {
      const level = open.at(-1);
      if (level === undefined) return give(at);
      at = skipBlank(bytes, at);
      if (at >= bytes.length) return give(bytes.length);
      const next = bytes[at] as number;
      if (next === (level.isArray ? 0x5d : 0x7d)) {
        open.pop();
        at++;
        continue;
      }
      if (next !== 0x2c) return give(nextLine());
      at = skipBlank(bytes, at + 1);
      if (level.isArray) path = level.path;
      else {
        const key = takeKey(bytes, at);
        if (key === undefined) return give(nextLine());
        path = level.path === '' ? key.text : `${level.path}.${key.text}`;
        if (paths.size < MAX_PATHS) paths.add(path);
        at = key.end;
      }
      break;
    }
  }
}

function takeKey(bytes: Uint8Array, at: number): { text: string; end: number } | undefined {
  if (bytes[at] !== 0x22) return undefined;
  const end = skipJsonValue(bytes, at, bytes.length);
  if (end < 0) return undefined;
  const scanned = scanJson(bytes.subarray(at, end));
  if (!scanned.ok || typeof scanned.value.value !== 'string') return undefined;
  const colon = skipBlank(bytes, end);
  return bytes[colon] === 0x3a ? { text: scanned.value.value, end: colon + 1 } : undefined;
}
