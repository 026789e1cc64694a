import { describe, expect, it } from 'vitest';
import type { CallLog } from '../../../src/model/call.ts';
import type { SpanFacts } from '../../../src/model/span.ts';
import { bundleFacts } from '../bundle-facts.ts';
import { lines } from '../read-evidence.ts';
import { anyValue, attr, grouped, request, span, spanId, TRACE } from './otlp-builder.ts';

const attributesOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([key, value]) => attr(key, value));
const logs = (...logRecords: readonly unknown[]) => ({
  resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ scope: { name: 'events' }, logRecords }] }],
});

type Moment = 'tool_decision' | 'tool_result';
interface ToolEvent {
  readonly sequence?: number;
  readonly id?: string;
  readonly tool?: string;
  readonly decision?: string;
  readonly session?: string;
}
/** The two ways in which writers name an event, and Claude Code's own: a short attribute, the whole name as the body. */
type Dialect = 'member' | 'attribute' | 'body';

function toolEvent(moment: Moment, event: ToolEvent, dialect: Dialect = 'member'): unknown {
  const name = `claude_code.${moment}`;
  const { sequence, id, tool = 'Bash', decision, session = 's-1' } = event;
  return {
    timeUnixNano: '1793000000000000000',
    ...(dialect === 'member' ? { eventName: name } : {}),
    ...(dialect === 'body' ? { body: anyValue(name) } : {}),
    attributes: attributesOf({
      'session.id': session,
      tool_name: tool,
      ...(dialect === 'attribute' ? { 'event.name': name } : {}),
      ...(dialect === 'body' ? { 'event.name': moment } : {}),
      ...(sequence === undefined ? {} : { 'event.sequence': sequence }),
      ...(id === undefined ? {} : { tool_use_id: id }),
      ...(decision === undefined ? {} : { decision }),
    }),
  };
}
const asked = (sequence: number | undefined, id: string, more: ToolEvent = {}, dialect?: Dialect) =>
  toolEvent('tool_decision', { ...(sequence === undefined ? {} : { sequence }), id, ...more }, dialect);
const answered = (sequence: number | undefined, id: string, more: ToolEvent = {}, dialect?: Dialect) =>
  toolEvent('tool_result', { ...(sequence === undefined ? {} : { sequence }), id, ...more }, dialect);

const places = (log: CallLog | undefined) =>
  log?.calls.map(({ callId, turnIndex, callIndex }) => [callId, turnIndex, callIndex]);

describe('the tool events of Claude Code in OTLP logs', () => {
  it.each(['member', 'attribute', 'body'] as const)(
    'are calls in the order of their numbers, whatever the order of the file (name as %s)',
    async (dialect) => {
      const { files, callLogs, problems } = await bundleFacts({
        'logs.jsonl': lines(
          logs(answered(4, 'b', {}, dialect), asked(2, 'b', {}, dialect), asked(1, 'a', {}, dialect)),
          logs(asked(6, 'c', { tool: 'Read' }, dialect), answered(5, 'a', {}, dialect)),
          logs(answered(9, 'c', { tool: 'Read' }, dialect)),
        ),
      });
      expect(files.map(({ format, records }) => [format, records])).toEqual([['otlp-json', 6]]);
      expect(problems).toEqual([]);
      expect(callLogs).toHaveLength(1);
      expect(callLogs[0]).toMatchObject({ role: 'recorded', sessionId: 's-1', torn: false });
      expect(places(callLogs[0])).toEqual([
        ['a', 0, 0],
        ['b', 0, 1],
        ['c', 1, 0],
      ]);
      expect(callLogs[0]?.calls.map(({ tool, source }) => [tool, source])).toEqual([
        ['Bash', 'transcript'],
        ['Bash', 'transcript'],
        ['Read', 'transcript'],
      ]);
      expect(callLogs[0]?.calls[0]?.input).toEqual({});
    },
  );

  it('are counted over rotated files as in one: a turn does not end where a file does', async () => {
    const events = [asked(1, 'a'), asked(2, 'b'), answered(3, 'a'), answered(4, 'b'), asked(5, 'c')];
    const whole = await bundleFacts({ 'logs.json': logs(...events) });
    const rotated = await bundleFacts({
      'logs-1.json': logs(...events.slice(1)),
      'logs.json': logs(...events.slice(0, 2)),
    });
    for (const { callLogs } of [whole, rotated]) {
      expect(callLogs.map(places)).toEqual([
        [
          ['a', 0, 0],
          ['b', 0, 1],
          ['c', 1, 0],
        ],
      ]);
    }
    expect(rotated.problems.map(({ file, code }) => [file, code])).toEqual([
      ['logs.json', 'duplicate-folded'],
    ]);
  });

  it('add to the transcript of their session only the calls that it lacks, and no turns', async () => {
    const told = {
      uuid: 'u-1',
      parentUuid: null,
      sessionId: 's-1',
      type: 'assistant',
      message: {
        id: 'm-1',
        content: [{ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'ls' } }],
      },
    };
    const { callLogs, problems } = await bundleFacts({
      'logs.json': logs(asked(1, 'a'), answered(2, 'a'), asked(3, 'b'), answered(4, 'b')),
      'session.jsonl': lines(told),
    });
    expect(callLogs.map(({ sessionId, file }) => [sessionId, file])).toEqual([
      ['s-1', 1],
      ['s-1', 0],
    ]);
    expect(callLogs.map(places)).toEqual([[['b', 0, 0]], [['a', undefined, undefined]]]);
    expect(problems.map(({ file, said }) => [file, said])).toEqual([
      ['logs.json', '1 call is told by another log of the session too; the events were folded into it.'],
    ]);
  });

  it('gives a call no place when only its result is told: results in order are no calls in order', async () => {
    const { callLogs, problems } = await bundleFacts({
      'logs.json': logs(answered(1, 'a'), answered(2, 'b')),
    });
    expect(problems).toEqual([]);
    expect(places(callLogs[0])).toEqual([
      ['a', undefined, undefined],
      ['b', undefined, undefined],
    ]);
  });

  it.each([
    ['stand twice', [asked(1, 'a'), answered(2, 'a'), asked(1, 'b')]],
    ['are missing', [asked(1, 'a'), asked(undefined, 'b')]],
  ])('witnesses no order where the numbers %s', async (_what, records) => {
    const { callLogs, problems } = await bundleFacts({ 'logs.json': logs(...records) });
    expect(places(callLogs[0])).toEqual([
      ['a', undefined, undefined],
      ['b', undefined, undefined],
    ]);
    expect(problems).toMatchObject([
      {
        code: 'record-malformed',
        said: 'The event numbers of 1 session are missing or stand twice; they witness no order.',
      },
    ]);
  });

  it('folds an event that was sent again, and keeps sessions apart', async () => {
    const { callLogs, problems } = await bundleFacts({
      'logs.json': logs(asked(1, 'a'), asked(1, 'a'), asked(1, 'b', { session: 's-2' }), answered(2, 'a')),
    });
    expect(callLogs.map(({ sessionId }) => sessionId)).toEqual(['s-1', 's-2']);
    expect(callLogs.map(places)).toEqual([[['a', 0, 0]], [['b', 0, 0]]]);
    expect(problems).toMatchObject([
      { code: 'duplicate-folded', said: '1 event stands in the case twice; the copies were folded.' },
    ]);
  });

  it('takes a refused tool for no call, and says so', async () => {
    const { callLogs, problems } = await bundleFacts({
      'logs.json': logs(
        answered(3, 'a'),
        asked(1, 'a', { decision: 'reject' }),
        asked(4, 'b', { decision: 'accept' }),
      ),
    });
    expect(places(callLogs[0])).toEqual([['b', 0, 0]]);
    expect(problems).toMatchObject([
      { code: 'record-unknown', said: '1 tool was refused and did not run; that is no call.' },
    ]);
  });

  it('keeps the events around a damaged one, and says that the log is torn', async () => {
    const whole = JSON.stringify(logs(asked(1, 'a'), asked(2, 'b'), asked(3, 'c')));
    const { callLogs, problems } = await bundleFacts({
      'logs.json': whole.slice(0, whole.lastIndexOf('"c"')),
    });
    expect(places(callLogs[0])).toEqual([
      ['a', 0, 0],
      ['b', 0, 1],
    ]);
    expect(callLogs[0]?.torn).toBe(true);
    expect(problems.map(({ code }) => code)).toEqual(['truncated']);
  });

  it('counts the records that witness nothing, and names what is no record', async () => {
    const { callLogs, problems } = await bundleFacts({
      'logs.json': logs(
        { eventName: 'claude_code.user_prompt', attributes: [] },
        { body: anyValue('a line of text') },
        { eventName: 'claude_code.tool_result', attributes: [] },
        7,
      ),
    });
    expect(callLogs).toEqual([]);
    expect(problems.map(({ code, said }) => [code, said])).toEqual([
      ['record-malformed', 'An event of Claude Code names no tool; it was not read.'],
      ['record-malformed', 'A log record is no object; it was not read.'],
      ['signal-skipped', '2 log records witness no order and were not read.'],
    ]);
  });
});

const message = (role: string, ...parts: readonly unknown[]) => ({ role, parts });
const call = (id: string) => ({ type: 'tool_call', id, name: 'look', arguments: { at: id } });
const result = (id: string) => ({ type: 'tool_call_response', id, response: 'seen' });

const DETAILS = 'gen_ai.client.inference.operation.details';
function details(
  span: number,
  content: { readonly input?: unknown; readonly output?: unknown },
  dialect: 'member' | 'attribute' | 'snake' = 'member',
): unknown {
  const named = {
    ...(dialect === 'attribute' ? { 'event.name': DETAILS } : {}),
    ...(content.input === undefined ? {} : { 'gen_ai.input.messages': content.input }),
    ...(content.output === undefined ? {} : { 'gen_ai.output.messages': content.output }),
  };
  return {
    ...(dialect === 'member' ? { eventName: DETAILS } : {}),
    ...(dialect === 'snake' ? { event_name: DETAILS } : {}),
    ...(dialect === 'snake'
      ? { trace_id: TRACE.toUpperCase(), span_id: spanId(span).toUpperCase() }
      : { traceId: TRACE, spanId: spanId(span) }),
    attributes: attributesOf(named),
  };
}

const INPUT = [message('tool', result('y'), result('x'))];
const OUTPUT = [message('assistant', call('x'), call('y'))];

const ids = (items: SpanFacts['inputHistory']) => items?.map(({ callId }) => callId);

describe('the messages of an inference in OTLP logs', () => {
  const asking = span(1, { attributes: attributesOf({ 'gen_ai.operation.name': 'chat' }) });

  it.each(['member', 'attribute', 'snake'] as const)(
    'become the history of their span, whichever file comes first (name as %s)',
    async (dialect) => {
      const log = logs(details(1, { input: JSON.stringify(INPUT), output: OUTPUT }, dialect));
      const trace = request(grouped([asking]));
      for (const files of [
        { 'a.json': log, 'b.json': trace },
        { 'a.json': trace, 'b.json': log },
        { 'both.json': { ...trace, ...log } },
      ]) {
        const { facts, problems } = await bundleFacts(files);
        expect(problems).toEqual([]);
        const own = facts.get('span 1');
        expect([ids(own?.inputHistory), ids(own?.outputHistory)]).toEqual([
          ['y', 'x'],
          ['x', 'y'],
        ]);
        expect(own).toMatchObject({ stepKind: 'model', historyConvention: 'gen_ai log record' });
      }
    },
  );

  it('never override what the span says itself, each direction by itself', async () => {
    const spoken = span(2, {
      attributes: attributesOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': OUTPUT }),
    });
    const { facts, problems } = await bundleFacts({
      'trace.json': request(grouped([spoken])),
      'logs.json': logs(details(2, { input: INPUT, output: [message('assistant', call('z'))] })),
    });
    expect(problems).toEqual([]);
    const own = facts.get('span 2');
    expect([ids(own?.inputHistory), ids(own?.outputHistory)]).toEqual([
      ['y', 'x'],
      ['x', 'y'],
    ]);
    expect(own?.historyConvention).toBe('gen_ai');
  });

  it('count once when they stand twice, and for nothing when they contradict each other', async () => {
    const other = [message('assistant', call('z'))];
    const { facts, problems } = await bundleFacts({
      'trace.json': request(grouped([asking, span(3)])),
      'logs.json': logs(
        details(1, { output: OUTPUT }),
        details(1, { output: OUTPUT }),
        details(3, { output: OUTPUT }),
        details(3, { output: other }),
      ),
    });
    expect(ids(facts.get('span 1')?.outputHistory)).toEqual(['x', 'y']);
    expect(facts.get('span 3')).toBeUndefined();
    expect(problems.map(({ file, said }) => [file, said])).toEqual([
      [
        'logs.json',
        '2 log records of messages: they contradict each other about one span and were left out.',
      ],
    ]);
  });

  it('are told when they are of no span, of one that is not there, or without messages', async () => {
    const { problems, files } = await bundleFacts({
      'trace.json': request(grouped([asking])),
      'logs.json': logs(
        details(9, { output: OUTPUT }),
        details(1, {}),
        { eventName: DETAILS, traceId: TRACE, spanId: '', attributes: [] },
        details(1, { output: `${JSON.stringify(OUTPUT).slice(0, -20)}` }),
      ),
    });
    // the cut one counts; the others are of no span, of one that is not there, and without messages
    expect(files.map(({ path, counts }) => [path, counts])).toEqual([
      ['logs.json', { accepted: 1, folded: 0, rejected: 3, lostBytes: 0 }],
      ['trace.json', { accepted: 1, folded: 0, rejected: 0, lostBytes: 0 }],
    ]);
    expect(problems.map(({ code, said }) => [code, said])).toEqual([
      ['record-malformed', 'A log record with messages names no span; it was not read.'],
      [
        'attribute-cut',
        'The recorded messages (gen_ai) of a log record are cut: what is left is no full witness.',
      ],
      ['signal-skipped', '1 log record of an inference without its messages.'],
      [
        'record-unknown',
        '1 log record of messages: they tell of spans that are not in the bundle and were left out.',
      ],
    ]);
  });
});
