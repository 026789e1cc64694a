import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
} from '../../lib/json-value.ts';
import type { TraceEvent } from '../../model/causal-trace.ts';
import { deriveHops, type ModelHop } from './hops.ts';

/**
 * The document of `revl trace FILE --json` (revl-wal.md 6), to be written by `formatPythonJson`.
 * @param component limits the hops and not the count of events, as revl's `--component` does
 */
export function buildRevlTraceDocument(events: readonly TraceEvent[], component?: string): JsonObject {
  const hops = deriveHops(events).filter((hop) => component === undefined || hop.component === component);
  return new Map<string, Json>([
    ['events', new JsonNumber(String(events.length))],
    ['modelHops', hops.map(hopDocument)],
  ]);
}

function hopDocument(hop: ModelHop): JsonObject {
  const { llm } = hop;
  const value = (member: string): Json => llm.get(member) ?? null;
  const verifiedBy = value('verifiedBy');
  const document = new Map<string, Json>([
    ['seq', hop.seq],
    ['component', hop.component],
    ['capability', hop.capability],
    ['key', hop.key],
    ['model', new Map([pair('id', value('model')), provenance(llm, 'modelProvenance', 'host-reported')])],
    [
      'tokens',
      new Map([
        pair('in', value('tokensIn')),
        pair('out', value('tokensOut')),
        provenance(llm, 'usageProvenance', 'host-reported'),
      ]),
    ],
    [
      'latency',
      new Map([
        pair('seconds', value('latencySeconds')),
        provenance(llm, 'latencyProvenance', 'revl-measured-bracket'),
      ]),
    ],
    [
      'attempts',
      new Map([
        pair('count', value('attempts')),
        pair('ceiling', value('attemptCeiling')),
        provenance(llm, 'attemptsProvenance', 'revl-controlled'),
      ]),
    ],
    ['verifiedBy', isTruthy(verifiedBy) ? verifiedBy : []],
  ]);
  if (hop.activationId !== null) document.set('activationId', hop.activationId);
  const cost = llm.get('cost');
  if (isJsonObject(cost)) {
    document.set(
      'cost',
      new Map([
        pair('amount', cost.get('amount') ?? null),
        pair('currency', cost.get('currency') ?? null),
        provenance(cost, 'provenance', 'host-reported'),
      ]),
    );
  }
  if (hop.produced.length > 0) document.set('produced', hop.produced.map(producedDocument));
  const digest = llm.get('promptDigest');
  if (isJsonObject(digest)) document.set('promptDigest', digest);
  return document;
}

function producedDocument({ seq, event }: ModelHop['produced'][number]): JsonObject {
  const document = new Map([pair('seq', seq)]);
  if (event !== undefined) {
    document.set('capability', event.value.get('capability') ?? null);
    document.set('key', event.value.get('key') ?? null);
  }
  return document;
}

const pair = (member: string, value: Json): [string, Json] => [member, value];

/** An absent or empty word takes the default one. */
function provenance(object: JsonObject, member: string, word: string): [string, Json] {
  const stated = object.get(member) ?? null;
  return ['provenance', isTruthy(stated) ? stated : word];
}

/** Python's truth of a parsed JSON value. */
function isTruthy(value: Json): boolean {
  if (isJsonNumber(value)) return Number(value.token) !== 0;
  if (isJsonArray(value)) return value.length > 0;
  if (isJsonObject(value)) return value.size > 0;
  return Boolean(value);
}
