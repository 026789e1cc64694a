import { calls } from '../src/formats/calls/calls.ts';
import type { Emit, Format } from '../src/formats/format.ts';
import { incidentManifest } from '../src/formats/incident-manifest/incident-manifest.ts';
import { memorySource } from '../src/intake/byte-source.ts';
import { loadHashes, sha256Hex } from '../src/lib/hash.ts';
import type { CallLog } from '../src/model/call.ts';
import type { OrderReading, Step } from '../src/model/order.ts';
import type { Problem } from '../src/model/problem.ts';
import type { Evidence, EvidenceFile, Manifest, SessionGroup, SessionReading } from '../src/model/session.ts';
import type { SpanRecord } from '../src/model/span.ts';
import { NO_FACTS } from '../src/model/span.ts';
import { SpanTableBuilder } from '../src/model/span-table.ts';
import type { WalFile } from '../src/model/wal.ts';
import { deriveCalls } from '../src/verdicts/compare/derive-calls.ts';
import { deriveSession, type SessionParts } from '../src/verdicts/session/derive-session.ts';
import { groupSessions } from '../src/verdicts/session/group.ts';

/** Small bundles for tests: call logs and manifests are read by the real parsers, spans and WALs are given as records. */
export interface Drawing {
  /** Path → text. Read by the format that detects it; other files are there and not read. */
  readonly files?: Readonly<Record<string, string>>;
  /** Path → spans of a trace file. */
  readonly traces?: Readonly<Record<string, readonly SpanRecord[]>>;
  /** Path → a write-ahead log as its parser emits it. */
  readonly wals?: Readonly<Record<string, WalFile['reading']>>;
}

export interface Parsed {
  readonly logs: readonly CallLog[];
  readonly manifest: Manifest | undefined;
  readonly problems: readonly Problem[];
}

export async function parseText(
  format: Format,
  text: string | Uint8Array,
  path = 'file',
  file = 0,
): Promise<Parsed> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const logs: CallLog[] = [];
  const problems: Problem[] = [];
  let manifest: Manifest | undefined;
  const emit: Emit = {
    span: () => {},
    wal: () => {},
    progress: () => {},
    callLog: (log) => logs.push(log),
    problem: (found) => problems.push(found),
    manifest: (found) => {
      manifest = found;
    },
  };
  await format.parse(memorySource(path, bytes), file, emit, new AbortController().signal);
  return { logs, manifest, problems };
}

/** @param order paths in the order in which the files come in; the default is that of the drawing. */
export async function drawEvidence(drawing: Drawing, order?: readonly string[]): Promise<Evidence> {
  await loadHashes();
  const { files = {}, traces = {}, wals = {} } = drawing;
  const paths = order ?? [...Object.keys(files), ...Object.keys(traces), ...Object.keys(wals)];
  const spans = new SpanTableBuilder();
  const found: EvidenceFile[] = [];
  const callLogs: CallLog[] = [];
  const walFiles: WalFile[] = [];
  const problems: Problem[] = [];
  let manifest: Manifest | undefined;
  for (const [index, path] of paths.entries()) {
    const text = files[path] ?? path;
    const head = new TextEncoder().encode(text);
    const format =
      files[path] === undefined ? undefined : [incidentManifest, calls].find((one) => one.detect(head));
    if (format !== undefined) {
      const parsed = await parseText(format, text, path, index);
      callLogs.push(...parsed.logs);
      problems.push(...parsed.problems);
      manifest ??= parsed.manifest;
    }
    for (const span of traces[path] ?? []) spans.add(span, index);
    const wal = wals[path];
    if (wal !== undefined) walFiles.push({ file: index, reading: wal });
    found.push({
      index,
      path,
      bytes: head.length,
      sha256: sha256Hex(text),
      format: format?.id,
      role: format?.id === 'incident-manifest' ? 'manifest' : undefined,
      records: 0,
      altered: false,
    });
  }
  return {
    files: found,
    manifest,
    spans: spans.build(),
    callLogs,
    wals: walFiles,
    causalTraces: [],
    otherSeals: [],
    problems,
  };
}

export const WITNESSED: OrderReading = {
  bucket: 'witnessed',
  replayable: true,
  pinned: false,
  assumes: [],
  assumedCount: 0,
  steps: [],
  contexts: [],
  edges: [],
  questions: [],
  questionCount: 0,
  overlaps: [],
  overlapCount: 0,
  orphans: [],
  conflicts: [],
  linearizations: { is: 'exact', count: 1n },
  linearization: [],
  quarantine: [],
  remarks: [],
};

export interface Read {
  readonly sessions: readonly SessionReading[];
  readonly problems: readonly Problem[];
}

/** A session whose calls are judged by the steps of its order. */
export const judgedSession = (
  group: SessionGroup,
  evidence: Evidence,
  parts: Omit<SessionParts, 'judged'>,
  replayedSteps: readonly Step[] = [],
): SessionReading =>
  deriveSession(group, evidence, {
    ...parts,
    judged: deriveCalls(group, evidence, parts.order.steps, replayedSteps),
  });

/** Every session of a drawing, with an order that is witnessed unless another is given. */
export async function readDrawing(
  drawing: Drawing,
  options: { readonly order?: readonly string[]; readonly reading?: OrderReading } = {},
): Promise<Read> {
  const evidence = await drawEvidence(drawing, options.order);
  const { groups, problems } = groupSessions(evidence);
  const sessions = groups.map((group) =>
    judgedSession(group, evidence, { order: options.reading ?? WITNESSED, logs: [] }),
  );
  return { sessions, problems: [...evidence.problems, ...problems] };
}

/** The one session of a drawing. */
export async function readOne(drawing: Drawing, reading?: OrderReading): Promise<SessionReading> {
  const { sessions } = await readDrawing(drawing, reading === undefined ? {} : { reading });
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  return only;
}

/** JSON Lines. */
export const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const header = (members: object = {}): object => ({
  record: 'session',
  schema: 'witnessmark.calls/1',
  ...members,
});
export const end = (calls: number): object => ({ record: 'end', calls });

export function span(members: Partial<SpanRecord> & { readonly spanId: string }): SpanRecord {
  return {
    traceId: '00000000000000000000000000000001',
    name: members.spanId,
    kind: 'internal',
    status: 'unset',
    resource: { serviceName: 'test', key: '{}' },
    scope: '',
    offset: 0,
    length: 0,
    facts: NO_FACTS,
    links: [],
    ...members,
  };
}
