import type { ByteSource } from '../../intake/byte-source.ts';
import { scanWholeJson, skipBlank } from '../../lib/json-scan.ts';
import { skipJsonValue } from '../../lib/json-skip.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { type ProblemCode, problem } from '../../model/problem.ts';
import type { FileRole, Manifest } from '../../model/session.ts';
import { topMembers } from '../calls/top-members.ts';
import type { Emit } from '../format.ts';

/** The newest version of the manifest that this reader knows. */
const MANIFEST_VERSION = 1;
/** A manifest names files; one of more bytes is none. */
const MAX_MANIFEST = 32 * 1024 * 1024;
const ROLES: readonly FileRole[] = ['trace', 'wal', 'recorded-calls', 'replayed-calls', 'state'];

type Entry = Manifest['files'][number];

/** Reads `incident.json` (design.md 3); malformed members are problems, and the rest of the manifest counts. */
export async function parseIncidentManifest(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await source.read(0, MAX_MANIFEST);
  signal.throwIfAborted();
  emit.progress(bytes.length);
  const say = (code: ProblemCode, byte: number, said: string): void =>
    emit.problem(problem(code, source.path, said, { line: lineOf(bytes, byte), byte }));
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (source.size > bytes.length) {
    say(
      'limit-hit',
      0,
      `${source.path} has ${source.size} bytes; a manifest of more than ${MAX_MANIFEST} is not read.`,
    );
    return;
  }
  const scanned = scanWholeJson(bytes, { from: start, utf8: 'strict' });
  if (!scanned.ok) {
    say('manifest-malformed', scanned.error.byte, `${source.path} cannot be read: ${scanned.error.said}.`);
    return;
  }
  for (const { key, byte } of scanned.value.facts.duplicateKeys) {
    say('duplicate-key', byte, `${JSON.stringify(key)} stands twice in one object; the last one counts.`);
  }
  const { value } = scanned.value;
  if (!isJsonObject(value)) {
    say('manifest-malformed', start, `${source.path} is not an object.`);
    return;
  }
  const places = topMembers(bytes, skipBlank(bytes, start));
  const placeOf = (key: string): number => places.get(key)?.start ?? start;
  const version = value.get('witnessmark');
  const known = isJsonNumber(version) ? Number(version.token) : Number.NaN;
  if (known > MANIFEST_VERSION) {
    say(
      'newer-version',
      placeOf('witnessmark'),
      `${source.path} is a manifest of version ${known}; this reader knows version ${MANIFEST_VERSION}. It is not read.`,
    );
    return;
  }
  if (known !== MANIFEST_VERSION) {
    say('manifest-malformed', placeOf('witnessmark'), '"witnessmark" is not the number 1.');
    return;
  }
  const text = (key: string): string | undefined => {
    const found = value.get(key) ?? undefined;
    if (found === undefined || typeof found === 'string') return found;
    say('manifest-malformed', placeOf(key), `"${key}" is not a text and was left out.`);
    return undefined;
  };
  const title = text('title');
  const session = text('session');
  emit.manifest?.({
    ...(title === undefined ? {} : { title }),
    ...(session === undefined ? {} : { session }),
    files: readFiles(value.get('files') ?? [], bytes, placeOf('files'), say),
  });
}

type Say = (code: ProblemCode, byte: number, said: string) => void;

function readFiles(files: Json, bytes: Uint8Array, from: number, say: Say): readonly Entry[] {
  if (!isJsonArray(files)) {
    say('manifest-malformed', from, '"files" is not an array and was left out.');
    return [];
  }
  const entries: Entry[] = [];
  const paths = new Set<string>();
  let at = skipBlank(bytes, from + 1);
  for (const file of files) {
    const entry = readEntry(file, (said) => say('manifest-malformed', at, said));
    if (entry !== undefined && paths.has(entry.path)) {
      say('manifest-malformed', at, `${JSON.stringify(entry.path)} is named twice; the first entry counts.`);
    } else if (entry !== undefined) {
      paths.add(entry.path);
      entries.push(entry);
    }
    at = skipBlank(bytes, skipJsonValue(bytes, at, bytes.length));
    if (bytes[at] === 0x2c) at = skipBlank(bytes, at + 1);
  }
  return entries;
}

function readEntry(file: Json, malformed: (said: string) => void): Entry | undefined {
  if (!isJsonObject(file)) {
    malformed('An entry of "files" is not an object and was left out.');
    return undefined;
  }
  const path = file.get('path');
  if (typeof path !== 'string' || path === '') {
    malformed('An entry of "files" has no "path" and was left out.');
    return undefined;
  }
  const text = (key: string): string | undefined => {
    const value = file.get(key) ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    malformed(`"${key}" of ${JSON.stringify(path)} is not a text and was left out.`);
    return undefined;
  };
  const attempt = text('attempt');
  const session = text('session');
  const role = readRole(file, path, malformed);
  const sha256 = text('sha256')?.toLowerCase();
  // It stays and matches no file: a digest that cannot be right must not count as one that was not stated.
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    malformed(
      `"sha256" of ${JSON.stringify(path)} is not 64 hexadecimal digits; the file counts as altered.`,
    );
  }
  return {
    path,
    ...(role === undefined ? {} : { role }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(session === undefined ? {} : { session }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

function readRole(file: JsonObject, path: string, malformed: (said: string) => void): FileRole | undefined {
  const stated = file.get('role') ?? undefined;
  const role = ROLES.find((one) => one === stated);
  if (stated !== undefined && role === undefined) {
    malformed(`"role" of ${JSON.stringify(path)} is not one of ${ROLES.join(', ')} and was left out.`);
  }
  return role;
}

/** 1-based. */
function lineOf(bytes: Uint8Array, byte: number): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < byte; at = bytes.indexOf(0x0a, at + 1)) line++;
  return line;
}
