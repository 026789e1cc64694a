import type { StoredBytes } from '../model/case-store.ts';
import type { ToldSession } from '../model/document-writers.ts';
import type { OrderReading, Step } from '../model/order.ts';
import type { Problem } from '../model/problem.ts';
import type { EvidenceKey, LogReading } from '../model/seal.ts';
import type { Evidence, SessionGroup } from '../model/session.ts';
import type { WalFile } from '../model/wal.ts';
import { type JoinedSpan, joinSpans } from '../verdicts/causal/join-spans.ts';
import { deriveCalls, type JudgedCall } from '../verdicts/compare/derive-calls.ts';
import { deriveOrder } from '../verdicts/order/derive-order.ts';
import { DEFAULT_INDEX_NAMES } from '../verdicts/order/index-names.ts';
import type { OrderInput } from '../verdicts/order/order-input.ts';
import { findKeyProblems } from '../verdicts/seal/key-problems.ts';
import { readLog } from '../verdicts/seal/read-log.ts';
import { findSealsSharedByLogs, findSuspicions } from '../verdicts/seal/suspicions.ts';
import { deriveSession } from '../verdicts/session/derive-session.ts';
import { type Grouping, groupSessions } from '../verdicts/session/group.ts';
import type { Assumed } from './messages.ts';
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
  orderInput(group: number, assumed: Assumed): OrderInput;
  order(group: number, assumed: Assumed): OrderReading;
  /** Model spans of a session and the log's decisions of the same completions. */
  joined(group: number): readonly JoinedSpan[];
  log(wal: WalFile, assumed: Assumed, held: HeldKeys): Promise<LogReading>;
  session(group: number, assumed: Assumed, held: HeldKeys): Promise<ToldSession>;
  /** The evidence's own and everything the rules found. */
  problems(assumed: Assumed, held: HeldKeys): Promise<readonly Problem[]>;
  /** Bytes of an evidence file. */
  source(file: number): Promise<StoredBytes>;
}

/** Pinned and not, and one before that: what undo goes back and forth between. */
const ORDERS_KEPT = 3;
const READINGS_KEPT = 3;
/** Only assumed parents and the table of index names change what the steps are; pins judge no call anew. */
const JUDGEMENTS_KEPT = 2;

export function createCaseReader(
  evidence: Evidence,
  source: (file: number) => Promise<StoredBytes>,
): CaseReader {
  const grouping: Grouping = groupSessions(evidence);
  const { groups } = grouping;
  const positions = new Map(groups.map((group, i) => [group.id, i]));
  const orders = groups.map((): Recent<OrderReading> => createRecent(ORDERS_KEPT));
  const readings = groups.map((): Recent<Promise<ToldSession>> => createRecent(READINGS_KEPT));
  const judgements = groups.map((): Recent<readonly JudgedCall[]> => createRecent(JUDGEMENTS_KEPT));
  const joins: (readonly JoinedSpan[] | undefined)[] = [];
  const logs = new Map<WalFile, Recent<Promise<LogReading>>>();
  const allProblems = createRecent<Promise<readonly Problem[]>>(READINGS_KEPT);

  const plainInput = (group: SessionGroup, names: Assumed['names']): OrderInput => ({
    spans: evidence.spans,
    rows: group.rows,
    calls: group.recorded.flatMap((log) => log.calls),
    logs: group.wals,
    pins: [],
    assumedParents: [],
    names: names ?? DEFAULT_INDEX_NAMES,
  });
  const groupAt = (at: number): SessionGroup => {
    const group = groups[at];
    if (group === undefined) throw new RangeError(`no session ${at} of ${groups.length}`);
    return group;
  };
  const orderOf = (at: number, input: OrderInput): OrderReading => {
    const { pins, assumedParents, names } = input;
    const key = keyOf(names, pins, assumedParents);
    const recent = orders[at];
    return recent === undefined ? deriveOrder(input) : recent.get(key, () => deriveOrder(input));
  };

  /** The replay's traces are ordered for their steps alone, and only where no log of a replay answers. */
  const replayedSteps = ({ replayedRows, replayed }: SessionGroup, plain: OrderInput): readonly Step[] =>
    replayedRows === undefined || replayed.length > 0
      ? []
      : deriveOrder({ ...plain, rows: replayedRows, calls: [], logs: [] }).steps;
  const judgedOf = (at: number, input: OrderInput, steps: readonly Step[]): readonly JudgedCall[] => {
    const group = groupAt(at);
    const plain = plainInput(group, input.names);
    const derive = () => deriveCalls(group, evidence, steps, replayedSteps(group, plain));
    return judgements[at]?.get(keyOf(input.names, input.assumedParents), derive) ?? derive();
  };

  const reader: CaseReader = {
    evidence,
    groups,
    source,
    indexOf: (session) => positions.get(session),
    orderInput(at, assumed) {
      const group = groupAt(at);
      const plain = plainInput(group, assumed.names);
      if (assumed.pins.length === 0 && assumed.assumedParents.length === 0) return plain;
      const isOfSession = ({ session }: { readonly session?: string }): boolean =>
        session === undefined || session === group.id;
      const ids = new Set(orderOf(at, plain).steps.map(({ id }) => id));
      const spans = new Set(
        Array.from(group.rows, (row) => evidence.spans.strings[evidence.spans.spanId[row] ?? 0]),
      );
      return {
        ...plain,
        pins: assumed.pins.filter((pin) => isOfSession(pin) && ids.has(pin.before) && ids.has(pin.after)),
        assumedParents: assumed.assumedParents.filter((one) => isOfSession(one) && spans.has(one.span)),
      };
    },
    order: (at, assumed) => orderOf(at, reader.orderInput(at, assumed)),
    joined(at) {
      const { rows, wals } = groupAt(at);
      joins[at] ??= joinSpans(evidence.spans, rows, wals);
      return joins[at] as readonly JoinedSpan[];
    },
    log(wal, { expectSealed }, held) {
      const recent = logs.get(wal) ?? createRecent<Promise<LogReading>>(READINGS_KEPT);
      logs.set(wal, recent);
      return recent.get(`${held.version} ${expectSealed}`, () => readLog(wal, held.keys, { expectSealed }));
    },
    session(at, assumed, held) {
      const group = groupAt(at);
      const input = reader.orderInput(at, assumed);
      const { pins, assumedParents, names } = input;
      const key = keyOf(names, pins, assumedParents, held.version, assumed.expectSealed);
      const derive = async (): Promise<ToldSession> => {
        const readLogs = await Promise.all(group.wals.map((wal) => reader.log(wal, assumed, held)));
        const order = orderOf(at, input);
        const judged = judgedOf(at, input, order.steps);
        return toldSession(deriveSession(group, evidence, { order, judged, logs: readLogs }));
      };
      return readings[at]?.get(key, derive) ?? derive();
    },
    problems: (assumed, held) =>
      allProblems.get(`${held.version} ${assumed.expectSealed}`, async () => {
        const pathOf = (file: number): string => evidence.files[file]?.path ?? '';
        const found: Problem[] = [...evidence.problems, ...grouping.problems];
        for (const wal of evidence.wals) {
          found.push(...findSuspicions(wal, await reader.log(wal, assumed, held), pathOf(wal.file)));
        }
        const byPath = evidence.wals.map((wal) => ({ wal, path: pathOf(wal.file) }));
        byPath.sort((a, b) => (a.path < b.path ? -1 : 1));
        found.push(...findSealsSharedByLogs(byPath), ...findKeyProblems(held.keys, evidence.files));
        return found;
      }),
  };
  return reader;
}

/** What a derivation rests on, as text. The built-in table of index names is not spelled out. */
const keyOf = (names: OrderInput['names'], ...parts: readonly unknown[]): string =>
  JSON.stringify([names === DEFAULT_INDEX_NAMES ? 'built-in' : names, ...parts]);

/** Every session, one after the other; with turns for others between them. */
export async function readSessions(
  reader: CaseReader,
  assumed: Assumed,
  held: HeldKeys,
  pace: Pace,
  onDone: (done: number, total: number) => void = () => undefined,
): Promise<readonly ToldSession[]> {
  const told: ToldSession[] = [];
  for (let at = 0; at < reader.groups.length; at++) {
    await pace.turn();
    told.push(await reader.session(at, assumed, held));
    onDone(told.length, reader.groups.length);
  }
  return told;
}
