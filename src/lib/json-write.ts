import { type Json, JsonNumber, type JsonObject } from './json-value.ts';

/** How a canonical form spells what JSON leaves open. No form has white space. */
export interface Spelling {
  /** Order of the keys of an object. */
  readonly compareKeys: (a: string, b: string) => number;
  readonly number: (token: string) => string;
  /** With its quotes. */
  readonly string: (text: string) => string;
}

interface OpenValue {
  readonly values: readonly Json[];
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** Writes a value in a spelling, without recursion. */
export function writeJson(value: Json, spelling: Spelling): string {
  let text = '';
  const open: OpenValue[] = [];
  let current: Json | undefined = value;
  for (;;) {
    if (current !== undefined) {
      if (Array.isArray(current) || current instanceof Map) {
        const opened: OpenValue = Array.isArray(current)
          ? { values: current, keys: undefined, next: 0 }
          : openObject(current as JsonObject, spelling);
        text += opened.keys === undefined ? '[' : '{';
        open.push(opened);
      } else {
        text += writeScalar(current as Exclude<Json, readonly Json[] | JsonObject>, spelling);
      }
    }
    const inside = open.at(-1);
    if (inside === undefined) return text;
    current = inside.values[inside.next];
    if (current === undefined) {
      text += inside.keys === undefined ? ']' : '}';
      open.pop();
      continue;
    }
    if (inside.next > 0) text += ',';
    if (inside.keys !== undefined) text += `${spelling.string(inside.keys[inside.next] as string)}:`;
    inside.next++;
  }
}

function openObject(object: JsonObject, spelling: Spelling): OpenValue {
  const keys = [...object.keys()].sort(spelling.compareKeys);
  return { keys, values: keys.map((key) => object.get(key) as Json), next: 0 };
}

function writeScalar(value: null | boolean | string | JsonNumber, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.string(value);
  if (value instanceof JsonNumber) return spelling.number(value.token);
  return String(value);
}

/** By UTF-16 code units, as JavaScript and RFC 8785 sort. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By Unicode code points, as Python sorts: astral characters come after U+E000..U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Moves surrogates behind every other unit; at the first difference that is the order of the code points. */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** A token without point and exponent is an integer and keeps all its digits. */
export const isIntegerToken = (token: string): boolean => /^-?[0-9]+$/.test(token);
