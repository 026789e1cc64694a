import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../src/app/routes.ts';
import { type Route, SCREENS, type Selection } from '../../src/state/route.ts';

const number = fc.integer({ min: 0, max: 999_999_999_999_999 });
const selection: fc.Arbitrary<Selection | undefined> = fc.oneof(
  fc.constant(undefined),
  number.map((step): Selection => ({ is: 'step', step })),
  number.map((row): Selection => ({ is: 'span', row })),
  number.map((call): Selection => ({ is: 'call', call })),
  fc.tuple(fc.string(), fc.string()).map(([a, b]): Selection => ({ is: 'question', a, b })),
  fc.tuple(fc.string(), number).map(([input, decision]): Selection => ({ is: 'decision', input, decision })),
  fc.string().map((id): Selection => ({ is: 'finding', id })),
  fc.tuple(fc.string(), number).map(([path, byte]): Selection => ({ is: 'raw', path, byte })),
);
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ is: 'start' }),
  fc.record({
    is: fc.constant('case' as const),
    caseId: fc.string({ minLength: 1 }),
    screen: fc.constantFrom(...SCREENS),
    session: fc.option(fc.string(), { nil: undefined }),
    selection,
  }),
);

describe('the address', () => {
  it('holds every place, whatever the evidence is called', () => {
    fc.assert(
      fc.property(route, (place) => {
        expect(parseRoute(formatRoute(place))).toEqual(place);
      }),
      { numRuns: 500 },
    );
  });

  it('reads as it is documented', () => {
    expect(parseRoute('#/case/abc/graph?v=1&session=s-41&step=7')).toEqual({
      is: 'case',
      caseId: 'abc',
      screen: 'graph',
      session: 's-41',
      selection: { is: 'step', step: 7 },
    });
    expect(parseRoute('')).toEqual({ is: 'start' });
    expect(parseRoute('#/case/abc')).toMatchObject({ screen: 'triage', session: undefined });
  });

  it.each(['#/nowhere', '#/case//graph', '#/case/a/dance', '#/case/a/graph?v=2', '#/case/%E0%A4%A/graph'])(
    'names nothing: %s',
    (hash) => expect(parseRoute(hash)).toBeUndefined(),
  );

  it.each(['step=-1', 'step=1.5', 'step=1e3', 'step=99999999999999999999', 'step='])(
    'selects nothing: %s',
    (part) => expect(parseRoute(`#/case/a/graph?v=1&${part}`)).toMatchObject({ selection: undefined }),
  );
});
