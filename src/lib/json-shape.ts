import type { ScanFacts } from './json-scan.ts';
import type { Json } from './json-value.ts';

/**
 * What a walk looks for at one place of a document. A tag hands the value out whole; a description descends into it;
 * what is not described is checked and passed over. Tables of shapes may refer to themselves.
 */
export interface Shape<Tag extends string> {
  readonly object?: Tag | ObjectShape<Tag>;
  readonly array?: Tag | Shape<Tag>;
  readonly scalar?: Tag;
}

export interface ObjectShape<Tag extends string> {
  /** By whole keys. */
  readonly members: ReadonlyMap<string, Shape<Tag>>;
  /** For members that are not named. */
  readonly others?: Shape<Tag>;
  /** Tells `open` and `close` of every such object. */
  readonly scope?: Tag;
}

/** Where a value stands in the stream. */
export interface ValuePlace {
  readonly offset: number;
  readonly length: number;
  /** The member's key; undefined for an element or a value at the top. */
  readonly key: string | undefined;
  /** 1-based; counted only when asked for. */
  line(): number;
}

export interface Damage {
  readonly kind: 'syntax' | 'too-deep' | 'truncated' | 'too-big' | 'nul';
  /** One sentence part, lower case, without the place. */
  readonly said: string;
  /** Where the rules are broken. */
  readonly byte: number;
  readonly line: number;
  /** Bytes that belong to no value that was handed out: `[lostFrom, lostTo)`. */
  readonly lostFrom: number;
  readonly lostTo: number;
}

export interface JsonVisitor<Tag extends string> {
  /**
   * What to look for in the value that starts at `bytes[from]` at the top of the stream (a document, a line, one of
   * several values). `bytes` holds up to ROOT_PEEK bytes of it. Undefined passes it over.
   */
  root(bytes: Uint8Array, from: number): Shape<Tag> | undefined;
  /** A value at the top that `root` did not know. */
  unknown?(byte: number, line: number): void;
  value(tag: Tag, value: Json, place: ValuePlace, facts: ScanFacts): void;
  open?(tag: Tag, offset: number): void;
  close?(tag: Tag): void;
  /** A value of another type than the shape foresees; it is passed over. */
  unfit?(key: string | undefined, byte: number, line: number): void;
  /** An object or array under a key that the shape of its object does not name; it is passed over. */
  stranger?(key: string, byte: number, line: number): void;
  damage(damage: Damage): void;
  /** Whether a value found while searching behind damage is an element for `tag`, or a value for the top. */
  salvages(tag: Tag | undefined, value: Json): 'element' | 'top' | undefined;
  progress?(bytes: number): void;
}

/** Bytes that `root` may look at. */
export const ROOT_PEEK = 64 * 1024;
/** A value handed out whole is held in memory; a longer one is passed over and told. */
export const MAX_VALUE = 64 * 1024 * 1024;

/** What the walk expects next. */
export type Expect = 'value' | 'first' | 'key' | 'colon' | 'after' | 'in-string' | 'in-word';

/** An open array or object of a walk. */
export interface Frame<Tag extends string> {
  isArray: boolean;
  shape: Shape<Tag> | undefined;
  object: ObjectShape<Tag> | undefined;
}
