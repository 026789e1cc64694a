import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['[].', '[][].', ''];

export function detectZipkin(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const has = (key: string): boolean => paths.has(`${start}${key}`);
      if (!has('traceId') || !has('id') || has('spanId')) continue;
      const sure = has('localEndpoint') || has('annotations') || has('localEndpoint.serviceName');
      if (sure)
        return {
          confidence: 'certain',
          why: 'a span has traceId, id and localEndpoint, as Zipkin writes it',
        };
      if (has('timestamp') || has('kind') || has('duration')) {
        return { confidence: 'likely', why: 'a span has traceId, id and a timestamp, as Zipkin writes it' };
      }
    }
  }
  return undefined;
}
