import { type Detected, detectFormat } from '../formats/detect-format.ts';
import { type Emit, HEAD_BYTES } from '../formats/format.ts';
import { FORMATS } from '../formats/registry.ts';
import { callsOfEvents } from '../formats/whole-case/calls-of-events.ts';
import { foldDuplicates } from '../formats/whole-case/fold-duplicates.ts';
import { type FileTold, joinToldFacts } from '../formats/whole-case/join-told-facts.ts';
import { tellFlushed } from '../formats/whole-case/tell-flushed.ts';
import type { ByteSource } from '../intake/byte-source.ts';
import { openBundle } from '../intake/open-bundle.ts';
import { layoutSketch } from '../layout/layout-sketch.ts';
import { digestHex, loadHashes } from '../lib/hash.ts';
import { pushAll } from '../lib/push-all.ts';
import type { CallLog } from '../model/call.ts';
import type { CausalTrace } from '../model/causal-trace.ts';
import type { OtherSeal } from '../model/other-seal.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Evidence, EvidenceFile, Manifest } from '../model/session.ts';
import { SpanTableBuilder } from '../model/span-table.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import type { WalFile } from '../model/wal.ts';
import { nameFiles } from '../verdicts/session/manifest-paths.ts';
import { digestsToCompute } from '../verdicts/session/resolve-contents.ts';
import { createRecordCounts, type RecordCounts } from './count-records.ts';
import { rolesOf, statedStates, statesOfCalls } from './file-roles.ts';
import { foundByUnpacking } from './found-by-unpacking.ts';
import { hashAll } from './hash-all.ts';
import type { Progress } from './messages.ts';
import { createPace, type Pace } from './pace.ts';
import { pacedSource, readableSources, readFailure, unreadable } from './read-sources.ts';

/** What a bundle says, and where its bytes are. */
export interface ReadBundle {
  readonly evidence: Evidence;
  /** By index of the evidence file: the unpacked, decoded bytes that places count in. */
  readonly sources: readonly ByteSource[];
}

/** How the work is watched and stopped. */
export interface Work {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/**
 * Intake, detection, formats, hashes: dropped files become evidence. Throws only when aborted, or on bugs of ours.
 * @param known problems of what could not even be listed
 */
export async function readEvidence(
  dropped: readonly ByteSource[],
  work: Work,
  known: readonly Problem[] = [],
): Promise<ReadBundle> {
  await loadHashes();
  const pace = createPace(work.signal);
  const problems: Problem[] = [...known];
  const emitProblem = (found: Problem): void => void problems.push(found);
  const { files: sources } = await openBundle(await readableSources(dropped, emitProblem), emitProblem, {
    signal: work.signal,
    onProgress: (done, total) => work.onProgress({ phase: 'unpacking', done, total, records: 0 }),
  });
  const reader = createReader(sources, pace, work);
  const read = await reader.readAll();
  pushAll(problems, read.problems);
  const hashed = await hashAll(sources, work);
  const evidence = await completeEvidence({ ...read, problems }, sources, hashed, reader.formatOf);
  return { evidence, sources };
}

/**
 * The same files read again, some of them by a format that the examiner chose over what was recognised.
 * @param sources the unpacked, decoded bytes, by index of the evidence file
 * @param formats registry id by path
 */
export async function rereadEvidence(
  stored: Evidence,
  sources: readonly ByteSource[],
  formats: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Evidence> {
  const work: Work = { onProgress: () => undefined, signal };
  const pace = createPace(signal);
  const reader = createReader(sources, pace, work, formats);
  const read = await reader.readAll();
  const problems = [...foundByUnpacking(stored.problems, read.problems), ...read.problems];
  const hashes = stored.files.map(({ sha256 }) => sha256);
  const fresh = await completeEvidence({ ...read, problems }, sources, hashes, reader.formatOf);
  return {
    ...fresh,
    files: fresh.files.map((file, i) => {
      const { bytes, decodedBytes } = stored.files[i] ?? file;
      return { ...file, bytes, ...(decodedBytes === undefined ? {} : { decodedBytes }) };
    }),
  };
}

/** Everything that the parsers emitted. */
interface Records {
  readonly manifest: Manifest | undefined;
  readonly manifestFile: number | undefined;
  readonly spans: SpanTableBuilder;
  readonly told: readonly FileTold[];
  readonly toolEvents: readonly ToolEvent[];
  readonly callLogs: readonly CallLog[];
  readonly wals: readonly WalFile[];
  readonly causalTraces: readonly CausalTrace[];
  readonly otherSeals: readonly OtherSeal[];
  readonly problems: readonly Problem[];
  readonly counts: readonly RecordCounts[];
  /** Files that hold the content of a state and no records. */
  readonly states: ReadonlySet<number>;
}

/** Spans of the first picture. */
const SKETCHED = 4_000;

function createReader(
  sources: readonly ByteSource[],
  pace: Pace,
  work: Work,
  chosen: ReadonlyMap<string, string> = new Map(),
) {
  const spans = new SpanTableBuilder();
  const told: FileTold[] = [];
  const toolEvents: ToolEvent[] = [];
  const callLogs: CallLog[] = [];
  const wals: WalFile[] = [];
  const causalTraces: CausalTrace[] = [];
  const otherSeals: OtherSeal[] = [];
  const problems: Problem[] = [];
  const counts = sources.map(createRecordCounts);
  const manifests = new Map<number, Manifest>();
  const detected: (Detected | undefined)[] = [];
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  let doneBefore = 0;
  let records = 0;
  let spanCount = 0;

  const count = (file: number, more: number): void => {
    counts[file]?.emitted(more);
    records += more;
  };
  const tell = (file: number, found: Problem): void => {
    problems.push(found);
    counts[file]?.told(found);
  };
  const emitFor = (file: number): Emit => ({
    span(record) {
      spans.add(record, file);
      count(file, 1);
      if (++spanCount === SKETCHED) {
        work.onProgress({ phase: 'sketch', sketch: layoutSketch(spans.build()) });
      }
    },
    spanFacts(one) {
      told.push({ file, told: one });
      count(file, one.records);
    },
    toolEvent(event) {
      toolEvents.push(event);
      count(file, 1);
    },
    callLog(log) {
      callLogs.push(log);
      count(file, log.calls.length);
    },
    wal(log) {
      wals.push(log);
      if (log.reading.is === 'read') count(file, log.reading.records.length);
    },
    causalTrace(trace) {
      causalTraces.push(trace);
      if (trace.reading.is === 'read') count(file, trace.reading.events.length);
    },
    otherSeal(seal) {
      otherSeals.push(seal);
      count(file, 1);
    },
    problem: (found) => tell(file, found),
    manifest: (manifest) => void manifests.set(file, manifest),
    progress: (bytes) => work.onProgress({ phase: 'reading', done: doneBefore + bytes, total, records }),
  });

  const parse = async (file: number): Promise<void> => {
    const source = sources[file] as ByteSource;
    const found = detected[file];
    if (found?.is === 'format') {
      try {
        await found.format.parse(pacedSource(source, pace), file, emitFor(file), work.signal);
      } catch (error) {
        const why = readFailure(error);
        if (why === undefined) throw error;
        problems.push(unreadable(source.path, why));
      }
    }
    doneBefore += source.size;
    work.onProgress({ phase: 'reading', done: doneBefore, total, records });
    await pace.turn();
  };

  const isOf = (file: number, id: string): boolean => {
    const found = detected[file];
    return found?.is === 'format' && found.format.id === id;
  };

  return {
    /** Undefined when no format reads the file. */
    formatOf(file: number): { readonly id: string; readonly why: string } | undefined {
      const found = detected[file];
      return found?.is === 'format' ? { id: found.format.id, why: found.detection.why } : undefined;
    },
    async readAll(): Promise<Records> {
      for (const source of sources) {
        detected.push(chosenFormat(chosen.get(source.path)) ?? (await detectSource(source, problems)));
      }
      const files = sources.map((_, file) => file);
      const isManifest = (file: number): boolean => isOf(file, 'incident-manifest');
      for (const file of files.filter(isManifest)) await parse(file);
      const manifestFile = chosenManifest([...manifests.keys()], sources, problems);
      const manifest = manifestFile === undefined ? undefined : manifests.get(manifestFile);
      // what the manifest calls a state is content, also where it looks like a record of something
      const stated = statedStates(manifest, manifestFile, sources);
      for (const file of stated) detected[file] = undefined;
      for (const file of files.filter((one) => !isManifest(one))) await parse(file);
      const states = new Set([
        ...stated,
        ...[...statesOfCalls(callLogs, sources)].filter((file) => detected[file]?.is !== 'format'),
      ]);
      for (const file of files) {
        const found = detected[file];
        if (found?.is === 'unreadable' && !states.has(file)) tell(file, unreadProblem(found, sources[file]));
      }
      return {
        manifest,
        manifestFile,
        spans,
        told,
        toolEvents,
        callLogs,
        wals,
        causalTraces,
        otherSeals,
        problems,
        counts,
        states,
      };
    },
  };
}

/** What the examiner said it is; undefined where nothing was said, or the format is gone. */
function chosenFormat(id: string | undefined): Detected | undefined {
  const format = FORMATS.find((one) => one.id === id);
  return format === undefined
    ? undefined
    : { is: 'format', format, detection: { confidence: 'certain', why: 'the examiner says so' } };
}

async function detectSource(source: ByteSource, problems: Problem[]): Promise<Detected | undefined> {
  try {
    return detectFormat(await source.read(0, HEAD_BYTES));
  } catch (error) {
    const why = readFailure(error);
    if (why === undefined) throw error;
    problems.push(unreadable(source.path, why));
    return undefined;
  }
}

function unreadProblem(
  found: Extract<Detected, { is: 'unreadable' }>,
  source: ByteSource | undefined,
): Problem {
  const { code, said, hint, line, byte } = found;
  return problem(code, source?.path ?? '', said, {
    ...(line === undefined ? {} : { line }),
    byte: byte ?? 0,
    ...(hint === undefined ? {} : { hint }),
    lostBytes: source?.size ?? 0,
  });
}

/** A bundle has one manifest: the one nearest to its top, then the first by path. */
function chosenManifest(
  files: readonly number[],
  sources: readonly ByteSource[],
  problems: Problem[],
): number | undefined {
  const depth = (file: number): number => (sources[file]?.path ?? '').split('/').length;
  const [first, ...others] = [...files].sort((a, b) => depth(a) - depth(b) || a - b);
  for (const other of others) {
    problems.push(
      problem(
        'manifest-malformed',
        sources[other]?.path ?? '',
        `The bundle has another manifest, ${sources[first as number]?.path}, which counts; this one was not followed.`,
        { hint: 'Give each incident its own bundle.' },
      ),
    );
  }
  return first;
}

async function completeEvidence(
  read: Records,
  sources: readonly ByteSource[],
  hashes: readonly string[],
  formatOf: (file: number) => { readonly id: string; readonly why: string } | undefined,
): Promise<Evidence> {
  const pathOf = (file: number): string => sources[file]?.path ?? '';
  const folded = await foldDuplicates(read.spans.build(), {
    path: pathOf,
    read: async (file, offset, length) => sources[file]?.read(offset, length) ?? new Uint8Array(0),
  });
  const torn = new Set(read.problems.filter(({ code }) => code === 'truncated').map(({ file }) => file));
  const logged = callsOfEvents(read.toolEvents, read.callLogs, pathOf, (file) => torn.has(pathOf(file)));
  const joined = joinToldFacts(folded.spans, read.told, pathOf);
  const countsOf = new Map(sources.map(({ path }, file) => [path, read.counts[file]]));
  for (const late of [folded.problems, joined.problems, logged.problems]) {
    for (const found of late) countsOf.get(found.file)?.toldLate(found);
  }
  const files = sources.map((source, index): EvidenceFile => {
    const format = formatOf(index);
    return {
      index,
      path: source.path,
      bytes: (source.original ?? source).size,
      ...(source.original === undefined ? {} : { decodedBytes: source.size }),
      sha256: hashes[index] ?? '',
      format: format?.id,
      ...(format === undefined ? {} : { detectedBy: format.why }),
      role: index === read.manifestFile ? 'manifest' : read.states.has(index) ? 'state' : undefined,
      ...countsMember(read.counts[index]),
      altered: false,
    };
  });
  const plain: Evidence = {
    files,
    manifest: read.manifest,
    spans: joined.spans,
    callLogs: [...read.callLogs, ...logged.callLogs],
    wals: read.wals,
    causalTraces: read.causalTraces,
    otherSeals: read.otherSeals,
    problems: [
      ...read.problems,
      ...folded.problems,
      ...joined.problems,
      ...logged.problems,
      ...tellFlushed(joined.spans, pathOf),
    ],
  };
  const { entryOf } = nameFiles(plain);
  const digests = await otherDigests(plain, sources);
  const roleOf = rolesOf(plain);
  return {
    ...plain,
    files: files.map((file) => {
      const stated = entryOf.get(file.index)?.sha256;
      return {
        ...file,
        ...(digests.has(file.index) ? { digests: digests.get(file.index) ?? {} } : {}),
        role: file.role ?? roleOf(file.index, entryOf.get(file.index)?.role),
        altered: stated !== undefined && stated !== file.sha256,
      };
    }),
  };
}

function countsMember(counts: RecordCounts | undefined): Pick<EvidenceFile, 'records' | 'counts'> {
  const found = (counts ?? createRecordCounts()).counts();
  return { records: found.accepted + found.folded, counts: found };
}

/** Digests in schemes other than SHA-256 that states claim for files of the bundle (design.md 3.1). */
async function otherDigests(
  evidence: Evidence,
  sources: readonly ByteSource[],
): Promise<ReadonlyMap<number, NonNullable<EvidenceFile['digests']>>> {
  const found = new Map<number, NonNullable<EvidenceFile['digests']>>();
  for (const { file, scheme } of digestsToCompute(evidence)) {
    const source = sources[file];
    if (source === undefined) continue;
    const digest = digestHex(scheme, await source.read(0, source.size));
    found.set(file, { ...found.get(file), [scheme]: digest });
  }
  return found;
}
