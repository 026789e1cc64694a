import { describe, expect, test } from 'vitest';
import { countOf, orderOf } from '../../draw.ts';

const stepsOf = (drawing: string): readonly string[] => orderOf(drawing).steps.map(({ id }) => id);
const remarkOf = (drawing: string): string =>
  orderOf(drawing)
    .remarks.map(({ said }) => said)
    .join(' ');

describe('two instrumentations of one call', () => {
  const agree = `
    agent root      |------------------root-------------------|
      model call      |--------a---------|                      out C:x
        span wrap       |------w-------|
          model chat      |----b-----|                          out C:x
      tool search                          |----c----|          id x
      model next                                      |--d--|   in C:x R:x`;

  test('are one step and one witness, and it is told that they agree', () => {
    expect(stepsOf(agree)).toEqual(['root', 'a', 'c', 'd']);
    expect(remarkOf(agree)).toBe(
      'Two spans tell one call of the agent and agree: they are one step and one witness; b is the copy.',
    );
    expect(countOf(orderOf(agree))).toBe('1');
  });

  test('with a silent one between them are one step too', () => {
    const drawing = `
      model call   |---------a---------|  out C:x
        model gen    |------w-------|
          model chat   |---b----|         out C:x`;
    expect(stepsOf(drawing)).toEqual(['a']);
  });

  test('the one that says more stands for both', () => {
    const drawing = `
      model call   |---------a---------|  out C:x
        model chat   |------b-------|     in C:w R:w out C:x`;
    expect(stepsOf(drawing)).toEqual(['b']);
  });

  test('a tool in a tool is one where the call id is one', () => {
    const drawing = `
      tool run     |---------a---------|  id x
        tool mcp     |------b-------|     id x`;
    expect(stepsOf(drawing)).toEqual(['a']);
  });

  test.each([
    ['they say different things', 'model', 'out C:x', 'model', 'out C:y'],
    ['only one of them speaks', 'model', 'out C:x', 'model', ''],
    ['neither speaks', 'model', '', 'model', ''],
    ['they speak of different sides', 'model', 'in C:w R:w', 'model', 'out C:x'],
    ['the call ids differ', 'tool', 'id x', 'tool', 'id y'],
    ['there is no call id', 'tool', '', 'tool', ''],
    ['they are of different kinds', 'model', 'out C:x', 'tool', 'id x'],
  ])('are two steps where %s', (_, outer, ofOuter, inner, ofInner) => {
    const drawing = `
      ${outer} call   |---------a---------|  ${ofOuter}
        ${inner} chat   |------b-------|     ${ofInner}`;
    expect(stepsOf(drawing)).toEqual(['a', 'b']);
  });

  test('that differ are told', () => {
    const drawing = `
      model call   |---------a---------|  out C:x
        model chat   |------b-------|     out C:y`;
    expect(remarkOf(drawing)).toContain(
      'Two spans tell one call and do not agree about it: both are kept as steps.',
    );
  });

  test('are not folded where the inner one outlasts the outer, or where there are two of them', () => {
    const late = `
      model call   |---------a---------|       out C:x
        model chat   |------b-----------|      out C:x`;
    expect(stepsOf(late)).toEqual(['a', 'b']);
    const retried = `
      model call   |-----------a------------|  out C:x
        model one    |---b---|                 out C:x
        model two               |---c---|      out C:x`;
    expect(stepsOf(retried)).toEqual(['a', 'b', 'c']);
  });

  test('a call id that a copy repeats joins all the same', () => {
    const drawing = `
      agent root    |-----------------root------------------|
        model call    |--m--|                                  out C:x C:y
        tool run               |------a------|                 id x
          tool mcp               |---b---|                     id x
        tool other               |------c------|               id y
        model next                               |--n--|       in C:x C:y R:y R:x`;
    const order = orderOf(drawing);
    expect(order.questionCount).toBe(0);
    expect(order.linearization.map(({ step }) => order.steps[step]?.id)).toEqual(['m', 'c', 'a', 'n']);
  });

  test('of which one alone states an index are one step, and the index counts', () => {
    const drawing = `
      tool run     |---------a---------|  id x
        tool mcp     |------b-------|     id x call 3`;
    expect(orderOf(drawing).steps.map(({ id, callIndex }) => [id, callIndex])).toEqual([['b', 3]]);
  });

  test('a tool that calls another one with an id of its own is no copy of it, and nothing is said', () => {
    const drawing = `
      tool run     |-----------a-----------|  id x
        tool mcp     |---------b---------|    id x
          tool sub     |------c------|        id y`;
    expect(stepsOf(drawing)).toEqual(['a', 'c']);
    const silent = `
      tool run     |-----------a-----------|  id x
        tool mcp     |---------b---------|
          tool sub     |------c------|        id y`;
    expect(stepsOf(silent)).toEqual(['a', 'b', 'c']);
    expect(remarkOf(silent)).toBe('');
  });
});

describe('twins: two instrumentations of one call beside each other', () => {
  const twins = (one = 'scope adk', other = 'scope traceloop') => `
    agent root    |-----------------root------------------|
      model call    |--m--|                                  out C:x C:y
      tool run               |------a------|                 id x ${one}
      tool run                  |---b---|                    id x ${other}
      tool other             |------c------|                 id y scope adk
      model next                               |--n--|       in C:x C:y R:y R:x`;

  test('are one step and one witness, and ask nothing', () => {
    const order = orderOf(twins());
    expect(stepsOf(twins())).toEqual(['root', 'm', 'a', 'c', 'n']);
    expect(order.questionCount).toBe(0);
    expect(order.linearization.map(({ step }) => order.steps[step]?.id)).toEqual(['m', 'c', 'a', 'n']);
    expect(remarkOf(twins())).toContain('Two spans tell one call of the agent and agree');
    expect(remarkOf(twins())).toContain('b is the copy');
  });

  test.each([
    ['one library made both', 'scope adk', 'scope adk'],
    ['the library of one is not known', 'scope adk', ''],
    ['one states another index', 'scope adk call 1', 'scope traceloop call 2'],
  ])('are two steps where %s', (_, one, other) => {
    expect(stepsOf(twins(one, other))).toEqual(['root', 'm', 'a', 'c', 'b', 'n']);
    expect(orderOf(twins(one, other)).questionCount).toBeGreaterThan(0);
  });

  test('that differ are told', () => {
    expect(remarkOf(twins('scope adk call 1', 'scope traceloop call 2'))).toContain(
      'Two spans tell one call and do not agree about it: both are kept as steps.',
    );
  });

  test.each([
    [
      'neither lies within the other',
      `
      agent root   |--------------root--------------|
        tool run       |---a---|                       id x scope adk
        tool run           |---b---|                   id x scope traceloop`,
      ['root', 'a', 'b'],
    ],
    [
      'they hang from different spans',
      `
      agent root   |--------------root--------------|
        span one     |----------o----------|
          tool run       |-----a-----|                 id x scope adk
        tool run           |--b--|                     id x scope traceloop`,
      ['root', 'a', 'b'],
    ],
    [
      'they name different tools',
      `
      agent root   |--------------root--------------|
        tool run       |-----a-----|                   id x scope adk
        tool walk          |--b--|                     id x scope traceloop`,
      ['root', 'a', 'b'],
    ],
    [
      'a third span tells the id, so that it is no name of one call',
      `
      agent root   |--------------root--------------|
        tool run       |-----a-----|                   id x scope adk
        tool run           |--b--|                     id x scope traceloop
        tool run                      |--c--|          id x scope adk`,
      ['root', 'a', 'b', 'c'],
    ],
    [
      'both have steps below',
      `
      agent root   |--------------root--------------|
        tool run       |-----a-----|                   id x scope adk
          model one      |-d-|                         out C:p
        tool run           |--b--|                     id x scope traceloop
          model two          |e|                       out C:q`,
      ['root', 'a', 'd', 'b', 'e'],
    ],
  ])('are two steps where %s', (_, drawing, steps) => {
    expect(stepsOf(drawing)).toEqual(steps);
    expect(remarkOf(drawing)).not.toContain('one step and one witness');
  });

  test('keep the one that steps hang from', () => {
    const drawing = `
      agent root   |--------------root--------------|
        tool run       |-----a-----|                   id x scope adk
        tool run           |--b--|                     id x scope traceloop
          model two          |e|                       out C:q`;
    expect(stepsOf(drawing)).toEqual(['root', 'b', 'e']);
  });

  test('of a model are one where the answer asks for the same calls', () => {
    const models = (other: string) => `
      agent root   |--------------root--------------|
        model chat     |-----a-----|                   out C:x C:y scope adk
        model chat         |--b--|                     out ${other} scope traceloop`;
    expect(stepsOf(models('C:x C:y'))).toEqual(['root', 'a']);
    expect(stepsOf(models('C:y C:x'))).toEqual(['root', 'a', 'b']);
  });
});
