import { expect, test } from 'vitest';
import { readRecordContents } from '../../../src/formats/calls/record-contents.ts';

const read = (record: unknown): ReturnType<typeof readRecordContents> =>
  readRecordContents(new TextEncoder().encode(JSON.stringify(record)));
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

test('values and attached states of a record', () => {
  const record = read({
    input: null,
    output: 'ok',
    pre_state: [{ resource: 'r', content: { text: 'before' } }],
    post_state: [{ resource: 's' }, { resource: 'r', content: { base64: btoa('after') } }],
  });
  expect(record?.input).toBeNull();
  expect(record?.output).toBe('ok');
  expect(text(record?.stateContent('pre', 'r'))).toBe('before');
  expect(text(record?.stateContent('post', 'r'))).toBe('after');
  expect(record?.stateContent('post', 's')).toBeUndefined();
  expect(record?.stateContent('post', undefined)).toBeUndefined();
});

test('the short form, and what is no record', () => {
  const record = read({ output: 'old', replayed_output: null, replayed_state: 'abc' });
  expect(record?.output).toBeNull();
  expect(text(record?.stateContent('post', undefined))).toBe('abc');
  expect(record?.stateContent('pre', undefined)).toBeUndefined();
  expect(read([1])).toBeUndefined();
});
