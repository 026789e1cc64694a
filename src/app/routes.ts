import { type Route, SCREENS, type Screen, type Selection } from '../state/route.ts';

/** Of the address. Rises when an old address would be read as something else. */
const VERSION = '1';

/** `#/case/<id>/graph?v=1&session=s-41&step=7` */
export function formatRoute(route: Route): string {
  if (route.is === 'start') return '#/';
  const query = new URLSearchParams({ v: VERSION });
  if (route.session !== undefined) query.set('session', route.session);
  for (const [name, value] of route.selection === undefined ? [] : selectionParts(route.selection)) {
    query.set(name, value);
  }
  return `#/case/${encodeURIComponent(route.caseId)}/${route.screen}?${query}`;
}

/** The place an address names; undefined when it names none that this version knows. */
export function parseRoute(hash: string): Route | undefined {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  if (path === '' || path === '/') return { is: 'start' };
  const [, place, id, screen] = path.split('/');
  const parts = new URLSearchParams(query);
  const caseId = decoded(id);
  if (place !== 'case' || caseId === undefined || (parts.get('v') ?? VERSION) !== VERSION) return undefined;
  const known = SCREENS.find((name): name is Screen => name === (screen ?? 'triage'));
  if (known === undefined) return undefined;
  return {
    is: 'case',
    caseId,
    screen: known,
    session: parts.get('session') ?? undefined,
    selection: parseSelection(parts),
  };
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined || part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function selectionParts(selection: Selection): readonly (readonly [string, string])[] {
  switch (selection.is) {
    case 'step':
      return [['step', String(selection.step)]];
    case 'span':
      return [['span', String(selection.row)]];
    case 'call':
      return [['call', String(selection.call)]];
    case 'question':
      return [
        ['a', selection.a],
        ['b', selection.b],
      ];
    case 'decision':
      return [
        ['log', selection.input],
        ['decision', String(selection.decision)],
      ];
    case 'finding':
      return [['finding', selection.id]];
    case 'raw':
      return [
        ['file', selection.path],
        ['byte', String(selection.byte)],
      ];
  }
}

function parseSelection(parts: URLSearchParams): Selection | undefined {
  const step = count(parts.get('step'));
  if (step !== undefined) return { is: 'step', step };
  const row = count(parts.get('span'));
  if (row !== undefined) return { is: 'span', row };
  const call = count(parts.get('call'));
  if (call !== undefined) return { is: 'call', call };
  const [a, b] = [parts.get('a'), parts.get('b')];
  if (a !== null && b !== null) return { is: 'question', a, b };
  const [input, decision] = [parts.get('log'), count(parts.get('decision'))];
  if (input !== null && decision !== undefined) return { is: 'decision', input, decision };
  const id = parts.get('finding');
  if (id !== null) return { is: 'finding', id };
  const [path, byte] = [parts.get('file'), count(parts.get('byte'))];
  return path === null || byte === undefined ? undefined : { is: 'raw', path, byte };
}

/** A whole number that a JavaScript number holds exactly. */
function count(text: string | null): number | undefined {
  if (text === null || !/^[0-9]{1,15}$/.test(text)) return undefined;
  return Number(text);
}
