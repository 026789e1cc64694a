import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
} from '../../lib/json-value.ts';

/** The attributes of a span, event, link or resource, values as plain JSON. */
export type Attributes = ReadonlyMap<string, Json>;

export const NO_ATTRIBUTES: Attributes = new Map();

/** What was not as OTLP wants it. */
export interface AttributeNotes {
  /** Values that stand directly in the place of an AnyValue, or an object in the place of the list. */
  direct: number;
  /** Entries that have no key. */
  keyless: number;
  /** Keys that stand twice; the last one counts. */
  twice: number;
}

/** A list of `{key, value}` (OTLP), or an object (everything else). */
export function readAttributes(value: Json | undefined, notes?: AttributeNotes): Attributes {
  if (isJsonObject(value)) {
    if (notes !== undefined) notes.direct++;
    return value;
  }
  if (!isJsonArray(value) || value.length === 0) return NO_ATTRIBUTES;
  const attributes = new Map<string, Json>();
  for (const entry of value) {
    const key = isJsonObject(entry) ? (entry.get('key') ?? entry.get('Key')) : undefined;
    if (!isJsonObject(entry) || typeof key !== 'string') {
      if (notes !== undefined) notes.keyless++;
      continue;
    }
    if (notes !== undefined && attributes.has(key)) notes.twice++;
    attributes.set(key, plainValue(entry.get('value') ?? entry.get('Value'), notes));
  }
  return attributes;
}

/** One AnyValue as plain JSON; an empty one is null. Without recursion: a value may be nested as deep as the scanner allows. */
export function plainValue(value: Json | undefined, notes?: AttributeNotes): Json {
  const top = scalarOrContainer(value, notes);
  if (!isUnread(top)) return top;
  const open: Unread[] = [top];
  for (let unread = open.pop(); unread !== undefined; unread = open.pop()) {
    const { into, entries, keyed } = unread;
    for (const entry of entries) {
      const key = keyed && isJsonObject(entry) ? (entry.get('key') ?? entry.get('Key')) : undefined;
      if (keyed && typeof key !== 'string') continue;
      const inner = scalarOrContainer(
        keyed && isJsonObject(entry) ? (entry.get('value') ?? entry.get('Value')) : entry,
        notes,
      );
      const plain = isUnread(inner) ? inner.into : inner;
      if (isUnread(inner)) open.push(inner);
      if (Array.isArray(into)) into.push(plain);
      else if (typeof key === 'string') into.set(key, plain);
    }
  }
  return top.into;
}

/** A container whose entries are still AnyValues. */
interface Unread {
  readonly into: Json[] | Map<string, Json>;
  readonly entries: readonly Json[];
  readonly keyed: boolean;
}

const isUnread = (value: Json | Unread): value is Unread =>
  typeof value === 'object' && value !== null && 'entries' in value && 'into' in value;

function scalarOrContainer(value: Json | undefined, notes: AttributeNotes | undefined): Json | Unread {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) {
    if (notes !== undefined) notes.direct++;
    return value;
  }
  for (const [key, inner] of value) {
    const kind = ONE_OF.get(key);
    if (kind === undefined) continue;
    return readOneOf(kind, inner, notes);
  }
  if (value.size > 0 && !value.has('stringValueStrindex')) {
    if (notes !== undefined) notes.direct++;
    return value;
  }
  return null;
}

type OneOf = 'string' | 'bool' | 'int' | 'double' | 'array' | 'map' | 'bytes' | 'wrapped';

/** Lower camel case as the mapping wants it, snake case, and the capitals of a Go struct. */
const ONE_OF = new Map<string, OneOf>([
  ['stringValue', 'string'],
  ['string_value', 'string'],
  ['StringValue', 'string'],
  ['intValue', 'int'],
  ['int_value', 'int'],
  ['IntValue', 'int'],
  ['boolValue', 'bool'],
  ['bool_value', 'bool'],
  ['BoolValue', 'bool'],
  ['doubleValue', 'double'],
  ['double_value', 'double'],
  ['DoubleValue', 'double'],
  ['arrayValue', 'array'],
  ['array_value', 'array'],
  ['ArrayValue', 'array'],
  ['kvlistValue', 'map'],
  ['kvlist_value', 'map'],
  ['KvlistValue', 'map'],
  ['bytesValue', 'bytes'],
  ['bytes_value', 'bytes'],
  ['BytesValue', 'bytes'],
  ['Value', 'wrapped'],
]);

function readOneOf(kind: OneOf, inner: Json, notes: AttributeNotes | undefined): Json | Unread {
  switch (kind) {
    case 'int':
    case 'double':
      return typeof inner === 'string' && NUMBER.test(inner) ? new JsonNumber(inner) : inner;
    case 'array':
      return { into: [], entries: valuesOf(inner), keyed: false };
    case 'map':
      return { into: new Map<string, Json>(), entries: valuesOf(inner), keyed: true };
    case 'wrapped':
      // one level only: `{"Value": {"StringValue": …}}`
      return isJsonObject(inner) && !inner.has('Value') ? scalarOrContainer(inner, notes) : inner;
    case 'string':
    case 'bool':
    case 'bytes':
      return inner;
  }
}

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function valuesOf(list: Json): readonly Json[] {
  if (isJsonArray(list)) return list;
  const values = isJsonObject(list) ? (list.get('values') ?? list.get('Values')) : undefined;
  return isJsonArray(values) ? values : [];
}

/** An attribute's text; numbers and booleans as they are written. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (isJsonNumber(value)) return value.token;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** The first of several members that is there. */
export function firstOf(object: JsonObject, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = object.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Namespaces whose objects some stores nest (`{"llm": {"model_name": …}}`) instead of writing dotted keys. */
const NESTED = [
  'openinference',
  'llm',
  'tool',
  'input',
  'output',
  'session',
  'gen_ai',
  'agent',
  'tool_call',
  'user',
];

/** Nested namespaces as dotted keys; lists and everything else stay values. Without recursion. */
export function flatAttributes(attributes: Attributes): Attributes {
  if (!NESTED.some((key) => isJsonObject(attributes.get(key)))) return attributes;
  const flat = new Map<string, Json>();
  const open: { readonly prefix: string; readonly entries: Iterator<[string, Json]> }[] = [
    { prefix: '', entries: attributes[Symbol.iterator]() },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.entries.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const [key, value] = next.value;
    const inside = level.prefix !== '' || NESTED.includes(key);
    if (inside && isJsonObject(value) && value.size > 0) {
      open.push({ prefix: `${level.prefix}${key}.`, entries: value[Symbol.iterator]() });
    } else flat.set(`${level.prefix}${key}`, value);
  }
  return flat;
}
