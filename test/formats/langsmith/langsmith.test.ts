import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const ROOT = 'fe8ffecb-72ce-4cd2-bdb7-01f34654c391';
const TOOL = 'fe8ffecb-72ce-4cd2-bdb7-01f34654c392';
const hex = (uuid: string): string => uuid.replaceAll('-', '');

const run = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  trace_id: ROOT,
  parent_run_id: null,
  dotted_order: `20261011T205820695375Z${id}`,
  run_type: 'llm',
  name: 'ChatOpenAI',
  start_time: '2026-10-11T20:58:20.695375+00:00',
  end_time: '2026-10-11T20:58:22.023816+00:00',
  inputs: {},
  outputs: {},
  session_id: 'the-project',
  ...more,
});

describe('LangSmith', () => {
  it('completes what was posted by its patch', async () => {
    const posted = run(ROOT, {
      end_time: undefined,
      inputs: { messages: [[{ role: 'tool', tool_call_id: 'c0', content: 'x' }]] },
    });
    const patch = {
      id: ROOT,
      trace_id: ROOT,
      parent_run_id: null,
      inputs: {},
      end_time: '2026-10-11T20:58:22.023816+00:00',
      error: null,
      outputs: {
        choices: [
          {
            message: {
              role: 'assistant',
              tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{}' } }],
            },
          },
        ],
      },
    };
    const { format, spans, problems } = await readEvidence({ post: [posted], patch: [patch] });
    expect(format).toBe('langsmith');
    expect(problems).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: hex(ROOT),
        spanId: hex(ROOT),
        start: 1_791_752_300_695_375_000n,
        end: 1_791_752_302_023_816_000n,
        facts: {
          stepKind: 'model',
          inputHistory: [{ is: 'result', callId: 'c0' }],
          outputHistory: [{ is: 'call', callId: 'c1', tool: 'search' }],
        },
      },
    ]);
    // the project is no conversation
    expect(spans[0]?.facts.conversationId).toBeUndefined();
  });

  it('reads a tool: its arguments, its call id out of the message it gave, the thread out of the metadata', async () => {
    const { spans } = await readEvidence([
      run(TOOL, {
        parent_run_id: ROOT,
        run_type: 'tool',
        name: 'search',
        inputs: { input: '{"q":1}' },
        outputs: { output: { type: 'tool', content: 'found', tool_call_id: 'c1' } },
        error: 'boom',
        extra: { metadata: { thread_id: 't-1', langgraph_step: 3 } },
      }),
    ]);
    expect(spans).toMatchObject([
      {
        parentId: hex(ROOT),
        status: 'error',
        facts: {
          stepKind: 'tool',
          toolName: 'search',
          callId: 'c1',
          conversationId: 't-1',
          toolInput: { kind: 'json' },
          toolOutput: { kind: 'text', bytes: 5 },
          indices: [{ key: 'langsmith.metadata.langgraph_step', value: 3 }],
        },
      },
    ]);
  });

  it('reads trees, lists and lines; dotted_order is no witness', async () => {
    const child = run(TOOL, { parent_run_id: ROOT, run_type: 'chain' });
    for (const form of [{ ...run(ROOT), child_runs: [child] }, [run(ROOT), child], lines(run(ROOT), child)]) {
      const { format, spans } = await readEvidence(form as object | string);
      expect(format).toBe('langsmith');
      expect(spans.map(({ spanId, parentId }) => [spanId, parentId])).toEqual([
        [hex(ROOT), undefined],
        [hex(TOOL), hex(ROOT)],
      ]);
      expect(spans[1]?.facts.indices).toBeUndefined();
    }
  });

  it('keeps the creation counter that the JavaScript SDK writes', async () => {
    const { spans } = await readEvidence([run(ROOT, { execution_order: 2, child_execution_order: 5 })]);
    expect(spans[0]?.facts.indices?.map(({ key, value }) => [key, value])).toEqual([
      ['execution_order', 2],
      ['child_execution_order', 5],
    ]);
  });
});
