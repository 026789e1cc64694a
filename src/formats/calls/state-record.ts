import { base64Bytes } from '../../lib/base64.ts';
import { digestHex } from '../../lib/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import {
  type Fingerprint,
  formatFingerprint,
  type StateContent,
  type StateRecord,
} from '../../model/call.ts';
import type { RecordFaults } from './faults.ts';
import { parseFingerprint } from './fingerprint.ts';
import { readMembers } from './members.ts';

const utf8 = new TextEncoder();
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Reads `pre_state` or `post_state`; a resource that stands in it twice counts as absent (design.md 4). */
export function readStates(list: readonly Json[], faults: RecordFaults): readonly StateRecord[] {
  const states: StateRecord[] = [];
  for (const entry of list) {
    if (isJsonObject(entry)) states.push(readState(entry, faults));
    else faults.malformed('an entry of a state list is not an object');
  }
  return withoutTwins(states, faults);
}

/** @returns the list with one blank entry for each resource that stood in it several times. */
export function withoutTwins(states: readonly StateRecord[], faults: RecordFaults): readonly StateRecord[] {
  const found = new Map<string | undefined, StateRecord>();
  for (const state of states) {
    if (found.has(state.resource)) {
      faults.problem('resource-twice', `${nameOf(state)} is listed twice and counts as absent.`);
      const { resource } = state;
      found.set(resource, resource === undefined ? { absent: false } : { resource, absent: false });
    } else found.set(state.resource, state);
  }
  return [...found.values()];
}

const nameOf = (state: StateRecord): string =>
  state.resource === undefined ? 'The unnamed resource' : `The resource ${state.resource}`;

function readState(entry: JsonObject, faults: RecordFaults): StateRecord {
  const members = readMembers(entry, faults);
  const resource = members.text('resource');
  if (resource === undefined) faults.malformed('a state names no "resource"');
  const content = readContent(members.object('content'), faults);
  const state = stateOf(
    {
      ...(resource === undefined ? {} : { resource }),
      fingerprint: entry.get('fingerprint') ?? undefined,
      content,
    },
    faults,
  );
  const epoch = members.id('epoch');
  const withEpoch = epoch === undefined ? state : { ...state, epoch };
  if (members.flag('absent') !== true) return withEpoch;
  if (
    withEpoch.fingerprint === undefined &&
    content === undefined &&
    state.fingerprintRejected === undefined
  ) {
    return { ...withEpoch, absent: true };
  }
  // The record contradicts itself, so neither half of it counts.
  faults.problem(
    'record-malformed',
    `${nameOf(state)} is said to be absent and to have a state; neither counts.`,
  );
  const { fingerprint: _, ...rest } = withEpoch;
  return { ...rest, fingerprintRejected: true };
}

/** Content as a state attaches it. */
export type AttachedContent =
  | { readonly is: 'path'; readonly path: string }
  | { readonly is: 'text' | 'base64'; readonly bytes: Uint8Array }
  /** It cannot be read, so nothing can fit it. */
  | { readonly is: 'unreadable' };

function readContent(content: JsonObject | undefined, faults: RecordFaults): AttachedContent | undefined {
  if (content === undefined) return undefined;
  const members = readMembers(content, faults);
  const path = members.text('path');
  const text = members.text('text');
  const base64 = members.text('base64');
  const stated = [path, text, base64].filter((one) => one !== undefined);
  if (stated.length !== 1) {
    faults.malformed('a "content" has not exactly one of "path", "text" and "base64"');
    return { is: 'unreadable' };
  }
  if (path !== undefined) return { is: 'path', path };
  return text === undefined ? contentOfBase64(base64 ?? '', faults) : contentOfText(text, faults);
}

export function contentOfText(text: string, faults: RecordFaults): AttachedContent {
  if (!LONE_SURROGATE.test(text)) return { is: 'text', bytes: utf8.encode(text) };
  faults.problem(
    'lone-surrogate',
    'A state text holds half of a surrogate pair and so has no bytes to hash.',
  );
  return { is: 'unreadable' };
}

export function contentOfBase64(text: string, faults: RecordFaults): AttachedContent {
  const bytes = base64Bytes(text);
  if (bytes !== undefined) return { is: 'base64', bytes };
  faults.malformed('a state is no base64');
  return { is: 'unreadable' };
}

/**
 * A state out of its parts (design.md 3.1): attached content is hashed and must fit a stated digest, else the
 * fingerprint counts as absent; content without a stated fingerprint gives its SHA-256.
 */
export function stateOf(
  parts: {
    readonly resource?: string;
    readonly fingerprint: Json | undefined;
    readonly content: AttachedContent | undefined;
  },
  faults: RecordFaults,
): StateRecord {
  const { content } = parts;
  const base: StateRecord = {
    ...(parts.resource === undefined ? {} : { resource: parts.resource }),
    absent: false,
    ...contentMember(content),
  };
  if (parts.fingerprint === undefined) {
    if (content === undefined || content.is === 'path') return base;
    if (content.is === 'unreadable') return { ...base, fingerprintRejected: true };
    return { ...base, fingerprint: { scheme: 'sha256', value: digestHex('sha256', content.bytes) } };
  }
  const fingerprint = readFingerprint(parts.fingerprint, nameOf(base), faults);
  if (fingerprint === undefined) return { ...base, fingerprintRejected: true };
  if (content === undefined || content.is === 'path' || !isDigest(fingerprint))
    return { ...base, fingerprint };
  const own = content.is === 'unreadable' ? undefined : digestHex(fingerprint.scheme, content.bytes);
  if (own === fingerprint.value) return { ...base, fingerprint };
  faults.problem(
    'fingerprint-does-not-fit-content',
    `${nameOf(base)} is said to be ${formatFingerprint(fingerprint)}; its attached content ${
      own === undefined ? 'cannot be read' : `hashes to ${own}`
    }. The fingerprint counts as absent.`,
  );
  return { ...base, fingerprintRejected: true };
}

/** Undefined with a problem when it is malformed. */
export function readFingerprint(value: Json, whose: string, faults: RecordFaults): Fingerprint | undefined {
  const fingerprint = typeof value === 'string' ? parseFingerprint(value) : undefined;
  if (fingerprint === undefined) {
    faults.problem(
      'fingerprint-malformed',
      `${whose} has a fingerprint that is not scheme:value of a known scheme; it counts as absent.`,
    );
  }
  return fingerprint;
}

type DigestFingerprint = Fingerprint & { readonly scheme: 'sha256' | 'sha512' | 'blake3' };

export const isDigest = (fingerprint: Fingerprint): fingerprint is DigestFingerprint =>
  fingerprint.scheme === 'sha256' || fingerprint.scheme === 'sha512' || fingerprint.scheme === 'blake3';

function contentMember(content: AttachedContent | undefined): { readonly content?: StateContent } {
  switch (content?.is) {
    case undefined:
    case 'unreadable':
      return {};
    case 'path':
      // its size is known once the file is found (`resolveContents`)
      return { content: { in: 'bundle', path: content.path, bytes: 0 } };
    case 'text':
    case 'base64':
      return { content: { in: 'record', encoding: content.is, bytes: content.bytes.length } };
  }
}
