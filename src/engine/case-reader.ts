import { pushAll } from '../lib/push-all.ts';
import type { StoredBytes } from '../model/case-store.ts';
import type { ToldSession } from '../model/document-writers.ts';
import type { OrderReading, Pin, Step } from '../model/order.ts';
import type { OtherSealReading } from '../model/other-seal.ts';
import type { Comparison } from '../model/people.ts';
import type { Problem } from '../model/problem.ts';
import type { EvidenceKey, LogReading } from '../model/seal.ts';
import type { Evidence, SessionGroup } from '../model/session.ts';
import type { WalFile } from '../model/wal.ts';
import { type JoinedSpan, joinSpans } from '../verdicts/causal/join-spans.ts';
import { deriveCalls, type JudgedCall } from '../verdicts/compare/derive-calls.ts';
import type { PinPreview } from '../verdicts/order/preview-pins.ts';
import { readOrder } from '../verdicts/order/read-order.ts';
import { findKeyProblems } from '../verdicts/seal/key-problems.ts';
import { readOtherSeals } from '../verdicts/seal/other-seals.ts';
import { readLog } from '../verdicts/seal/read-log.ts';
import { findSealsSharedByLogs, findSuspicions } from '../verdicts/seal/suspicions.ts';
import { compareSessions } from '../verdicts/session/compare-sessions.ts';
import { deriveSession } from '../verdicts/session/derive-session.ts';
import { type Grouping, groupSessions } from '../verdicts/session/group.ts';
import { type Corpus, createCorpus } from './corpus.ts';
import type { Assumed } from './messages.ts';
import { createOrderReader, keyOf, type OwnAssumed } from './order-reader.ts';
import type { Pace } from './pace.ts';
import { createRecent, type Recent } from './recent.ts';
import { toldSession } from './told-session.ts';

/** Keys by which verdicts are derived; `version` changes whenever a key comes or goes. */
export interface HeldKeys {
  readonly version: number;
  readonly keys: readonly EvidenceKey[];
}

/** Everything that can be derived from one case. Each stage is kept and derived again only for what it depends on. */
export interface CaseReader {
  readonly evidence: Evidence;
  readonly groups: readonly SessionGroup[];
  /** Position in `groups`; undefined when there is no such session. */
  indexOf(session: string): number | undefined;
  order(group: number, assumed: Assumed): OrderReading;
  /** What more pins would do to the order of a session. */
  preview(group: number, assumed: Assumed, add: readonly Pin[]): PinPreview;
  /** Model spans of a session and the log's decisions of the same completions. */
  joined(group: number): readonly JoinedSpan[];
  log(wal: WalFile, assumed: Assumed, held: HeldKeys): Promise<LogReading>;
  session(group: number, assumed: Assumed, held: HeldKeys): Promise<ToldSession>;
  /** All sessions as rows, as far as they were judged. */
  corpus(assumed: Assumed, held: HeldKeys): Corpus;
  otherSeals(held: HeldKeys): Promise<readonly OtherSealReading[]>;
  /** The evidence's own and everything the rules found. */
  problems(assumed: Assumed, held: HeldKeys): Promise<readonly Problem[]>;
  /** Bytes of an evidence file. */
  source(file: number): Promise<StoredBytes>;
}

/** Sessions of which everything derived is kept; of the others it is derived again when they are asked for. */
const SESSIONS_KEPT = 256;
/** Rows of all sessions, with what is assumed now and before. */
const CORPORA_KEPT = 2;
/** As many as orders are kept: undo goes back and forth between them. */
const READINGS_KEPT = 3;
/** Only assumed parents and the table of index names change what the steps are; pins judge no call anew. */
const JUDGEMENTS_KEPT = 2;

/** @param comparisons sessions that the examiner compares: another grouping, so another reader. */
export function createCaseReader(
  evidence: Evidence,
  source: (file: number) => Promise<StoredBytes>,
  comparisons: readonly Comparison[] = [],
): CaseReader {
  const grouping: Grouping = groupSessions(evidence);
  const groups = compareSessions(grouping.groups, comparisons);
  const positions = new Map(groups.map((group, i) => [group.id, i]));
  const readSession = (group: SessionGroup) => ({
    group,
    orders: createOrderReader(evidence, group),
    readings: createRecent<Promise<ToldSession>>(READINGS_KEPT),
    judgements: createRecent<readonly JudgedCall[]>(JUDGEMENTS_KEPT),
    joined: createRecent<readonly JoinedSpan[]>(1),
  });
  const sessions = createRecent<ReturnType<typeof readSession>>(SESSIONS_KEPT);
  const corpora = createRecent<Corpus>(CORPORA_KEPT);
  const logs = new Map<WalFile, Recent<Promise<LogReading>>>();
  const sealReadings = createRecent<Promise<readonly OtherSealReading[]>>(READINGS_KEPT);
  const allProblems = createRecent<Promise<readonly Problem[]>>(READINGS_KEPT);

  const sessionAt = (at: number) => {
    const group = groups[at];
    if (group === undefined) throw new RangeError(`no session ${at} of ${groups.length}`);
    return sessions.get(String(at), () => readSession(group));
  };

  /** The replay's traces are ordered for their steps alone, and only where no log of a replay answers. */
  const replayedSteps = (
    { replayedRows, replayed }: SessionGroup,
    names: OwnAssumed['names'],
  ): readonly Step[] =>
    replayedRows === undefined || replayed.length > 0
      ? []
      : readOrder({
          spans: evidence.spans,
          rows: replayedRows,
          calls: [],
          logs: [],
          assumedParents: [],
          names,
        }).found.steps;
  const judgedOf = (at: number, { names, assumedParents }: OwnAssumed, steps: readonly Step[]) => {
    const { group, judgements } = sessionAt(at);
    return judgements.get(keyOf(names, assumedParents), () =>
      deriveCalls(group, evidence, steps, replayedSteps(group, names)),
    );
  };

  const reader: CaseReader = {
    evidence,
    groups,
    source,
    indexOf: (session) => positions.get(session),
    order(at, assumed) {
      const { orders } = sessionAt(at);
      return orders.order(orders.own(assumed));
    },
    preview(at, assumed, add) {
      const { orders } = sessionAt(at);
      return orders.preview(orders.own(assumed), add);
    },
    joined(at) {
      const { group, joined } = sessionAt(at);
      return joined.get('', () => joinSpans(evidence.spans, group.rows, group.wals));
    },
    log(wal, { expectSealed }, held) {
      const recent = logs.get(wal) ?? createRecent<Promise<LogReading>>(READINGS_KEPT);
      logs.set(wal, recent);
      return recent.get(`${held.version} ${expectSealed}`, () => readLog(wal, held.keys, { expectSealed }));
    },
    session(at, assumed, held) {
      const { group, orders, readings } = sessionAt(at);
      const own = orders.own(assumed);
      const { pins, assumedParents, names } = own;
      const key = keyOf(names, pins, assumedParents, held.version, assumed.expectSealed);
      const derive = async (): Promise<ToldSession> => {
        const readLogs = await Promise.all(group.wals.map((wal) => reader.log(wal, assumed, held)));
        const order = orders.order(own);
        const judged = judgedOf(at, own, order.steps);
        return toldSession(deriveSession(group, evidence, { order, judged, logs: readLogs }));
      };
      return readings.get(key, derive);
    },
    corpus(assumed, held) {
      const { names, pins, assumedParents, expectSealed } = assumed;
      const key = JSON.stringify([names, pins, assumedParents, held.version, expectSealed]);
      return corpora.get(key, () => createCorpus(reader, assumed, held));
    },
    otherSeals: (held) =>
      sealReadings.get(String(held.version), () =>
        readOtherSeals(evidence.otherSeals, held.keys, evidence.files),
      ),
    problems: (assumed, held) =>
      allProblems.get(`${held.version} ${assumed.expectSealed}`, async () => {
        const pathOf = (file: number): string => evidence.files[file]?.path ?? '';
        const found: Problem[] = [...evidence.problems, ...grouping.problems];
        for (const wal of evidence.wals) {
          pushAll(found, findSuspicions(wal, await reader.log(wal, assumed, held), pathOf(wal.file)));
        }
        const byPath = evidence.wals.map((wal) => ({ wal, path: pathOf(wal.file) }));
        byPath.sort((a, b) => (a.path < b.path ? -1 : 1));
        pushAll(found, findSealsSharedByLogs(byPath));
        pushAll(found, findKeyProblems(held.keys, evidence.files));
        return found;
      }),
  };
  return reader;
}

/** The first sessions, all where it is not said, one after the other; with turns for others between them. */
export async function readSessions(
  reader: CaseReader,
  assumed: Assumed,
  held: HeldKeys,
  pace: Pace,
  count = reader.groups.length,
): Promise<readonly ToldSession[]> {
  const told: ToldSession[] = [];
  for (let at = 0; at < count; at++) {
    await pace.turn();
    told.push(await reader.session(at, assumed, held));
  }
  return told;
}
