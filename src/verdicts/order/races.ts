import { type Adjacency, adjacencyOf } from '../../lib/adjacency.ts';
import { pushTo } from '../../lib/push-to.ts';
import type { CallRecord } from '../../model/call.ts';
import { type Edge, type OrderQuestion, PAIR_LIST_CAP } from '../../model/order.ts';
import type { StepCall } from './bases/fingerprint.ts';
import type { OpenPairs } from './questions.ts';
import type { Steps } from './steps.ts';

/** A call that touches a resource. */
interface Touch {
  readonly step: number;
  readonly writes: boolean;
}

/**
 * Effect races (design.md 5.3): two calls on one resource, of which at least one writes, in different contexts, that no
 * edges lead from one to the other; pairs of one context are asked there. A parent's edge leads to what was started
 * inside it and none leads out again, so an edge between two agents does not order the calls inside them.
 *
 * @param edges neighbours of the whole session, parents included; a pair that is only ordered along a cycle counts as open.
 */
export function findRaces({ steps }: Steps, calls: readonly StepCall[], edges: readonly Edge[]): OpenPairs {
  const touched = contestedResources(calls, (step) => steps[step]?.context ?? -1);
  if (touched.size === 0) return { questions: [], count: 0 };
  const graph = sortGraph(steps.length, edges);
  const sources = [...new Set([...touched.values()].flatMap((touches) => touches.map(({ step }) => step)))];
  sources.sort((a, b) => (graph.place[a] as number) - (graph.place[b] as number) || a - b);
  const resourcesOf = new Map<number, string[]>();
  for (const [resource, touches] of touched)
    for (const { step } of touches) pushTo(resourcesOf, step, resource);

  const questions: OrderQuestion[] = [];
  let count = 0;
  for (let from = 0; from < sources.length; from += BATCH) {
    const batch = sources.slice(from, from + BATCH);
    const isReached = reachOf(graph, batch);
    for (const [nth, a] of batch.entries()) {
      const asked = new Set<number>();
      for (const resource of resourcesOf.get(a) ?? []) {
        const touches = touched.get(resource) ?? [];
        const own = touches.find(({ step }) => step === a);
        for (const { step: b, writes } of touches) {
          if (own === undefined || !isLater(graph, b, a) || !(writes || own.writes)) continue;
          if (steps[a]?.context === steps[b]?.context || asked.has(b) || isReached(nth, b)) continue;
          asked.add(b);
          count++;
          if (questions.length === PAIR_LIST_CAP) continue;
          const [first, second] = a < b ? [a, b] : [b, a];
          questions.push({ a: first, b: second, order: 'effect', why: 'race', overlap: undefined, resource });
        }
      }
    }
  }
  return { questions: questions.sort((x, y) => x.a - y.a || x.b - y.b), count };
}

/** Resources that calls of several contexts touch and that some call writes, with those calls. */
function contestedResources(
  calls: readonly StepCall[],
  contextOf: (step: number) => number,
): ReadonlyMap<string, readonly Touch[]> {
  const touched = new Map<string, Map<number, boolean>>();
  for (const { step, call } of calls) {
    for (const { resource } of [...(call.preState ?? []), ...(call.postState ?? [])]) {
      if (resource === undefined) continue;
      const byStep = touched.get(resource) ?? new Map<number, boolean>();
      byStep.set(step, byStep.get(step) === true || writesTo(call, resource));
      touched.set(resource, byStep);
    }
  }
  const contested = new Map<string, readonly Touch[]>();
  for (const [resource, byStep] of touched) {
    const contexts = new Set([...byStep.keys()].map(contextOf));
    if (contexts.size < 2 || ![...byStep.values()].includes(true)) continue;
    contested.set(
      resource,
      [...byStep].map(([step, writes]) => ({ step, writes })),
    );
  }
  return contested;
}

/** Unstated effects count as a write; of a full list of what a call left, only what stands in it. */
function writesTo({ effects, coverage, postState }: CallRecord, resource: string): boolean {
  if (effects === 'read' || effects === 'none') return false;
  return (
    postState === undefined ||
    coverage === 'partial' ||
    postState.some((state) => state.resource === resource)
  );
}

interface Graph extends Adjacency {
  /** Steps before what they lead to; steps on cycles are left out. */
  readonly order: Int32Array;
  /** Position in `order`; behind all others for a step on a cycle. */
  readonly place: Int32Array;
}

function sortGraph(size: number, edges: readonly Edge[]): Graph {
  const { first, next } = adjacencyOf(size, edges);
  const waiting = new Int32Array(size);
  for (const to of next) waiting[to] = (waiting[to] as number) + 1;
  const order = new Int32Array(size);
  let done = 0;
  for (let step = 0; step < size; step++) if (waiting[step] === 0) order[done++] = step;
  for (let taken = 0; taken < done; taken++) {
    const step = order[taken] as number;
    for (let at = first[step] as number; at < (first[step + 1] as number); at++) {
      const to = next[at] as number;
      waiting[to] = (waiting[to] as number) - 1;
      if (waiting[to] === 0) order[done++] = to;
    }
  }
  const place = new Int32Array(size).fill(size);
  for (let i = 0; i < done; i++) place[order[i] as number] = i;
  return { order: order.slice(0, done), place, first, next };
}

const isLater = ({ place }: Graph, b: number, a: number): boolean => {
  const [x, y] = [place[a] as number, place[b] as number];
  return y > x || (y === x && b > a);
};

/** Sources that are followed at once: a bit of each in every step. */
const BATCH = 512;

/** Whether edges lead from the nth source of a batch to a step. */
function reachOf(
  { order, first, next }: Graph,
  batch: readonly number[],
): (nth: number, to: number) => boolean {
  const words = (batch.length + 31) >>> 5;
  const bits = new Uint32Array(words * (first.length - 1));
  for (const [nth, step] of batch.entries()) {
    const at = step * words + (nth >>> 5);
    bits[at] = (bits[at] as number) | (1 << (nth & 31));
  }
  for (const step of order) {
    for (let at = first[step] as number; at < (first[step + 1] as number); at++) {
      const to = (next[at] as number) * words;
      for (let w = 0; w < words; w++)
        bits[to + w] = (bits[to + w] as number) | (bits[step * words + w] as number);
    }
  }
  return (nth, to) => (((bits[to * words + (nth >>> 5)] as number) >>> (nth & 31)) & 1) === 1;
}
