/** A byte order mark of UTF-16, or text in which every other byte is NUL (PowerShell redirects consoles like that). */
export function utf16Of(
  head: Uint8Array,
): { readonly encoding: 'utf-16le' | 'utf-16be'; readonly mark: 0 | 2 } | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (head.length < 8) return undefined;
  let even = 0;
  let odd = 0;
  const looked = Math.min(head.length & ~1, 256);
  for (let at = 0; at < looked; at += 2) {
    if (head[at] === 0) even++;
    if (head[at + 1] === 0) odd++;
  }
  const most = looked / 2 - looked / 20;
  if (odd >= most && even === 0) return { encoding: 'utf-16le', mark: 0 };
  return even >= most && odd === 0 ? { encoding: 'utf-16be', mark: 0 } : undefined;
}

export const isUtf16 = (head: Uint8Array): boolean => utf16Of(head) !== undefined;

/** UTF-16 in pieces as UTF-8, without the byte order mark; unpaired halves become U+FFFD. */
export async function* utf16ToUtf8(
  pieces: AsyncIterable<Uint8Array>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield encoder.encode(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield encoder.encode(rest);
}
