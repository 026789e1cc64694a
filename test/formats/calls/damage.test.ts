import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calls } from '../../../src/formats/calls/calls.ts';
import { incidentManifest } from '../../../src/formats/incident-manifest/incident-manifest.ts';
import { end, header, lines, parseText } from '../../bundle.ts';

const A = 'a'.repeat(64);
const LOG = new TextEncoder().encode(
  lines(
    header({ role: 'recorded', session_id: 's', snapshot: { id: 'x', epoch: 'e' } }),
    {
      record: 'call',
      turn_index: 0,
      tool: 'write',
      input: { n: 1.5 },
      output: 'é\u2028',
      post_state: [{ resource: 'r', fingerprint: A }],
    },
    { turn_index: 1, tool: 'read', replayed_output: null, replayed_state_base64: 'AAEC' },
    end(2),
  ),
);
const ARRAY = new TextEncoder().encode(
  JSON.stringify([header(), { turn_index: 0, tool: 't', input: [1, { a: '\\"' }] }, end(1)], undefined, 1),
);
const MANIFEST = new TextEncoder().encode(
  JSON.stringify(
    { witnessmark: 1, title: 't', files: [{ path: 'a', role: 'trace', sha256: A }, { path: 'b' }] },
    undefined,
    1,
  ),
);

const damage = fc.record({
  source: fc.constantFrom(LOG, ARRAY, MANIFEST),
  edits: fc.array(
    fc.record({
      at: fc.nat(1_000_000),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x0a)),
    }),
    { maxLength: 4 },
  ),
  cut: fc.option(fc.nat(1_000_000), { nil: undefined }),
});

test('damaged bytes never throw, and every problem has its line and byte inside the file', async () => {
  await fc.assert(
    fc.asyncProperty(damage, async ({ source, edits, cut }) => {
      const bytes = source.slice(0, cut === undefined ? source.length : cut % (source.length + 1));
      for (const { at, byte } of edits) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      const format = source === MANIFEST ? incidentManifest : calls;
      format.detect(bytes);
      const { problems, logs } = await parseText(format, bytes);
      const lineCount = bytes.filter((byte) => byte === 0x0a).length + 1;
      for (const { line, byte } of problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lineCount);
        expect(byte).toBeGreaterThanOrEqual(0);
        expect(byte).toBeLessThanOrEqual(bytes.length);
      }
      for (const call of logs.flatMap((log) => log.calls)) {
        expect(call.at.offset + call.at.length).toBeLessThanOrEqual(bytes.length);
      }
      // what is whole is read without a word
      if (edits.length === 0 && bytes.length === source.length) expect(problems).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('a million brackets and a record nested too deep are problems', async () => {
  const brackets = await parseText(calls, '['.repeat(1_000_000));
  expect(brackets.problems.map(({ code }) => code)).toContain('truncated');
  const deep = await parseText(
    calls,
    `${lines(header())}{"turn_index":0,"tool":"t","input":${'['.repeat(300)}${']'.repeat(300)}}\n${lines(end(0))}`,
  );
  expect(deep.problems.map(({ code, line }) => [code, line])).toEqual([['too-deep', 2]]);
});
