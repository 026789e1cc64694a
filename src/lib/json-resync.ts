import type { ByteWindow } from './byte-window.ts';
import { scanJson } from './json-scan.ts';
import type { Json } from './json-value.ts';

export interface ResyncRules {
  readonly maxValue: number;
  /** What a value that parses to its end is good for. */
  salvages(value: Json): 'element' | 'top' | undefined;
  /** Whether a value that starts a line is one that the top of the stream holds (a document too long to try). */
  opens(from: number): boolean;
}

export type Resynced =
  | { readonly is: 'element' | 'top'; readonly at: number }
  | { readonly is: 'none' }
  /** The search goes on at `from` when the window holds `wanted` bytes from there. */
  | { readonly is: 'more'; readonly from: number; readonly wanted: number };

const LF = 0x0a;
const BRACE = 0x7b;

/**
 * Finds where reading can go on behind damage: the next `{` with a key behind it whose object parses to its end and
 * is of use (formats.md 3.10), also inside the damaged line. A candidate that parses and is of no use is a part of
 * the damaged value and is stepped over whole, so the effort stays in proportion; where candidates keep failing far
 * from where they start, only those at the start of a line are tried.
 */
export function resync(window: ByteWindow, from: number, whole: boolean, rules: ResyncRules): Resynced {
  const { bytes, to } = window;
  const view = to === bytes.length ? bytes : bytes.subarray(0, to);
  let effort = 0;
  let at = from;
  for (;;) {
    at = bytes.indexOf(BRACE, at);
    if (at < 0 || at >= to) return whole ? { is: 'none' } : { is: 'more', from: to, wanted: 0 };
    const key = skipBlank(view, at + 1);
    if (key >= to) return whole ? { is: 'none' } : { is: 'more', from: at, wanted: 2 * (to - at) };
    if (view[key] !== 0x22) {
      at++;
      continue;
    }
    const startsLine = startsItsLine(view, at);
    if (startsLine && rules.opens(at)) return { is: 'top', at };
    if (!startsLine && effort > 16 * (at - from) + 1_048_576) {
      const next = bytes.indexOf(LF, at);
      if (next < 0 || next >= to) return whole ? { is: 'none' } : { is: 'more', from: to, wanted: 0 };
      at = next;
      continue;
    }
    const scanned = scanJson(view, { from: at });
    if (scanned.ok) {
      const use = rules.salvages(scanned.value.value);
      if (use !== undefined) return { is: use, at };
      at = scanned.value.end;
      continue;
    }
    if (scanned.error.kind === 'truncated' && !whole && to - at < rules.maxValue) {
      return { is: 'more', from: at, wanted: 2 * (to - at) };
    }
    effort += scanned.error.byte - at;
    at++;
  }
}

function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && ((bytes[at] as number) === 0x20 || isBreak(bytes[at] as number))) at++;
  return at;
}

const isBreak = (byte: number): boolean => byte === LF || byte === 0x0d || byte === 0x09;

/** Nothing but the beginning of the stream or a line feed stands before it. */
const startsItsLine = (bytes: Uint8Array, at: number): boolean => at === 0 || bytes[at - 1] === LF;
