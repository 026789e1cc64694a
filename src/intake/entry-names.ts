import { visibleText } from '../lib/visible-text.ts';

const LONGEST_NAME = 1_024;
const SHOWN = 120;

/**
 * Why a member's name is odd, or undefined. An odd name is kept as it is and only ever shown: no path is made of it
 * (security.md, "slip and odd names").
 */
export function oddName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST_NAME) return `it has ${name.length} characters`;
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name)) return 'it leaves its folder (..)';
  if (/^[\\/]/.test(name)) return 'it starts at the root of a disk';
  if (/^[A-Za-z]:/.test(name)) return 'it names a drive';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return 'it holds control characters';
  if (/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(name))
    return 'it holds characters that turn the reading direction';
  return undefined;
}

/** A name for a message: hidden characters visible, cut when long. */
export function shownName(name: string): string {
  const shown = visibleText(name.length > SHOWN ? name.slice(0, SHOWN) : name, { oneLine: true });
  return name.length > SHOWN ? `${shown}… (${name.length} characters)` : shown;
}
