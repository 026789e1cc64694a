import { expect, test } from 'vitest';
import { readAnswer } from '../../src/replay/read-answer.ts';

const answered = (outputJson: string | undefined, servedFromCache = false) => ({
  is: 'answered',
  outputJson,
  servedFromCache,
});

test.each([
  [undefined, answered(undefined)],
  [{}, answered(undefined)],
  [{ output: null }, answered('null')],
  [{ output: { a: [1, 'é'] } }, answered('{"a":[1,"é"]}')],
  [{ output: 1, servedFromCache: true }, answered('1', true)],
  [{ output: 1, servedFromCache: 'yes' }, answered('1')],
  [{ outputText: '12345678901234567890.10' }, answered('12345678901234567890.10')],
  [{ outputText: '{\n  "a": "b\\n"\n}' }, answered('{   "a": "b\\n" }')],
])('%j', (answer, expected) => {
  expect(readAnswer(answer)).toEqual(expected);
});

const circular: Record<string, unknown> = {};
circular.itself = circular;

test.each([
  ['text', 'a bare value'],
  [null, 'a bare value'],
  [[1], 'a bare value'],
  [{ status: 'ok' }, 'the member "status"'],
  [{ output: { n: Number.NaN } }, 'no JSON: it holds NaN'],
  [{ output: Number.POSITIVE_INFINITY }, 'no JSON: it holds Infinity'],
  [{ output: [10n] }, 'no JSON: it holds a BigInt'],
  [{ output: () => 1 }, 'no JSON: it is a function'],
  [{ output: circular }, 'no JSON'],
  [{ outputText: '{' }, 'no JSON'],
  [{ outputText: 7 }, '"outputText" is no string'],
])('an answer that is none is a failed call (%#)', (answer, said) => {
  const read = readAnswer(answer);
  expect(read).toMatchObject({ is: 'failed', said: expect.stringContaining(said) });
});
