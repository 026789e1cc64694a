import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

/** OTLP in JSON by its keys (formats.md 1.0); Tempo's own envelopes are told apart before. */
export function detectOtlpJson(head: Uint8Array): Detection | undefined {
  const { records } = outlineOf(head);
  for (const { paths, is } of records) {
    const start = is === 'array' ? '[].' : '';
    for (const key of ['resourceSpans', 'resource_spans']) {
      for (const wrapper of ['', 'data.', 'result.', 'body.', 'data[].']) {
        if (paths.has(`${start}${wrapper}${key}`))
          return { confidence: 'certain', why: `there is a ${wrapper}${key}` };
      }
    }
    for (const key of ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans']) {
      if (paths.has(`${start}${key}`)) return { confidence: 'certain', why: `a record has ${key}` };
    }
    if (paths.has(`${start}startTimeUnixNano`) && paths.has(`${start}spanId`)) {
      return { confidence: 'certain', why: 'a record is a span of OTLP' };
    }
    if (paths.has('scope') && paths.has('spans[].spanId')) {
      return { confidence: 'certain', why: 'a record has a scope and its spans' };
    }
  }
  const other = ['resourceLogs', 'resourceMetrics', 'resource_logs', 'resource_metrics'].find((key) =>
    records.some(({ paths }) => paths.has(key)),
  );
  return other === undefined
    ? undefined
    : { confidence: 'likely', why: `there is a ${other}, a signal of OTLP beside the spans` };
}
