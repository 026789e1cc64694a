import { describe, expect, test } from 'vitest';
import { calls } from '../../../src/formats/calls/calls.ts';
import { loadHashes, sha256Hex } from '../../../src/lib/hash.ts';
import { end, header, lines, type Parsed, parseText } from '../../bundle.ts';

const parse = (text: string | Uint8Array): Promise<Parsed> => parseText(calls, text, 'log');
const codes = ({ problems }: Parsed): readonly string[] => problems.map(({ code }) => code);
const call = (members: object = {}): object => ({ record: 'call', turn_index: 0, tool: 'write', ...members });
const only = async (
  members: object,
): Promise<{ parsed: Parsed; call: Parsed['logs'][0]['calls'][0] | undefined }> => {
  const parsed = await parse(lines(header({ role: 'recorded' }), call(members), end(1)));
  return { parsed, call: parsed.logs[0]?.calls[0] };
};

describe('a log in the long form', () => {
  test('gives header, calls and end', async () => {
    const parsed = await parse(
      lines(
        header({
          role: 'replayed',
          session_id: 's-1',
          attempt: 'r1',
          snapshot: { id: 'snap', epoch: 'e1', pinned: true },
          idempotency: 'salted',
        }),
        call({
          agent: 'root',
          call_index: 2,
          call_id: ' toolu_1 ',
          trace_id: 'ABCD'.repeat(8),
          span_id: '0x00000000000000aB',
          effects: 'read',
          coverage: 'partial',
          idempotency_key: 'k',
          served_from_idempotency_cache: true,
        }),
        end(1),
      ),
    );
    expect(parsed.problems).toEqual([]);
    expect(parsed.logs).toHaveLength(1);
    expect(parsed.logs[0]).toMatchObject({
      role: 'replayed',
      sessionId: 's-1',
      attempt: 'r1',
      snapshot: { id: 'snap', epoch: 'e1', pinned: true },
      idempotency: 'salted',
      ended: true,
      endCount: 1,
      torn: false,
    });
    expect(parsed.logs[0]?.calls[0]).toMatchObject({
      agent: 'root',
      turnIndex: 0,
      callIndex: 2,
      callId: 'toolu_1',
      traceId: 'abcd'.repeat(8),
      spanId: '00000000000000ab',
      tool: 'write',
      effects: 'read',
      coverage: 'partial',
      idempotencyKey: 'k',
      servedFromCache: true,
      source: 'log',
      derived: false,
    });
  });

  test('states nothing that the record does not', async () => {
    const { call } = await only({});
    expect(Object.keys(call ?? {}).sort()).toEqual(
      ['at', 'derived', 'input', 'output', 'servedFromCache', 'source', 'tool', 'turnIndex'].sort(),
    );
    expect(call?.input).toEqual({});
  });

  test('knows line, byte and length of a call', async () => {
    const text = lines(header(), call(), end(1));
    const { logs } = await parse(text);
    const at = logs[0]?.calls[0]?.at;
    expect(at?.line).toBe(2);
    expect(JSON.parse(text.slice(at?.offset, (at?.offset ?? 0) + (at?.length ?? 0)))).toEqual(call());
  });

  test('an explicit null is a value, and text is not JSON', async () => {
    const { call: withNull } = await only({ output: null, input: '1' });
    expect(withNull?.output.content?.kind).toBe('json');
    expect(withNull?.input.content?.kind).toBe('text');
    const { call: number } = await only({ input: 1 });
    expect(number?.input.content?.equalityKey).not.toBe(withNull?.input.content?.equalityKey);
  });

  test('numbers are equal by value and exact', async () => {
    const keyOf = async (json: string): Promise<string | undefined> =>
      (await parse(`{"turn_index":0,"tool":"t","input":${json}}`)).logs[0]?.calls[0]?.input.content
        ?.equalityKey;
    expect(await keyOf('[1]')).toBe(await keyOf('[1.0]'));
    expect(await keyOf('[9007199254740993]')).not.toBe(await keyOf('[9007199254740992]'));
  });
});

describe('states', () => {
  const A = 'a'.repeat(64);
  const state = (members: object): object => ({ post_state: [{ resource: 'r', ...members }] });

  test('content must fit its fingerprint', async () => {
    await loadHashes();
    const fits = await only(state({ fingerprint: `sha256:${sha256Hex('x')}`, content: { text: 'x' } }));
    expect(codes(fits.parsed)).toEqual([]);
    expect(fits.call?.postState?.[0]).toEqual({
      resource: 'r',
      absent: false,
      fingerprint: { scheme: 'sha256', value: sha256Hex('x') },
      content: { in: 'record', encoding: 'text', bytes: 1 },
    });
    const lies = await only(state({ fingerprint: A, content: { text: 'x' } }));
    expect(codes(lies.parsed)).toEqual(['fingerprint-does-not-fit-content']);
    expect(lies.parsed.problems[0]).toMatchObject({ line: 2 });
    expect(lies.call?.postState?.[0]?.fingerprint).toBeUndefined();
  });

  test('sha512 and blake3 are hashed too', async () => {
    const sha512 =
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f';
    const blake3 = '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85';
    for (const fingerprint of [`sha512:${sha512}`, `blake3:${blake3}`]) {
      const { parsed, call } = await only(state({ fingerprint, content: { base64: btoa('abc') } }));
      expect(codes(parsed)).toEqual([]);
      expect(call?.postState?.[0]?.fingerprint?.value).toBe(fingerprint.slice(7));
    }
  });

  test('content without a fingerprint gives its SHA-256; an ETag does not follow from content', async () => {
    const { call } = await only(state({ content: { text: 'abc' } }));
    expect(call?.postState?.[0]?.fingerprint).toEqual({ scheme: 'sha256', value: sha256Hex('abc') });
    const etag = await only(state({ fingerprint: 'etag:"1"', content: { text: 'abc' } }));
    expect(codes(etag.parsed)).toEqual([]);
    expect(etag.call?.postState?.[0]?.fingerprint?.scheme).toBe('etag');
  });

  test('a malformed fingerprint counts as absent, and none is computed instead', async () => {
    const { parsed, call } = await only(state({ fingerprint: 'md5:00', content: { text: 'abc' } }));
    expect(codes(parsed)).toEqual(['fingerprint-malformed']);
    expect(call?.postState?.[0]?.fingerprint).toBeUndefined();
  });

  test('a resource listed twice counts as absent', async () => {
    const { parsed, call } = await only({
      post_state: [
        { resource: 'r', fingerprint: A },
        { resource: 'r', fingerprint: A },
        { resource: 's', fingerprint: A },
      ],
    });
    expect(codes(parsed)).toEqual(['resource-twice']);
    expect(call?.postState).toEqual([
      { resource: 'r', absent: false },
      { resource: 's', absent: false, fingerprint: { scheme: 'sha256', value: A } },
    ]);
  });

  test('absent, epoch and a path', async () => {
    const { call } = await only(state({ absent: true, epoch: 'e' }));
    expect(call?.postState).toEqual([{ resource: 'r', absent: true, epoch: 'e' }]);
    const path = await only(state({ fingerprint: A, content: { path: 'states/a' } }));
    expect(path.call?.postState?.[0]?.content).toEqual({ in: 'bundle', path: 'states/a', bytes: 0 });
  });

  test('absent beside a fingerprint contradicts itself: neither counts', async () => {
    const { parsed, call } = await only(state({ absent: true, fingerprint: A }));
    expect(codes(parsed)).toEqual(['record-malformed']);
    expect(call?.postState?.[0]).toMatchObject({ absent: false });
    expect(call?.postState?.[0]?.fingerprint).toBeUndefined();
  });
});

describe('withheld values', () => {
  test('a fingerprint beside a value must be its own, over RFC 8785 JSON or the text', async () => {
    const good = await only({
      input: { b: 1, a: 2 },
      input_fingerprint: `sha256:${sha256Hex('{"a":2,"b":1}')}`,
      output: 'ok',
      output_fingerprint: sha256Hex('ok'),
    });
    expect(codes(good.parsed)).toEqual([]);
    expect(good.call?.input.fingerprint?.value).toBe(sha256Hex('{"a":2,"b":1}'));
    const bad = await only({ output: 'ok', output_fingerprint: sha256Hex('no') });
    expect(codes(bad.parsed)).toEqual(['fingerprint-does-not-fit-content']);
    expect(bad.call?.output.fingerprint).toBeUndefined();
    expect(bad.call?.output.content?.kind).toBe('text');
  });
});

describe('the short form', () => {
  test('as an array', async () => {
    const { logs, problems } = await parse(
      JSON.stringify([
        { turn_index: 0, tool: 'write', output: 'ok', post_state_fingerprint: 'b'.repeat(64) },
        { turn_index: 1, tool: 'write', output: 'ok', post_state_fingerprint: null },
      ]),
    );
    expect(problems.map(({ code, line, byte }) => [code, line, byte])).toEqual([['end-missing', 1, 1]]);
    expect(logs[0]?.role).toBeUndefined();
    expect(logs[0]?.calls[0]?.postState).toEqual([
      { absent: false, fingerprint: { scheme: 'sha256', value: 'b'.repeat(64) } },
    ]);
    expect(logs[0]?.calls[1]?.postState).toBeUndefined();
  });

  test('replayed members show the role, and the state is hashed', async () => {
    const { logs } = await parse(
      lines(
        { turn_index: 0, tool: 'write', replayed_output: 'ok', replayed_state: 'abc' },
        { turn_index: 1, tool: 'write', replayed_output: null, replayed_state_base64: btoa('abc') },
      ),
    );
    expect(logs[0]?.role).toBe('replayed');
    const fingerprint = { scheme: 'sha256', value: sha256Hex('abc') };
    expect(logs[0]?.calls.map((one) => one.postState?.[0]?.fingerprint)).toEqual([fingerprint, fingerprint]);
    expect(logs[0]?.calls[1]?.output.content?.kind).toBe('json');
  });
});

describe('damage', () => {
  test('wrong types: the record is not read, the rest is', async () => {
    const text = lines(
      header({ role: 'recorded' }),
      call({ turn_index: '3' }),
      call({ tool: 5 }),
      call({ pre_state: 'x' }),
      call({ effects: 'maybe' }),
      call({ served_from_idempotency_cache: 'yes' }),
      call({ post_state: [{ fingerprint: 'etag:1' }] }),
      call({ turn_index: 1.5 }),
      call({ turn_index: -1 }),
      { record: 'call', tool: 'x' },
      call(),
      end(10),
    );
    const parsed = await parse(text);
    expect(parsed.logs[0]?.calls).toHaveLength(1);
    expect(parsed.problems.map(({ code, line }) => [code, line])).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => ['record-malformed', line]),
    );
    expect(parsed.problems[1]?.byte).toBe(text.split('\n').slice(0, 2).join('\n').length + 1);
    expect(parsed.logs[0]).toMatchObject({ endCount: 10, ended: true });
  });

  test('whole numbers in other spellings are read and said; ids may be numbers', async () => {
    const parsed = await parse(
      '{"record":"call","turn_index":3.0,"tool":"t","call_index":2e0,"call_id":17}\n',
    );
    expect(parsed.logs[0]?.calls[0]).toMatchObject({ turnIndex: 3, callIndex: 2, callId: '17' });
    expect(codes(parsed)).toEqual(['value-coerced', 'value-coerced', 'value-coerced', 'end-missing']);
  });

  test('a cut last line is torn, whatever it is cut in', async () => {
    const whole = lines(header({ role: 'recorded' }), call(), call({ turn_index: 1, output: 'é' }));
    const bytes = new TextEncoder().encode(whole);
    const lastLine = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let cut = lastLine + 1; cut < bytes.length - 1; cut++) {
      const parsed = await parse(bytes.slice(0, cut));
      expect(codes(parsed)).toEqual(['truncated', 'end-missing']);
      expect(parsed.logs[0]).toMatchObject({ torn: true, ended: false });
      expect(parsed.logs[0]?.calls).toHaveLength(1);
    }
    // a whole last line without its LF is read
    expect((await parse(bytes.slice(0, -1))).logs[0]).toMatchObject({ torn: false });
  });

  test('a cut array is torn at its record', async () => {
    const text = JSON.stringify([call(), call({ turn_index: 1 })], undefined, 1);
    const whole = await parse(text);
    expect(whole.logs[0]?.calls.map(({ at }) => at.line)).toEqual([2, 7]);
    for (let cut = 1; cut < text.length; cut++) {
      const parsed = await parse(text.slice(0, cut));
      expect(codes(parsed)).toContain('truncated');
      expect(parsed.logs[0]?.torn).toBe(true);
    }
  });

  test('lines that are no records are problems with their place, and the rest is read', async () => {
    const parsed = await parse(
      `${lines(header())}nonsense\n[1]\n${lines(call(), { record: 'note' }, end(1))}`,
    );
    expect(parsed.problems.map(({ code, line }) => [code, line])).toEqual([
      ['malformed', 2],
      ['record-malformed', 3],
      ['record-unknown', 5],
    ]);
    expect(parsed.logs[0]?.calls).toHaveLength(1);
  });

  test('counts that differ, an end without a count, a call behind the end', async () => {
    expect(codes(await parse(lines(header(), call(), end(2))))).toEqual(['count-differs']);
    expect(codes(await parse(lines(header(), call(), { record: 'end' })))).toEqual(['record-malformed']);
    expect(codes(await parse(lines(header(), end(1), call())))).toEqual(['record-malformed']);
  });

  test('a newer version is not read at all', async () => {
    const parsed = await parse(lines({ record: 'session', schema: 'witnessmark.calls/2' }, call(), end(1)));
    expect(parsed.logs).toEqual([]);
    expect(parsed.problems.map(({ code, line, byte }) => [code, line, byte])).toEqual([
      ['newer-version', 1, 0],
    ]);
  });

  test('a header that is malformed keeps its role', async () => {
    const parsed = await parse(lines(header({ role: 'replayed', snapshot: 5 }), call(), end(1)));
    expect(codes(parsed)).toEqual(['record-malformed']);
    expect(parsed.logs[0]).toMatchObject({ role: 'replayed' });
    expect(parsed.logs[0]?.snapshot).toBeUndefined();
  });

  test('two logs in one file are two logs', async () => {
    const parsed = await parse(
      lines(header({ role: 'recorded' }), call(), end(1), header({ role: 'replayed' }), call(), end(1)),
    );
    expect(parsed.problems).toEqual([]);
    expect(parsed.logs.map(({ role }) => role)).toEqual(['recorded', 'replayed']);
  });

  test('one call twice, bad UTF-8, duplicate keys, a byte order mark, a record over several lines', async () => {
    expect(
      codes(await parse(lines(header(), call({ call_index: 0 }), call({ call_index: 0 }), end(2)))),
    ).toEqual(['call-twice']);
    const bad = new TextEncoder().encode(`${lines(header())}{"turn_index":0,"tool":"?"}\n${lines(end(0))}`);
    bad[bad.indexOf(0x3f)] = 0xff;
    expect(codes(await parse(bad))).toEqual(['malformed']);
    expect(
      codes(await parse('{"turn_index":0,"tool":"a","tool":"b"}\n{"record":"end","calls":1}\n')),
    ).toEqual(['duplicate-key']);
    expect(codes(await parse(`\uFEFF${lines(header(), call(), end(1))}`))).toEqual(['byte-order-mark']);
    const pretty = [header(), call(), end(1)]
      .map((record) => JSON.stringify(record, undefined, 2))
      .join('\n');
    const parsed = await parse(pretty);
    expect(parsed.problems).toEqual([]);
    expect(parsed.logs[0]?.calls[0]?.at.line).toBe(5);
  });

  test('hostile keys are members like any other', async () => {
    const parsed = await parse(
      '{"turn_index":0,"tool":"__proto__","__proto__":{"effects":"read"},"constructor":1}\n',
    );
    expect(parsed.logs[0]?.calls[0]?.tool).toBe('__proto__');
    expect(parsed.logs[0]?.calls[0]?.effects).toBeUndefined();
  });
});

describe('detectCalls', () => {
  const detect = (text: string): string | undefined =>
    calls.detect(new TextEncoder().encode(text))?.confidence;

  test('by schema, by record, by the short form', () => {
    expect(detect(lines(header()))).toBe('certain');
    expect(detect(lines(call()))).toBe('certain');
    expect(detect('[{"turn_index":0,"tool":"w"}]')).toBe('likely');
    expect(detect(`{"tool":"w","output":"${'x'.repeat(99)}","turn_index":0}`)).toBe('likely');
    expect(detect(`garbage\n${lines(header())}`)).toBe('certain');
    expect(detect('{"record":"session","schema":"witnessmark.calls/2"}')).toBe('certain');
  });

  test('not what only mentions the words, and no write-ahead log', () => {
    expect(detect('{"resourceSpans":[{"a":{"turn_index":0,"tool":"x"}}]}')).toBeUndefined();
    expect(detect('{"record":"header","walVersion":1}\n{"record":"effect"}\n')).toBeUndefined();
    expect(detect('')).toBeUndefined();
    expect(detect('[')).toBeUndefined();
    expect(detect('null')).toBeUndefined();
  });
});
