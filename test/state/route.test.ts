import { describe, expect, it } from 'vitest';
import { changedRoute, type Route } from '../../src/state/route.ts';

const graph: Route = {
  is: 'case',
  caseId: 'c',
  screen: 'graph',
  session: 's',
  selection: { is: 'step', step: 3 },
};

describe('a change of place', () => {
  it('keeps what it does not name', () => {
    expect(changedRoute(graph, { screen: 'calls' })).toEqual({ ...graph, screen: 'calls' });
  });
  it('drops the selection with the session, and when told', () => {
    expect(changedRoute(graph, { session: 't' })).toEqual({ ...graph, session: 't', selection: undefined });
    expect(changedRoute(graph, { selection: 'none' })).toEqual({ ...graph, selection: undefined });
    expect(changedRoute(graph, { session: 't', selection: { is: 'call', call: 1 } })).toMatchObject({
      session: 't',
      selection: { is: 'call', call: 1 },
    });
  });
  it('goes nowhere without a case', () => {
    expect(changedRoute({ is: 'start' }, { screen: 'graph' })).toEqual({ is: 'start' });
  });
});
