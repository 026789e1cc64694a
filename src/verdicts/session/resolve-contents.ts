import type { DigestScheme } from '../../lib/hash.ts';
import {
  type CallLog,
  type CallRecord,
  type FingerprintScheme,
  formatFingerprint,
  type StateRecord,
} from '../../model/call.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence, EvidenceFile } from '../../model/session.ts';
import { findByPath, folderOf } from './manifest-paths.ts';

/** Call logs whose states that name a file of the bundle were held against that file. */
export interface ResolvedLogs {
  readonly logs: readonly CallLog[];
  readonly problems: readonly Problem[];
}

/**
 * "Where content is attached, its hash is computed and must equal the stated fingerprint, else … that fingerprint
 * counts as absent" (design.md 3.1), for content that stands in another file of the bundle. Content inside the record
 * was hashed when the log was read. A state without a stated fingerprint gets the file's SHA-256.
 */
export function resolveContents(evidence: Evidence): ResolvedLogs {
  const problems: Problem[] = [];
  const pathOf = new Map(evidence.files.map((file) => [file.index, file.path]));
  const logs = evidence.callLogs.map((log) => {
    const path = pathOf.get(log.file) ?? '';
    const found = new Map<string, EvidenceFile | undefined>();
    const fileOf = (named: string): EvidenceFile | undefined => {
      if (!found.has(named)) found.set(named, findByPath(evidence.files, named, folderOf(path)));
      return found.get(named);
    };
    const resolve = (call: CallRecord, state: StateRecord): StateRecord => {
      if (state.content?.in !== 'bundle') return state;
      const at = { byte: call.at.offset, ...(call.at.line === undefined ? {} : { line: call.at.line }) };
      const named = state.content.path;
      const file = fileOf(named);
      if (file === undefined) {
        problems.push(
          problem('content-missing', path, `A state names ${named}, which is not in the bundle.`, at),
        );
        return state;
      }
      const content = { in: 'bundle', path: file.path, bytes: file.bytes } as const;
      const stated = state.fingerprint;
      if (stated === undefined) {
        if (state.absent || state.fingerprintRejected === true) return { ...state, content };
        return { ...state, content, fingerprint: { scheme: 'sha256', value: file.sha256 } };
      }
      if (!isDigest(stated.scheme)) return { ...state, content };
      const own = stated.scheme === 'sha256' ? file.sha256 : file.digests?.[stated.scheme];
      if (own === stated.value) return { ...state, content };
      const hashed = own === undefined ? `its ${stated.scheme} was not computed` : `it hashes to ${own}`;
      problems.push(
        problem(
          'fingerprint-does-not-fit-content',
          path,
          `The state of ${state.resource ?? 'the unnamed resource'} is said to be ${formatFingerprint(stated)} with the content of ${file.path}; ${hashed}. The fingerprint counts as absent.`,
          at,
        ),
      );
      const { fingerprint: _, ...rest } = state;
      return { ...rest, content, fingerprintRejected: true };
    };
    const calls = log.calls.map((call) => resolveCall(call, resolve));
    return calls.every((call, i) => call === log.calls[i]) ? log : { ...log, calls };
  });
  return { logs, problems };
}

/** Files and schemes besides SHA-256 whose digest is needed to check a state: what the engine has to compute. */
export function digestsToCompute(
  evidence: Evidence,
): readonly { readonly file: number; readonly scheme: 'sha512' | 'blake3' }[] {
  const wanted = new Map<string, { file: number; scheme: 'sha512' | 'blake3' }>();
  const pathOf = new Map(evidence.files.map((file) => [file.index, file.path]));
  for (const log of evidence.callLogs) {
    for (const call of log.calls) {
      for (const state of [...(call.preState ?? []), ...(call.postState ?? [])]) {
        const scheme = state.fingerprint?.scheme;
        if (state.content?.in !== 'bundle' || (scheme !== 'sha512' && scheme !== 'blake3')) continue;
        const file = findByPath(evidence.files, state.content.path, folderOf(pathOf.get(log.file) ?? ''));
        if (file !== undefined) wanted.set(`${file.index} ${scheme}`, { file: file.index, scheme });
      }
    }
  }
  return [...wanted.values()];
}

/** The other schemes are a server's own: their value does not follow from the content. */
const isDigest = (scheme: FingerprintScheme): scheme is DigestScheme =>
  scheme === 'sha256' || scheme === 'sha512' || scheme === 'blake3';

function resolveCall(
  call: CallRecord,
  resolve: (call: CallRecord, state: StateRecord) => StateRecord,
): CallRecord {
  const inBundle = (states: readonly StateRecord[] | undefined): boolean =>
    states?.some((state) => state.content?.in === 'bundle') === true;
  if (!inBundle(call.preState) && !inBundle(call.postState)) return call;
  return {
    ...call,
    ...(call.preState === undefined ? {} : { preState: call.preState.map((state) => resolve(call, state)) }),
    ...(call.postState === undefined
      ? {}
      : { postState: call.postState.map((state) => resolve(call, state)) }),
  };
}
