import { type Nanos, nanos } from '../lib/nanos.ts';
import {
  NO_FACTS,
  type ResourceRecord,
  SPAN_KINDS,
  SPAN_STATUSES,
  type SpanFacts,
  type SpanKind,
  type SpanLink,
  type SpanRecord,
  type SpanStatus,
} from './span.ts';

/** A time that the file does not have. */
export const NO_TIME = -(2n ** 63n);
/** Row or string number that stands for "none". */
export const NONE = 0xffffffff;

/**
 * All spans of a case, a row each, in columns: what is needed to order and draw a million of them. Row numbers are
 * only meaningful inside one table. The facts that few spans have are kept in sparse maps by row.
 */
export interface SpanTable {
  readonly count: number;
  readonly strings: readonly string[];
  readonly resources: readonly ResourceRecord[];
  /** String numbers. `parentId` is NONE for a root. */
  readonly traceId: Uint32Array;
  readonly spanId: Uint32Array;
  readonly parentId: Uint32Array;
  readonly name: Uint32Array;
  readonly scope: Uint32Array;
  /** Nanoseconds; NO_TIME when missing. */
  readonly start: BigInt64Array;
  readonly end: BigInt64Array;
  /** Positions in SPAN_KINDS, SPAN_STATUSES and `resources`. */
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  readonly resource: Uint32Array;
  /** Evidence file, byte offset and length of the span's JSON. */
  readonly file: Uint32Array;
  readonly offset: Float64Array;
  readonly length: Uint32Array;
  readonly facts: ReadonlyMap<number, SpanFacts>;
  readonly links: ReadonlyMap<number, readonly SpanLink[]>;
}

/** One row of the table as an object, for the places that look at few spans. */
export interface Span {
  readonly row: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly status: SpanStatus;
  readonly start: Nanos | undefined;
  readonly end: Nanos | undefined;
  readonly resource: ResourceRecord;
  readonly facts: SpanFacts;
  readonly links: readonly SpanLink[];
}

const text = (table: SpanTable, number: number | undefined): string => table.strings[number ?? NONE] ?? '';

const time = (column: BigInt64Array, row: number): Nanos | undefined => {
  const value = column[row];
  return value === undefined || value === NO_TIME ? undefined : nanos(value);
};

/** @throws RangeError (our bug) when there is no such row. */
export function spanAt(table: SpanTable, row: number): Span {
  const resource = table.resources[table.resource[row] ?? NONE];
  if (resource === undefined) throw new RangeError(`no span in row ${row} of ${table.count}`);
  const parent = table.parentId[row] ?? NONE;
  return {
    row,
    traceId: text(table, table.traceId[row]),
    spanId: text(table, table.spanId[row]),
    parentId: parent === NONE ? undefined : text(table, parent),
    name: text(table, table.name[row]),
    kind: SPAN_KINDS[table.kind[row] ?? 0] ?? 'unspecified',
    status: SPAN_STATUSES[table.status[row] ?? 0] ?? 'unset',
    start: time(table.start, row),
    end: time(table.end, row),
    resource,
    facts: table.facts.get(row) ?? NO_FACTS,
    links: table.links.get(row) ?? [],
  };
}

const FIRST_ROWS = 1024;

/** Copies span records into columns that double when they are full. */
export class SpanTableBuilder {
  private count = 0;
  private room = 0;
  private readonly strings: string[] = [];
  private readonly numberOf = new Map<string, number>();
  private readonly resources: ResourceRecord[] = [];
  /** By object: a resource may stand behind its spans in the file and be filled in after they were added. */
  private readonly resourceOf = new Map<ResourceRecord, number>();
  private traceId = new Uint32Array(0);
  private spanId = new Uint32Array(0);
  private parentId = new Uint32Array(0);
  private name = new Uint32Array(0);
  private scope = new Uint32Array(0);
  private start = new BigInt64Array(0);
  private end = new BigInt64Array(0);
  private kind = new Uint8Array(0);
  private status = new Uint8Array(0);
  private resource = new Uint32Array(0);
  private file = new Uint32Array(0);
  private offset = new Float64Array(0);
  private length = new Uint32Array(0);
  private readonly facts = new Map<number, SpanFacts>();
  private readonly links = new Map<number, readonly SpanLink[]>();

  /** @param file index of the evidence file in the case. @returns the span's row. */
  add(span: SpanRecord, file: number): number {
    if (this.count === this.room) this.grow();
    const row = this.count++;
    this.traceId[row] = this.intern(span.traceId);
    this.spanId[row] = this.intern(span.spanId);
    this.parentId[row] = span.parentId === undefined ? NONE : this.intern(span.parentId);
    this.name[row] = this.intern(span.name);
    this.scope[row] = this.intern(span.scope);
    this.start[row] = span.start ?? NO_TIME;
    this.end[row] = span.end ?? NO_TIME;
    this.kind[row] = SPAN_KINDS.indexOf(span.kind);
    this.status[row] = SPAN_STATUSES.indexOf(span.status);
    this.resource[row] = this.internResource(span.resource);
    this.file[row] = file;
    this.offset[row] = span.offset;
    this.length[row] = span.length;
    if (span.facts !== NO_FACTS) this.facts.set(row, span.facts);
    if (span.links.length > 0) this.links.set(row, span.links);
    return row;
  }

  /** The rows so far, the columns cut to their length (copies: the builder can go on). */
  build(): SpanTable {
    const n = this.count;
    const { resources, resource } = this.equalResourcesAsOne();
    return {
      count: n,
      strings: [...this.strings],
      resources,
      traceId: this.traceId.slice(0, n),
      spanId: this.spanId.slice(0, n),
      parentId: this.parentId.slice(0, n),
      name: this.name.slice(0, n),
      scope: this.scope.slice(0, n),
      start: this.start.slice(0, n),
      end: this.end.slice(0, n),
      kind: this.kind.slice(0, n),
      status: this.status.slice(0, n),
      resource,
      file: this.file.slice(0, n),
      offset: this.offset.slice(0, n),
      length: this.length.slice(0, n),
      facts: new Map(this.facts),
      links: new Map(this.links),
    };
  }

  private intern(value: string): number {
    const known = this.numberOf.get(value);
    if (known !== undefined) return known;
    const number = this.strings.push(value) - 1;
    this.numberOf.set(value, number);
    return number;
  }

  private internResource(value: ResourceRecord): number {
    const known = this.resourceOf.get(value);
    if (known !== undefined) return known;
    const number = this.resources.push(value) - 1;
    this.resourceOf.set(value, number);
    return number;
  }

  private equalResourcesAsOne(): { resources: ResourceRecord[]; resource: Uint32Array } {
    const resources: ResourceRecord[] = [];
    const numberOf = new Map<string, number>();
    const renumbered = this.resources.map((value) => {
      const known = numberOf.get(value.key);
      if (known !== undefined) return known;
      const number = resources.push(value) - 1;
      numberOf.set(value.key, number);
      return number;
    });
    return { resources, resource: this.resource.slice(0, this.count).map((n) => renumbered[n] ?? NONE) };
  }

  private grow(): void {
    this.room = Math.max(FIRST_ROWS, this.room * 2);
    const wider = <T extends { set(from: T): void }>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.traceId = wider(this.traceId, new Uint32Array(this.room));
    this.spanId = wider(this.spanId, new Uint32Array(this.room));
    this.parentId = wider(this.parentId, new Uint32Array(this.room));
    this.name = wider(this.name, new Uint32Array(this.room));
    this.scope = wider(this.scope, new Uint32Array(this.room));
    this.start = wider(this.start, new BigInt64Array(this.room));
    this.end = wider(this.end, new BigInt64Array(this.room));
    this.kind = wider(this.kind, new Uint8Array(this.room));
    this.status = wider(this.status, new Uint8Array(this.room));
    this.resource = wider(this.resource, new Uint32Array(this.room));
    this.file = wider(this.file, new Uint32Array(this.room));
    this.offset = wider(this.offset, new Float64Array(this.room));
    this.length = wider(this.length, new Uint32Array(this.room));
  }
}
