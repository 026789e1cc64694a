import { JsonNumber } from '../../src/lib/json-value.ts';
import { nanos } from '../../src/lib/nanos.ts';
import type { CaseSummary } from '../../src/model/case-store.ts';
import type { Evidence } from '../../src/model/session.ts';
import { SpanTableBuilder } from '../../src/model/span-table.ts';

const RESOURCE = { serviceName: 'agent', key: 'service.name=agent' };

/** Evidence with everything that is hard to store: class instances, maps in maps, bigints, columns of all types. */
export function madeEvidence(spans: number): Evidence {
  const table = new SpanTableBuilder();
  for (let i = 0; i < spans; i++) {
    table.add(
      {
        traceId: 'a'.repeat(32),
        spanId: i.toString(16).padStart(16, '0'),
        ...(i === 0 ? {} : { parentId: '0'.repeat(16) }),
        name: `step ${i % 7}`,
        kind: 'internal',
        status: 'ok',
        start: nanos(1_700_000_000_000_000_000n + BigInt(i)),
        resource: RESOURCE,
        scope: '',
        offset: i * 100,
        length: 99,
        facts: i % 3 === 0 ? { toolName: '__proto__', callId: `c${i}` } : {},
        links: i % 5 === 0 ? [{ traceId: 'b', spanId: 'c' }] : [],
      },
      0,
    );
  }
  return {
    files: [
      {
        index: 0,
        path: 'trace.jsonl',
        bytes: spans * 100,
        sha256: 'f'.repeat(64),
        format: 'otlp-json',
        role: 'trace',
        records: spans,
        altered: false,
      },
    ],
    manifest: { title: 'made', files: [] },
    spans: table.build(),
    callLogs: [
      {
        file: 0,
        role: 'recorded',
        ended: true,
        torn: false,
        calls: Array.from({ length: 5_000 }, (_, i) => ({
          at: { file: 0, offset: i, length: 1 },
          source: 'log' as const,
          tool: `tool ${i}`,
          input: {},
          output: {},
          servedFromCache: false,
          derived: false,
        })),
      },
      { file: 0, role: 'replayed', ended: false, torn: true, calls: [] },
    ],
    wals: [
      {
        file: 0,
        reading: {
          is: 'read',
          header: new Map([['v', new JsonNumber('1')]]),
          records: [
            {
              line: 2,
              offset: 10,
              length: 50,
              kind: 'effect',
              value: new Map<string, never>([
                ['__proto__', new Map([['deep', [new JsonNumber('1.0'), null, 'token']]])],
                ['big', new JsonNumber('123456789012345678901234567890')],
              ] as never),
            },
          ],
          complete: true,
          torn: false,
        },
      },
      { file: 0, reading: { is: 'refused', line: 3, said: 'corrupt' } },
    ],
    causalTraces: [
      {
        file: 0,
        reading: {
          is: 'read',
          events: [{ line: 1, offset: 0, length: 20, value: new Map([['seq', new JsonNumber('7')]]) }],
        },
      },
    ],
    otherSeals: [],
    problems: [],
  };
}

export const madeSummary = (id: string): CaseSummary => ({
  id,
  title: 'made',
  files: 1,
  bytes: 10,
  spans: 3,
  calls: 2,
  problems: 0,
  outcomes: { hypothesis: 1 },
});
