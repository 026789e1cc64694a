import { isJsonArray, type Json, type JsonArray, JsonNumber, type JsonObject } from './json-value.ts';

/** How one way of writing JSON spells what JSON leaves open. */
export interface Spelling {
  /** Order of the keys of an object; undefined keeps the order of the file. */
  readonly compareKeys: ((a: string, b: string) => number) | undefined;
  readonly number: (token: string) => string;
  /** With its quotes. */
  readonly string: (text: string) => string;
  /** For null, true and false; JSON's words when absent. */
  readonly word?: (value: null | boolean) => string;
  /** `,` and `:` when absent. */
  readonly comma?: string;
  readonly colon?: string;
  /** Spaces per level; one member per line. Absent: everything on one line. */
  readonly indent?: number;
  /** A member of the outermost object that is left out. */
  readonly without?: string | undefined;
}

interface OpenValue {
  readonly values: readonly Json[];
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** Writes a value in a spelling, without recursion. */
export function writeJson(value: Json, spelling: Spelling): string {
  const comma = spelling.comma ?? ',';
  const colon = spelling.colon ?? ':';
  let text = '';
  let inside: OpenValue | undefined;
  const outer: OpenValue[] = [];
  let current: Json | undefined = value;
  for (;;) {
    if (current !== undefined) {
      if (typeof current === 'object' && current !== null && !(current instanceof JsonNumber)) {
        if (inside !== undefined) outer.push(inside);
        inside = openValue(current, spelling, inside === undefined);
        text += inside.keys === undefined ? '[' : '{';
      } else {
        text += writeScalar(current, spelling);
      }
    }
    if (inside === undefined) return text;
    const { keys, values, next } = inside;
    current = values[next];
    if (current === undefined) {
      if (next > 0) text += lineBreak(outer.length, spelling);
      text += keys === undefined ? ']' : '}';
      inside = outer.pop();
      continue;
    }
    if (next > 0) text += comma;
    text += lineBreak(outer.length + 1, spelling);
    if (keys !== undefined) text += spelling.string(keys[next] as string) + colon;
    inside.next++;
  }
}

function openValue(value: JsonArray | JsonObject, spelling: Spelling, isOutermost: boolean): OpenValue {
  if (isJsonArray(value)) return { keys: undefined, values: value, next: 0 };
  const { compareKeys, without } = spelling;
  let keys = [...value.keys()];
  if (isOutermost && without !== undefined) keys = keys.filter((key) => key !== without);
  // most writers sort already
  if (compareKeys !== undefined && !isSorted(keys, compareKeys)) keys.sort(compareKeys);
  return { keys, values: keys.map((key) => value.get(key) as Json), next: 0 };
}

function isSorted(keys: readonly string[], compareKeys: (a: string, b: string) => number): boolean {
  for (let i = 1; i < keys.length; i++) {
    if (compareKeys(keys[i - 1] as string, keys[i] as string) > 0) return false;
  }
  return true;
}

function writeScalar(value: null | boolean | string | JsonNumber, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.string(value);
  if (value instanceof JsonNumber) return spelling.number(value.token);
  return spelling.word === undefined ? String(value) : spelling.word(value);
}

function lineBreak(level: number, spelling: Spelling): string {
  return spelling.indent === undefined ? '' : `\n${' '.repeat(level * spelling.indent)}`;
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
