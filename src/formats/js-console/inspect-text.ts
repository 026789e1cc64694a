import { type Json, JsonNumber } from '../../lib/json-value.ts';

/** An object as Node's `util.inspect` printed it, as far as the text has it. */
export interface Inspected {
  readonly value: Json;
  /** Something was only hinted at: `[Object]`, `... 3 more items`. */
  readonly cut: boolean;
}

type Token =
  | { readonly is: 'open' | 'close'; readonly what: 'object' | 'list' }
  | { readonly is: 'colon' | 'comma' | 'lost' }
  | { readonly is: 'value'; readonly value: Json | undefined }
  | { readonly is: 'word'; readonly text: string };

const MAX_DEPTH = 32;

/** Undefined when the text is no such object. Without recursion: a text is as deep as somebody wrote it. */
export function parseInspected(text: string): Inspected | undefined {
  let cut = false;
  let root: Json | undefined;
  const open: { readonly value: Map<string, Json> | Json[]; key: string | undefined }[] = [];
  const put = (value: Json | undefined): void => {
    const holder = open.at(-1);
    if (holder === undefined) root ??= value;
    else if (value === undefined) return;
    else if (Array.isArray(holder.value)) holder.value.push(value);
    else if (holder.key !== undefined) holder.value.set(holder.key, value);
  };
  let last: Token | undefined;
  for (const token of tokensOf(text)) {
    if (token === undefined) return undefined;
    const holder = open.at(-1);
    switch (token.is) {
      case 'open': {
        if (open.length >= MAX_DEPTH) return undefined;
        const value: Map<string, Json> | Json[] = token.what === 'object' ? new Map<string, Json>() : [];
        put(value);
        open.push({ value, key: undefined });
        break;
      }
      case 'close':
        if (holder === undefined || Array.isArray(holder.value) !== (token.what === 'list')) return undefined;
        open.pop();
        if (open.length === 0) return root === undefined ? undefined : { value: root, cut };
        break;
      case 'colon':
        // what stood before it was the key
        if (holder === undefined || last === undefined) return undefined;
        holder.key = last.is === 'word' ? last.text : last.is === 'value' ? String(last.value) : undefined;
        break;
      case 'comma':
        if (holder !== undefined && !Array.isArray(holder.value)) holder.key = undefined;
        break;
      case 'lost':
        cut = true;
        break;
      case 'value':
        if (holder === undefined || Array.isArray(holder.value) || holder.key !== undefined) put(token.value);
        break;
      case 'word':
        break;
    }
    last = token;
  }
  return undefined;
}

const PATTERN =
  /\s+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\[(?:Object|Array|Circular[^\]]*|Function[^\]]*|Getter[^\]]*)[^\]]*\]|\.\.\. [0-9]+ more items?|[{}[\]:,+]|<[^>]*>|-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?n?(?![\w$])|[A-Za-z_$][\w$]*(?:\([0-9]+\))?/gy;

function* tokensOf(text: string): Generator<Token | undefined> {
  PATTERN.lastIndex = 0;
  const pattern = new RegExp(PATTERN);
  let joined: string | undefined;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) {
      yield undefined;
      return;
    }
    const [first = ''] = found;
    if (/\s/.test(first)) continue;
    // long texts are printed in pieces: 'a' +\n 'b'
    if (first === '+') continue;
    if (first === "'" || first === '"' || first === '`') {
      joined = (joined ?? '') + unquoted(found);
      if (/^\s*\+/.test(text.slice(pattern.lastIndex, pattern.lastIndex + 200))) continue;
      yield { is: 'value', value: joined };
      joined = undefined;
    } else yield tokenOf(found, first);
  }
}

function tokenOf(found: string, first: string): Token {
  if (first === '{') return { is: 'open', what: 'object' };
  if (found === '[') return { is: 'open', what: 'list' };
  if (found === '}') return { is: 'close', what: 'object' };
  if (found === ']') return { is: 'close', what: 'list' };
  if (found === ':') return { is: 'colon' };
  if (found === ',') return { is: 'comma' };
  if (first === '[' || first === '.' || first === '<') return { is: 'lost' };
  if (/^-?[0-9]/.test(found)) return { is: 'value', value: new JsonNumber(found.replace(/n$/, '')) };
  switch (found) {
    case 'true':
    case 'false':
      return { is: 'value', value: found === 'true' };
    case 'null':
      return { is: 'value', value: null };
    case 'undefined':
      return { is: 'value', value: undefined };
    default:
      // a key, or the name of a class before its braces
      return { is: 'word', text: found };
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

const unquoted = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(
      /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/g,
      (_, long?: string, short?: string, one?: string) =>
        one === undefined
          ? String.fromCharCode(Number.parseInt(long ?? short ?? '0', 16))
          : (ESCAPES[one] ?? one),
    );
