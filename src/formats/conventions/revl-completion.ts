import { crossingKey } from '../../model/crossing-key.ts';
import type { Attributes } from '../spans/attributes.ts';

/** `<component>#g<generation>#a<n>` (revl-wal.md 6). */
const ACTIVATION = /^(.+)#g[0-9]+#a[0-9]+$/;

/** The key by which a span of revl's own exporter is joined to the log's decision; undefined for any other span. */
export function completionKey(attributes: Attributes, activationId: string | undefined): string | undefined {
  const latencySeconds = attributes.get('revl.llm.latency');
  if (latencySeconds === undefined || activationId === undefined) return undefined;
  return crossingKey({
    component: ACTIVATION.exec(activationId)?.[1],
    model: attributes.get('gen_ai.request.model'),
    tokensIn: attributes.get('gen_ai.usage.input_tokens'),
    tokensOut: attributes.get('gen_ai.usage.output_tokens'),
    latencySeconds,
  });
}
