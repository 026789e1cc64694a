import { exactForm } from '../lib/json-exact-form.ts';
import { isJsonNumber, type Json } from '../lib/json-value.ts';

/** What a record of a model completion says of it, on whichever file; absent is undefined. */
export interface CompletionValues {
  readonly component: Json | undefined;
  readonly model: Json | undefined;
  readonly tokensIn: Json | undefined;
  readonly tokensOut: Json | undefined;
  readonly latencySeconds: Json | undefined;
}

/**
 * What a log's decision and a span of the same completion have in common (revl-wal.md 6). Undefined without a component
 * or a measured latency: the rest repeats from call to call.
 */
export function crossingKey(values: CompletionValues): string | undefined {
  const { component, model, tokensIn, tokensOut, latencySeconds } = values;
  if (typeof component !== 'string' || !isJsonNumber(latencySeconds)) return undefined;
  return exactForm([component, model ?? null, tokensIn ?? null, tokensOut ?? null, latencySeconds]);
}
