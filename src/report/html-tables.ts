import { element, evidence, type ReportElement, type ReportNode } from './html-nodes.ts';

/** A cell: a text from evidence, or something built here. */
export type Cell = string | ReportElement | null;

export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): ReportElement {
  return element('table', [
    element('caption', caption),
    element('thead', [
      element(
        'tr',
        heads.map((head) => element('th', head)),
      ),
    ]),
    element(
      'tbody',
      rows.map((cells) =>
        element(
          'tr',
          cells.map((cell) => element('td', [shown(cell)])),
        ),
      ),
    ),
  ]);
}

export const facts = (pairs: readonly (readonly [name: string, value: Cell])[]): ReportElement =>
  element(
    'dl',
    pairs.flatMap(([name, value]) => [element('dt', name), element('dd', [shown(value)])]),
  );

export const list = (items: readonly (readonly ReportNode[])[]): ReportElement =>
  element(
    'ul',
    items.map((item) => element('li', item)),
  );

const shown = (cell: Cell): ReportNode =>
  cell === null ? element('span', 'unknown', 'quiet') : typeof cell === 'string' ? evidence(cell) : cell;

/** Rows of one table; what is left out is counted, and stands in the JSON document. */
export const ROWS_SHOWN = 1_000;

export function cutRows<T>(
  all: readonly T[],
  what: string,
): { readonly rows: readonly T[]; readonly note: readonly ReportNode[] } {
  if (all.length <= ROWS_SHOWN) return { rows: all, note: [] };
  const left = all.length - ROWS_SHOWN;
  return {
    rows: all.slice(0, ROWS_SHOWN),
    note: [element('p', `${left} more ${what} stand in the JSON document.`, 'quiet')],
  };
}
