/** A text cut where it parts from another and where they meet again. */
export interface Parted {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Equal starts and ends, and what stands between them; by code points, so that no character is cut in two. */
export function partedFrom(text: string, other: string): Parted {
  const least = Math.min(text.length, other.length);
  let start = 0;
  while (start < least && text[start] === other[start]) start++;
  if (isLowSurrogate(text, start)) start--;
  let end = 0;
  while (end < least - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  if (end > 0 && isLowSurrogate(text, text.length - end)) end--;
  return {
    before: text.slice(0, start),
    differs: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  };
}

const isLowSurrogate = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff;
};
