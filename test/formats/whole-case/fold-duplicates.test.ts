import { describe, expect, it } from 'vitest';
import { foldDuplicates } from '../../../src/formats/whole-case/fold-duplicates.ts';
import { tellFlushed } from '../../../src/formats/whole-case/tell-flushed.ts';
import { type SpanTable, SpanTableBuilder, spanAt } from '../../../src/model/span-table.ts';
import { attr, BASE, grouped, request, span, spanId, TRACE } from '../otlp-json/otlp-builder.ts';
import {
  attribute,
  hex,
  message,
  group as protoGroup,
  request as protoRequest,
  textValue,
} from '../otlp-proto/proto-builder.ts';
import { readEvidence } from '../read-evidence.ts';

/** Several files in one case. */
async function caseOf(
  files: Readonly<Record<string, object>>,
): Promise<{ table: SpanTable; names: string[]; texts: Uint8Array[] }> {
  const builder = new SpanTableBuilder();
  const texts: Uint8Array[] = [];
  const names = Object.keys(files);
  for (const [i, content] of Object.values(files).entries()) {
    texts.push(content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content)));
    for (const record of (await readEvidence(content, names[i])).spans) builder.add(record, i);
  }
  return { table: builder.build(), names, texts };
}

async function folded(files: Readonly<Record<string, object>>) {
  const { table, names, texts } = await caseOf(files);
  const { spans, problems } = await foldDuplicates(table, {
    path: (file) => names[file] ?? '',
    read: async (file, offset, length) => (texts[file] ?? new Uint8Array(0)).slice(offset, offset + length),
  });
  const rows = Array.from({ length: spans.count }, (_, row) => spanAt(spans, row));
  return {
    rows,
    problems: problems.map(({ code, file }) => `${code} ${file}`),
    said: problems.map(({ said }) => said),
  };
}

const one = span(1, { attributes: [attr('gen_ai.operation.name', 'chat')] });

describe('spans that stand in the case several times', () => {
  it('folds copies that say the same and keeps the facts of the others', async () => {
    const { rows, problems } = await folded({ 'a.json': request(grouped([span(9), one, one, one])) });
    expect(rows.map(({ spanId: id }) => id)).toEqual([spanId(9), spanId(1)]);
    expect(rows[1]?.facts.stepKind).toBe('model');
    expect(problems).toEqual(['duplicate-folded a.json']);
  });

  it('folds copies spelled in another way in another file', async () => {
    const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
    const respelled = {
      attributes: [{ value: { stringValue: 'chat' }, key: 'gen_ai.operation.name' }],
      name: 'span 1',
      kind: 'SPAN_KIND_INTERNAL',
      trace_id: b64(TRACE),
      span_id: b64(spanId(1)),
      start_time_unix_nano: Number(0),
      startTimeUnixNano: String(BASE + 1_000_001n),
      endTimeUnixNano: String(BASE + 1_500_004n),
    };
    const { rows, problems } = await folded({
      'b.json': { batches: [grouped([respelled])] },
      'a.json': request(grouped([one])),
    });
    expect(rows).toHaveLength(1);
    // the file whose name sorts first keeps its copy
    expect(problems).toEqual(['duplicate-folded b.json']);
  });

  it('folds copies in protobuf and in JSON', async () => {
    const json = span(1, {
      droppedEventsCount: 0,
      links: [],
      attributes: [attr('gen_ai.operation.name', 'chat')],
    });
    const binary = protoRequest(
      protoGroup([
        message(
          [1, hex(TRACE)],
          [2, hex(spanId(1))],
          [5, 'span 1'],
          [6, 1],
          [7, { fixed64: BASE + 1_000_001n }],
          [8, { fixed64: BASE + 1_500_004n }],
          [9, attribute('gen_ai.operation.name', textValue('chat'))],
        ),
      ]),
    );
    const { rows, problems } = await folded({ 'a.json': request(grouped([json])), 'b.pb': binary });
    expect(rows).toHaveLength(1);
    expect(problems).toEqual(['duplicate-folded b.pb']);
  });

  it('keeps unlike ones as variants and tells them', async () => {
    const other = span(1, { name: 'something else' });
    const { rows, problems, said } = await folded({
      'a.json': request(grouped([one, other])),
      'b.json': request(grouped([one])),
    });
    expect(rows.map(({ name }) => name)).toEqual(['span 1', 'something else']);
    expect(problems).toEqual(['duplicate-folded b.json', 'duplicate-id a.json']);
    expect(said[1]).toContain(spanId(1));
  });

  it('an attribute, an event, a link or the resource makes a difference', async () => {
    for (const other of [
      span(1, { attributes: [attr('gen_ai.operation.name', 'chat'), attr('x', 1)] }),
      { ...one, events: [{ name: 'e', timeUnixNano: '1' }] },
      { ...one, links: [{ traceId: TRACE, spanId: spanId(5) }] },
    ]) {
      expect((await folded({ a: request(grouped([one, other])) })).problems).toEqual(['duplicate-id a']);
    }
    expect(
      (await folded({ a: request(grouped([one]), grouped([one], { 'service.name': 'other' })) })).problems,
    ).toEqual(['duplicate-id a']);
  });

  it('equal ids in two traces are no duplicates', async () => {
    const { rows, problems } = await folded({
      a: request(grouped([one, { ...one, traceId: 'f'.repeat(32) }])),
    });
    expect(rows).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe('ends at flush (formats.md 3.8)', () => {
  const at = (n: number, start: number, end: number, parent?: number) =>
    span(n, {
      startTimeUnixNano: String(BASE + BigInt(start) * 1_000_000n),
      endTimeUnixNano: String(BASE + BigInt(end) * 1_000_000n),
      ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
    });

  it('tells a trace whose children were all closed together', async () => {
    const { table } = await caseOf({
      a: request(
        grouped([
          at(1, 0, 17_000),
          at(2, 10, 17_000, 1),
          at(3, 20, 17_000, 1),
          at(4, 30, 17_000, 1),
          at(5, 40, 50, 1),
        ]),
      ),
    });
    expect(tellFlushed(table, () => 'a')).toMatchObject([{ code: 'ends-at-flush', file: 'a' }]);
  });

  it('not a chain of callers, nor a short trace', async () => {
    const chain = [at(1, 0, 17_000), ...[2, 3, 4, 5].map((n) => at(n, n, 17_000, n - 1))];
    expect(tellFlushed((await caseOf({ a: request(grouped(chain)) })).table, () => 'a')).toEqual([]);
    const short = [at(1, 0, 20), ...[2, 3, 4].map((n) => at(n, n, 15 + n, 1))];
    expect(tellFlushed((await caseOf({ a: request(grouped(short)) })).table, () => 'a')).toEqual([]);
  });
});
