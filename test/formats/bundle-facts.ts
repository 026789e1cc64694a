import { readEvidence } from '../../src/engine/read-evidence.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import type { SpanFacts } from '../../src/model/span.ts';

/** What the engine reads out of some files (bytes, texts, or values that are written as JSON); facts of the spans by name. */
export async function bundleFacts(dropped: Readonly<Record<string, unknown>>) {
  const bytesOf = (value: unknown): Uint8Array =>
    value instanceof Uint8Array
      ? value
      : new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
  const sources = Object.entries(dropped).map(([path, value]) => memorySource(path, bytesOf(value)));
  const { evidence } = await readEvidence(sources, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const { spans, problems, files, callLogs } = evidence;
  const facts = new Map<string, SpanFacts | undefined>();
  for (let row = 0; row < spans.count; row++) {
    facts.set(spans.strings[spans.name[row] ?? 0] ?? '', spans.facts.get(row));
  }
  return { facts, spans, problems, files, callLogs };
}
