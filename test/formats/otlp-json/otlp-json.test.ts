import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';
import { attr, BASE, grouped, request, scoped, span, spanId, TRACE } from './otlp-builder.ts';

const ids = (spans: readonly { readonly spanId: string }[]): string[] => spans.map((one) => one.spanId);

describe('OTLP/JSON', () => {
  it('reads a document: ids, exact times, parent, kind, status, scope, resource, links, place', async () => {
    const document = JSON.stringify(
      request(
        grouped(
          [
            span(1),
            span(2, {
              parentSpanId: spanId(1),
              kind: 3,
              status: { code: 2, message: 'no' },
              endTimeUnixNano: '1793000000123456789',
              links: [
                {
                  traceId: TRACE,
                  spanId: spanId(9),
                  attributes: [attr('gen_ai.attribution.link_type', 'CAUSED_BY_GENERATION')],
                },
                { traceId: TRACE, spanId: spanId(8) },
              ],
            }),
          ],
          { 'service.name': 'svc', 'host.name': 'h', 'process.pid': 7 },
        ),
      ),
    );
    const { spans, problems, format } = await readEvidence(document);
    expect(format).toBe('otlp-json');
    expect(problems).toEqual([]);
    const [one, two] = spans;
    expect(one).toMatchObject({
      traceId: TRACE,
      spanId: spanId(1),
      name: 'span 1',
      kind: 'internal',
      status: 'unset',
      start: BASE + 1_000_001n,
      end: BASE + 1_500_004n,
      scope: 'lib',
      links: [],
    });
    expect(one?.parentId).toBeUndefined();
    expect(one?.resource).toMatchObject({ serviceName: 'svc', processId: 'pid 7 on h' });
    expect(two?.resource).toBe(one?.resource);
    expect(two).toMatchObject({
      parentId: spanId(1),
      kind: 'client',
      status: 'error',
      end: 1_793_000_000_123_456_789n,
      links: [
        { traceId: TRACE, spanId: spanId(9), relation: 'CAUSED_BY_GENERATION' },
        { traceId: TRACE, spanId: spanId(8) },
      ],
    });
    for (const [i, record] of spans.entries()) {
      const own = document.slice(record.offset, record.offset + record.length);
      expect((JSON.parse(own) as { name: string }).name).toBe(`span ${i + 1}`);
    }
  });

  it('reads the same from a document, pretty print, lines, glued values, wrappers and bare parts', async () => {
    const groups = [grouped([span(1)]), grouped([span(2), span(3)], { 'service.name': 'other' })];
    const whole = request(...groups);
    const wanted = (await readEvidence(whole)).spans.map(({ offset: _o, length: _l, ...rest }) => rest);
    const forms: readonly (string | object)[] = [
      JSON.stringify(whole, undefined, 2),
      `\ufeff${JSON.stringify(whole)}`,
      lines(...groups.map((group) => request(group))),
      groups.map((group) => JSON.stringify(request(group))).join(''),
      lines(...groups),
      { data: whole },
      { result: whole, id: 1 },
      { body: whole },
      [whole],
      groups,
    ];
    for (const form of forms) {
      const { spans, format, problems } = await readEvidence(form);
      expect(format).toBe('otlp-json');
      expect(spans.map(({ offset: _o, length: _l, ...rest }) => rest)).toEqual(wanted);
      expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }
    for (const bare of [lines(span(1), span(2)), [span(1), span(2)], lines(scoped([span(1), span(2)]))]) {
      const { spans, format, problems } = await readEvidence(bare);
      expect(format).toBe('otlp-json');
      expect(ids(spans)).toEqual([spanId(1), spanId(2)]);
      expect(problems).toEqual([]);
    }
  });

  it('gives spans the resource and scope that stand behind them', async () => {
    const { spans, table } = await readEvidence(
      `{"resourceSpans":[{"scopeSpans":[{"spans":[${JSON.stringify(span(1))}],"scope":{"name":"late"}}],"resource":{"attributes":[${JSON.stringify(attr('service.name', 'late-svc'))}]}},${JSON.stringify(grouped([span(2)], { 'service.name': 'late-svc' }))}]}`,
    );
    expect(spans.map(({ resource }) => resource.serviceName)).toEqual(['late-svc', 'late-svc']);
    expect(spans.map(({ scope }) => scope)).toEqual(['late', 'lib']);
    expect(table.resources).toHaveLength(1);
    expect([...table.resource]).toEqual([0, 0]);
  });

  it('accepts snake case, names of enums, numbers for times, field by field', async () => {
    const { spans, problems } = await readEvidence(
      `{"resource_spans":[{"resource":{"attributes":[]},"scope_spans":[{"scope":{"name":"s"},"spans":[{"trace_id":"${TRACE.toUpperCase()}","span_id":"00F067AA0BA902B7","parent_span_id":"00f067aa0ba902b8","name":"n","kind":"SPAN_KIND_PRODUCER","start_time_unix_nano":1793000000123456789,"endTimeUnixNano":"1793000000123456790","status":{"code":"STATUS_CODE_OK"}}]}]}]}`,
    );
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: '00f067aa0ba902b7',
        parentId: '00f067aa0ba902b8',
        kind: 'producer',
        status: 'ok',
        start: 1_793_000_000_123_456_789n,
        end: 1_793_000_000_123_456_790n,
      },
    ]);
    expect(problems).toMatchObject([{ code: 'id-respelled', severity: 'info' }]);
  });

  it('accepts the older names of scopes', async () => {
    const { spans } = await readEvidence({
      resourceSpans: [
        {
          resource: {},
          instrumentationLibrarySpans: [{ instrumentationLibrary: { name: 'old' }, spans: [span(1)] }],
        },
      ],
    });
    expect(spans).toMatchObject([{ scope: 'old', spanId: spanId(1) }]);
  });

  it('reads base64 ids, base64 of hex text, and knows that 32 hex digits are hex', async () => {
    const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
    const text64 = (text: string): string => Buffer.from(text).toString('base64');
    const { spans, problems } = await readEvidence(
      request(
        grouped([
          span(1, { traceId: b64(TRACE), spanId: b64(spanId(1)), parentSpanId: '' }),
          span(2, { traceId: text64(TRACE), spanId: text64(spanId(2)), parentSpanId: b64(spanId(1)) }),
          span(3, { traceId: 'abcdef0123456789abcdef0123456789' }),
        ]),
      ),
    );
    expect(spans.map(({ traceId, spanId: id, parentId }) => [traceId, id, parentId])).toEqual([
      [TRACE, spanId(1), undefined],
      [TRACE, spanId(2), spanId(1)],
      ['abcdef0123456789abcdef0123456789', spanId(3), undefined],
    ]);
    expect(problems.map(({ said }) => said).join(' ')).toContain('base64 of their hexadecimal text');
  });

  it('gives spans without ids their own, which join nothing', async () => {
    const { spans, problems } = await readEvidence(
      request(
        grouped([
          span(1, { traceId: '', spanId: '' }),
          span(2, { spanId: '0000000000000000' }),
          { name: 'bare' },
        ]),
      ),
    );
    expect(new Set(ids(spans)).size).toBe(3);
    expect(spans[0]?.traceId).not.toBe(spans[2]?.traceId);
    expect(spans[1]?.traceId).toBe(TRACE);
    expect(problems.filter(({ code }) => code === 'id-missing')).toHaveLength(5);
  });

  it('pads short ids and names odd ones', async () => {
    const { spans, codes } = await readEvidence(
      request(
        grouped([
          span(1, { traceId: 'a2fb4a1d1a96d312', spanId: 'beef' }),
          span(2, { traceId: `${TRACE}00`, spanId: 'not-hex' }),
        ]),
      ),
    );
    expect(spans.map(({ traceId, spanId: id }) => [traceId, id])).toEqual([
      ['0000000000000000a2fb4a1d1a96d312', '000000000000beef'],
      [`${TRACE}00`, 'not-hex'],
    ]);
    expect(codes).toEqual(['id-respelled', 'id-odd', 'id-odd']);
    const padded = await readEvidence(
      request(grouped([span(1, { traceId: 'a2fb4a1d1a96d3120000000000000000' })])),
    );
    expect(padded.problems).toMatchObject([{ code: 'id-odd' }]);
  });

  it('reads attribute values in every spelling', async () => {
    const { spans, codes } = await readEvidence(
      request(
        grouped([
          span(1, {
            attributes: [
              { key: 'gen_ai.operation.name', Value: { Value: { StringValue: 'execute_tool' } } },
              { key: 'gen_ai.tool.name', value: 'direct' },
              { key: 'agent.turn.index', value: { intValue: 3 } },
              {
                key: 'gen_ai.tool.call.arguments',
                value: { kvlistValue: { values: [attr('a', [1, 'x'])] } },
              },
              { key: 'nothing' },
            ],
          }),
          span(2, {
            attributes: {
              'gen_ai.tool.name': 'plain',
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.call.arguments': '{"a":[1.0,"x"]}',
            },
          }),
        ]),
      ),
    );
    const [one, two] = spans;
    expect(one?.facts).toMatchObject({
      stepKind: 'tool',
      toolName: 'direct',
      indices: [{ key: 'agent.turn.index', raw: '3', value: 3 }],
    });
    expect(two?.facts).toMatchObject({ stepKind: 'tool', toolName: 'plain' });
    expect(one?.facts.toolInput?.kind).toBe('json');
    expect(one?.facts.toolInput?.equalityKey).toBe(two?.facts.toolInput?.equalityKey);
    expect(codes).toEqual(['value-coerced']);
  });

  it('keeps bad times raw and tells them', async () => {
    const { spans, codes } = await readEvidence(
      request(
        grouped([
          span(1, { endTimeUnixNano: '1792999999999999999' }),
          span(2, { endTimeUnixNano: '0' }),
          span(3, { startTimeUnixNano: 'soon', endTimeUnixNano: undefined }),
          span(4, { endTimeUnixNano: '18446744073709551615' }),
        ]),
      ),
    );
    expect(spans[0]).toMatchObject({ start: BASE + 1_000_001n, end: 1_792_999_999_999_999_999n });
    expect(spans[1]?.end).toBeUndefined();
    expect(spans[2]?.start).toBeUndefined();
    expect(spans[3]?.end).toBeUndefined();
    expect(codes).toEqual([
      'end-before-start',
      'time-missing',
      'time-unreadable',
      'time-missing',
      'time-unreadable',
      'time-missing',
    ]);
  });

  it('tells nanoseconds that were rounded before they were written (formats.md 3.6)', async () => {
    const at = (ns: bigint): bigint => ns - (ns % 256n);
    const rounded = [1n, 2n, 3n].map((n) =>
      span(Number(n), {
        startTimeUnixNano: String(at(BASE + n * 1_234_567n)),
        endTimeUnixNano: String(at(BASE + n * 2_234_567n)),
      }),
    );
    expect((await readEvidence(request(grouped(rounded)))).codes).toEqual(['time-rounded']);
    const printed = `{"resourceSpans":[{"scopeSpans":[{"spans":[${[1, 2].map((n) => `{"traceId":"${TRACE}","spanId":"${spanId(n)}","name":"n","startTimeUnixNano":17930000001234${n}6700,"endTimeUnixNano":17930000001235${n}8900}`).join(',')}]}]}]}`;
    expect((await readEvidence(printed)).codes).toEqual(['time-rounded']);
    const seconds = [1, 2, 3].map((n) =>
      span(n, { startTimeUnixNano: `179300000${n}000000000`, endTimeUnixNano: `179300001${n}000000000` }),
    );
    expect((await readEvidence(request(grouped(seconds)))).codes).toEqual([]);
  });

  it('notes what was dropped before the export', async () => {
    const { spans, codes } = await readEvidence(
      request(grouped([span(1, { droppedAttributesCount: 2, droppedEventsCount: 1 })])),
    );
    expect(spans[0]?.facts.dropped).toBe(3);
    expect(codes).toEqual(['attribute-dropped']);
  });

  it('rejects what is no span, by name', async () => {
    const { spans, codes } = await readEvidence(request(grouped([span(1), 7, null, {}, []])));
    expect(ids(spans)).toEqual([spanId(1)]);
    expect(codes).toEqual(['span-rejected', 'span-rejected', 'span-rejected', 'span-rejected']);
  });

  it('says which other signals it passes over', async () => {
    const { spans, codes } = await readEvidence(
      lines(
        request(grouped([span(1)])),
        { resourceMetrics: [{}, { resource: {}, scopeMetrics: [{ scope: {}, metrics: [] }] }] },
        { resourceProfiles: [{}] },
      ),
    );
    expect(ids(spans)).toEqual([spanId(1)]);
    expect(codes).toEqual(['signal-skipped', 'signal-skipped']);
  });

  it('keeps the lines around a damaged one', async () => {
    const text = `${lines(request(grouped([span(1)])))}{"resourceSpans":[{"scopeSp${lines(request(grouped([span(2)])))}half a line\n${lines(request(grouped([span(3)])))}`;
    const { spans, problems } = await readEvidence(text);
    expect(ids(spans)).toEqual([spanId(1), spanId(2), spanId(3)]);
    expect(problems).toMatchObject([
      { code: 'bytes-lost', line: 2 },
      { code: 'bytes-lost', line: 3 },
    ]);
  });

  it('loses no span that stands before a cut, wherever it is', async () => {
    const document = JSON.stringify(request(grouped([span(1), span(2)]), grouped([span(3)])));
    const ends = (await readEvidence(document)).spans.map(({ offset, length }) => offset + length);
    for (let cut = 1; cut < document.length; cut += 13) {
      const { spans, codes, format } = await readEvidence(document.slice(0, cut));
      if (format === undefined) continue;
      expect(spans).toHaveLength(ends.filter((end) => end <= cut).length);
      expect(codes).toContain('truncated');
    }
  });

  it('says that an empty request holds nothing', async () => {
    expect((await readEvidence({ resourceSpans: [] })).codes).toEqual(['not-evidence']);
  });
});
