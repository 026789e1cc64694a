import { describe, expect, it } from 'vitest';
import { readEvidence } from './read-evidence.ts';
import { BASE_MS, SESSION, TRACE, WRITERS, writeSession } from './session-builder.ts';

/** What must not depend on the wrapping: everything an order is made of. */
const essence = (spans: Awaited<ReturnType<typeof readEvidence>>['spans']) =>
  spans.map(({ traceId, spanId, parentId, name, start, end, facts }) => {
    const { operation: _operation, indices: _indices, ...rest } = facts;
    return { traceId, spanId, parentId, name, start, end, facts: rest };
  });

describe('one session in every format', () => {
  it.each(WRITERS)('%s', async (writer) => {
    const { format, spans, problems } = await readEvidence(writeSession(writer));
    expect(format).toBe(writer.split(' ')[0]);
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const wanted = await readEvidence(writeSession('otlp-json'));
    expect(essence(spans)).toEqual(essence(wanted.spans));
    expect(spans.map(({ resource }) => resource.serviceName)).toEqual(
      SESSION.map(() => (writer.startsWith('phoenix') ? '' : 'planner')),
    );
  });

  it('is the session that was meant', async () => {
    const { spans } = await readEvidence(writeSession('otlp-json'));
    const [agent, asking, hello, bye, reading] = spans;
    expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
    expect(agent?.facts).toMatchObject({ stepKind: 'agent', agentName: 'planner', conversationId: 'conv-1' });
    expect(asking?.facts.outputHistory?.map(({ callId }) => callId)).toEqual(['c1', 'c2']);
    expect(reading?.facts.inputHistory?.map(({ callId }) => callId)).toEqual(['c2', 'c1']);
    expect([hello?.start, bye?.start]).toEqual([
      BigInt(BASE_MS + 10) * 1_000_000n,
      BigInt(BASE_MS + 10) * 1_000_000n,
    ]);
    expect(hello?.facts.toolInput?.equalityKey).toBe(asking?.facts.outputHistory?.[0]?.argumentsKey);
    expect(hello?.facts.toolOutput?.equalityKey).toBe(reading?.facts.inputHistory?.[1]?.resultKey);
  });
});
