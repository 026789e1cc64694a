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
    expect(remarkOf(agree)).toContain(
      'Two spans tell one call of the agent, one inside the other, and agree',
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
    expect(remarkOf(drawing)).toContain('do not agree on what went in or came out: both are kept');
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
});
