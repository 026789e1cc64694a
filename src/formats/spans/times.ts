import { parseIsoNanos } from '../../lib/iso-time.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { type Nanos, nanos, parseNanos } from '../../lib/nanos.ts';

/** In what a number without further notice counts. `by-size`: seconds, milli-, micro- or nanoseconds, as its size says. */
export type TimeUnit = 'ns' | 'us' | 'ms' | 's' | 'by-size';

export type ReadTime =
  | {
      readonly is: 'time';
      readonly at: Nanos;
      /** The kind of literal is evidence: a number may have been rounded on its way (formats.md 3.6). */
      readonly literal: 'string' | 'number' | 'iso' | 'pair';
      /** Something was read into it: the unit, or the zone. */
      readonly assumed?: 'utc' | 'us' | 'ms' | 's';
    }
  | { readonly is: 'missing' }
  | { readonly is: 'unreadable' };

const MISSING: ReadTime = { is: 'missing' };
const UNREADABLE: ReadTime = { is: 'unreadable' };
const NS_PER_SECOND = 1_000_000_000n;
/** What a column of 64-bit integers holds; the lowest value stands for "none". */
const LEAST = -(2n ** 63n) + 1n;
const MOST = 2n ** 63n - 1n;

/** A time in any spelling that producers have; never through a JavaScript number. 0 and null are "none". */
export function readTime(value: Json | undefined, unit: TimeUnit): ReadTime {
  if (value === undefined || value === null || value === '') return MISSING;
  if (typeof value === 'string') return readText(value, unit);
  if (isJsonNumber(value)) return readDecimal(value.token, unit, 'number');
  if (isJsonArray(value)) return readPair(value);
  if (isJsonObject(value)) return readLongOrStamp(value);
  return UNREADABLE;
}

function readText(text: string, unit: TimeUnit): ReadTime {
  if (/^-?[0-9.]+(?:[eE][+-]?[0-9]+)?$/.test(text)) return readDecimal(text, unit, 'string');
  const iso = parseIsoNanos(text);
  if (iso === undefined) return UNREADABLE;
  const read = inRange(iso.at, 'iso');
  return iso.zone === 'stated' || read.is !== 'time' ? read : { ...read, assumed: 'utc' };
}

function readDecimal(token: string, unit: TimeUnit, literal: 'string' | 'number'): ReadTime {
  const plain = unit === 'ns' ? parseNanos(token) : undefined;
  if (plain !== undefined) return inRange(plain, literal);
  const parts = /^(-?)([0-9]{1,40})(?:\.([0-9]{0,40}))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(token);
  if (parts === null) return UNREADABLE;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const guessed = unit === 'by-size' ? unitBySize(whole, Number(power)) : unit;
  const shift = Number(power) + DIGITS[guessed];
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point > 40) return UNREADABLE;
  // what is below a nanosecond is cut
  const text = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const read = inRange(BigInt(text) * (sign === '-' ? -1n : 1n), literal);
  return unit !== 'by-size' || guessed === 'ns' || read.is !== 'time' ? read : { ...read, assumed: guessed };
}

const DIGITS = { s: 9, ms: 6, us: 3, ns: 0 } as const;

function unitBySize(whole: string, power: number): keyof typeof DIGITS {
  const digits = whole.replace(/^0+/, '').length + power;
  if (digits >= 18) return 'ns';
  if (digits >= 15) return 'us';
  return digits >= 12 ? 'ms' : 's';
}

/** `[seconds, nanoseconds]` of the JavaScript SDK. */
function readPair(value: readonly Json[]): ReadTime {
  const [seconds, rest] = value;
  if (value.length !== 2 || !isJsonNumber(seconds) || !isJsonNumber(rest)) return UNREADABLE;
  const s = readDecimal(seconds.token, 's', 'number');
  const ns = readDecimal(rest.token, 'ns', 'number');
  if (seconds.token === '0' && rest.token === '0') return MISSING;
  const sum = (s.is === 'time' ? s.at : 0n) + (ns.is === 'time' ? ns.at : 0n);
  return s.is === 'unreadable' || ns.is === 'unreadable' ? UNREADABLE : inRange(sum, 'pair');
}

/** `{low, high}` of a JavaScript Long, `{seconds, nanos}` of a protobuf Timestamp. */
function readLongOrStamp(value: ReadonlyMap<string, Json>): ReadTime {
  const integer = (key: string): bigint | undefined => {
    const member = value.get(key);
    const token = isJsonNumber(member) ? member.token : typeof member === 'string' ? member : '';
    return parseNanos(token);
  };
  const [low, high] = [integer('low'), integer('high')];
  if (low !== undefined && high !== undefined) return inRange((high << 32n) | (low & 0xffffffffn), 'pair');
  const seconds = integer('seconds');
  if (seconds === undefined) return UNREADABLE;
  return inRange(seconds * NS_PER_SECOND + (integer('nanos') ?? 0n), 'pair');
}

function inRange(at: bigint, literal: 'string' | 'number' | 'iso' | 'pair'): ReadTime {
  if (at === 0n) return MISSING;
  return at < LEAST || at > MOST ? UNREADABLE : { is: 'time', at: nanos(at), literal };
}

export const timeOf = (read: ReadTime): Nanos | undefined => (read.is === 'time' ? read.at : undefined);
