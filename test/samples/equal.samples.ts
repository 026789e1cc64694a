import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/intake/byte-source.ts';
import { type Span, spanAt } from '../../src/model/span-table.ts';
import { findingsOf } from '../engine/open-bundle-of.ts';
import { collect } from './collect.ts';

/** Files of another project that hold one trace three times (formats.md 4.3); not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/samples/traces');
const [LINES, DOCUMENT, JAEGER] = [
  'jaegerui-otlp-multi.jsonl',
  'jaegerui-otlp-multi-combined.json',
  'jaegerui-otlp2jaeger-multi-out.json',
] as const;

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, file)));

/** Jaeger knows microseconds only. */
const micros = (time: bigint | undefined): string => String(time === undefined ? undefined : time / 1000n);
const essence = ({ traceId, spanId, parentId, name, start, end, resource }: Span) =>
  [traceId, spanId, parentId, name, micros(start), micros(end), resource.serviceName].join(' ');

async function spansOf(file: string): Promise<readonly string[]> {
  const { spans } = await collect(memorySource(file, bytesOf(file)));
  return Array.from({ length: spans.count }, (_, row) => essence(spanAt(spans, row))).sort();
}

async function sessionsOf(...files: readonly string[]) {
  const { sessions } = await findingsOf(Object.fromEntries(files.map((file) => [file, bytesOf(file)])));
  return sessions.map(({ inputs: _inputs, ...rest }) => rest);
}

describe.runIf(existsSync(join(FOLDER, LINES)))('one trace as lines, as a document and out of Jaeger', () => {
  it.each([DOCUMENT, JAEGER])('has the same spans in %s', async (file) => {
    const wanted = await spansOf(LINES);
    expect(wanted.length).toBeGreaterThan(1);
    expect(await spansOf(file)).toEqual(wanted);
  });

  it.each([DOCUMENT, JAEGER])('is the same session in %s', async (file) => {
    const wanted = await sessionsOf(LINES);
    expect(wanted).toHaveLength(1);
    expect(await sessionsOf(file)).toEqual(wanted);
  });

  it('is one session still when lines and document lie in one bundle', async () => {
    expect(await sessionsOf(LINES, DOCUMENT)).toEqual(await sessionsOf(LINES));
  });
});
