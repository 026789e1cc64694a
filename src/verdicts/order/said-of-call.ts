import type { HistoryItem, SpanFacts, StepKind } from '../../model/span.ts';

/** What a span says of its call, in parts that can be held against those of another; undefined where it says nothing. */
export type Said = readonly (string | undefined)[];

/** Of a tool by its call id, of a model by the messages that went in and out. */
export const saidOfCall = (kind: StepKind | undefined, facts: SpanFacts): Said =>
  kind === 'tool' ? ofTool(facts) : ofModel(facts);

/** Calls and results by their ids, in their order; without ids by the tool. A history that is cut is no whole word. */
const ofModel = ({ inputHistory, outputHistory, historyCut }: SpanFacts): Said =>
  historyCut === true
    ? [undefined, undefined]
    : [inputHistory, outputHistory].map((items) =>
        items === undefined ? undefined : JSON.stringify(items.map(namesOf)),
      );

const namesOf = ({ is, callId, tool }: HistoryItem) => [is, callId ?? tool ?? ''];

/** Without a call id nothing shows that two tool spans are of one call. */
const ofTool = ({ callId, indices, toolInput, toolOutput }: SpanFacts): Said =>
  callId === undefined
    ? [undefined, undefined, undefined, undefined]
    : [
        callId,
        indices === undefined ? undefined : JSON.stringify(indices.map(({ key, raw }) => [key, raw])),
        toolInput?.equalityKey,
        toolOutput?.equalityKey,
      ];

/** @returns the positions of those that say all that any of them says, in their order; none of them: 'unknown'. */
export function agreement(said: readonly Said[]): readonly number[] | 'differ' | 'unknown' {
  const [outermost] = said;
  if (outermost === undefined || said.length < 2) return 'unknown';
  const parts = outermost.map((_, part) => new Set(said.flatMap((one) => one[part] ?? [])));
  if (parts.some((texts) => texts.size > 1)) return 'differ';
  // two spans that speak of different parts agree on nothing
  const isShared = parts.some((_, part) => said.filter((one) => one[part] !== undefined).length > 1);
  const whole = [...said.keys()].filter((i) =>
    said[i]?.every((text, part) => text !== undefined || parts[part]?.size === 0),
  );
  return isShared && whole.length > 0 ? whole : 'unknown';
}
