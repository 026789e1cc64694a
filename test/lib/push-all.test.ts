import { expect, test } from 'vitest';
import { pushAll } from '../../src/lib/push-all.ts';

test('appends in order, and more than a stack holds', () => {
  const list = [1];
  pushAll(list, [2, 3]);
  expect(list).toEqual([1, 2, 3]);
  pushAll(list, new Array<number>(1_000_000).fill(0));
  expect(list).toHaveLength(1_000_003);
});
