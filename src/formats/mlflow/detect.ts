import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

const STARTS = ['data.spans[].', '[].data.spans[].', 'trace.data.spans[].', 'traces[].data.spans[].'];

export function detectMlflow(head: Uint8Array): Detection | undefined {
  for (const { paths } of outlineOf(head).records) {
    for (const start of STARTS) {
      const has = (key: string): boolean => paths.has(`${start}${key}`);
      const info = [...paths].some((path) =>
        /(?:^|\.)(?:info|trace_info)\.(?:trace_id|request_id)$/.test(path),
      );
      const own = ['mlflow.spanType', 'mlflow.traceRequestId', 'mlflow.spanInputs'].some((key) =>
        has(`attributes.${key}`),
      );
      if ((has('span_id') || has('context.span_id')) && (info || own)) {
        return {
          confidence: 'certain',
          why: 'there are trace info and data with spans, as MLflow writes them',
        };
      }
    }
  }
  return undefined;
}
