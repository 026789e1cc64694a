import type { SpanFacts, SpanLink } from '../../model/span.ts';
import type { SpanTable } from '../../model/span-table.ts';

/** The table without the rows that are not kept; the others keep their order. */
export function keepRows(table: SpanTable, kept: (row: number) => boolean): SpanTable {
  const rows: number[] = [];
  for (let row = 0; row < table.count; row++) if (kept(row)) rows.push(row);
  if (rows.length === table.count) return table;
  const from = Uint32Array.from(rows);
  const facts = new Map<number, SpanFacts>();
  const links = new Map<number, readonly SpanLink[]>();
  from.forEach((row, to) => {
    const own = table.facts.get(row);
    if (own !== undefined) facts.set(to, own);
    const linked = table.links.get(row);
    if (linked !== undefined) links.set(to, linked);
  });
  const picked = <T extends { [index: number]: N }, N>(column: T, fresh: T): T => {
    for (let to = 0; to < from.length; to++) fresh[to] = column[from[to] as number] as N;
    return fresh;
  };
  const n = from.length;
  return {
    count: n,
    strings: table.strings,
    resources: table.resources,
    traceId: picked(table.traceId, new Uint32Array(n)),
    spanId: picked(table.spanId, new Uint32Array(n)),
    parentId: picked(table.parentId, new Uint32Array(n)),
    name: picked(table.name, new Uint32Array(n)),
    scope: picked(table.scope, new Uint32Array(n)),
    start: picked(table.start, new BigInt64Array(n)),
    end: picked(table.end, new BigInt64Array(n)),
    kind: picked(table.kind, new Uint8Array(n)),
    status: picked(table.status, new Uint8Array(n)),
    resource: picked(table.resource, new Uint32Array(n)),
    file: picked(table.file, new Uint32Array(n)),
    offset: picked(table.offset, new Float64Array(n)),
    length: picked(table.length, new Uint32Array(n)),
    facts,
    links,
  };
}
