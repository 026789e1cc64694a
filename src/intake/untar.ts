import type { ByteSource } from './byte-source.ts';
import { sliceSource } from './derived-sources.ts';
import { shownName } from './entry-names.ts';

export type TarNews =
  | { readonly is: 'member'; readonly name: string; readonly source: ByteSource }
  /** A link or a device has no content of its own; a sparse file, or a member of an unknown kind, has some. */
  | { readonly is: 'link' | 'unread'; readonly name: string };

export type TarEnd = { readonly is: 'end' } | { readonly is: 'damaged'; readonly said: string };

const BLOCK = 512;

/** `ustar` at byte 257; the old form without it is told by its checksum. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && checksumFits(head.subarray(0, BLOCK));
}

/**
 * Lists the regular files of a tar (ustar, pax and GNU long names), the last one as far as it goes where the file is
 * cut. Folders are passed over in silence, links and devices are told: a link is never followed. @param heldBy names
 * of what holds the members, for their paths.
 */
export async function* untar(tar: ByteSource, heldBy: readonly string[]): AsyncGenerator<TarNews, TarEnd> {
  let at = 0;
  let longName: string | undefined;
  let pax: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const block = await tar.read(at, BLOCK);
    if (block.length === 0) return { is: 'damaged', said: 'the end mark is missing' };
    if (block.length < BLOCK) return { is: 'damaged', said: `it ends inside a header at byte ${at}` };
    if (block.every((byte) => byte === 0)) return endOf(tar, at);
    if (!checksumFits(block))
      return { is: 'damaged', said: `the checksum of the header at byte ${at} is wrong` };
    const stated = numberIn(block, 124, 12);
    if (stated === undefined) return { is: 'damaged', said: `the header at byte ${at} has no size` };
    const type = String.fromCharCode(block[156] as number);
    const isFile = type === '0' || type === '\0' || type === '7';
    const size = isFile ? (paxSize(pax) ?? stated) : stated;
    const data = type === 'S' ? await behindMap(tar, block, at) : at + BLOCK;
    const next = data + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L') longName = textOf(await tar.read(data, Math.min(size, 65_536)));
    else if (type === 'x') pax = paxRecords(await tar.read(data, Math.min(size, 1_048_576)));
    else if (type !== 'g' && type !== 'K') {
      const name = pax.get('GNU.sparse.name') ?? pax.get('path') ?? longName ?? ustarName(block);
      const isSparse = type === 'S' || [...pax.keys()].some((key) => key.startsWith('GNU.sparse.'));
      const is = isSparse ? 'unread' : isFile ? 'member' : kindOf(type);
      const there = Math.min(size, Math.max(0, tar.size - data));
      if (is === 'link' || is === 'unread') yield { is, name };
      else if (is === 'member' && !name.endsWith('/') && (there > 0 || size === 0))
        yield { is, name, source: sliceSource({ path: name, heldBy }, tar, data, there) };
      if (there < size)
        return { is: 'damaged', said: `it ends in the member ${shownName(name)}, at byte ${at}` };
      longName = undefined;
      pax = new Map();
    }
    if (data + size > tar.size) return { is: 'damaged', said: `it ends in a name, at byte ${at}` };
    at = next;
  }
}

function kindOf(type: string): 'link' | 'unread' | 'folder' {
  // folders, their listings, names of volumes
  if (type === '5' || type === 'D' || type === 'V') return 'folder';
  return ['1', '2', '3', '4', '6'].includes(type) ? 'link' : 'unread';
}

/** Whoever reads a tar stops at a block of zeroes, so what follows it is told: nobody else would see it. */
async function endOf(tar: ByteSource, from: number): Promise<TarEnd> {
  let at = from;
  for await (const piece of tar.stream(from)) {
    const more = piece.findIndex((byte) => byte !== 0);
    if (more >= 0)
      return { is: 'damaged', said: `bytes that were not read follow its end mark at byte ${at + more}` };
    at += piece.length;
  }
  return { is: 'end' };
}

/** GNU's map of a sparse file may go on in blocks behind the header, which its size does not count. */
async function behindMap(tar: ByteSource, header: Uint8Array, at: number): Promise<number> {
  let data = at + BLOCK;
  for (let more = header[482] === 1; more; data += BLOCK) more = (await tar.read(data, BLOCK))[504] === 1;
  return data;
}

function paxSize(pax: ReadonlyMap<string, string>): number | undefined {
  const text = pax.get('size');
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The sum of all bytes of the header, its own field counted as blanks. */
function checksumFits(block: Uint8Array): boolean {
  const stated = numberIn(block, 148, 8);
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += block[i] as number;
  return stated === sum;
}

/** Octal text, or GNU's binary form for large sizes. */
function numberIn(block: Uint8Array, from: number, length: number): number | undefined {
  const first = block[from] as number;
  if ((first & 0x80) !== 0) {
    let value = first & 0x7f;
    for (let i = 1; i < length; i++) value = value * 256 + (block[from + i] as number);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const digits = textOf(block.subarray(from, from + length)).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

function ustarName(block: Uint8Array): string {
  const name = textOf(block.subarray(0, 100));
  const isUstar = textOf(block.subarray(257, 262)) === 'ustar';
  const prefix = isUstar ? textOf(block.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** `LENGTH KEY=VALUE\n`, one after the other; the length counts itself. */
function paxRecords(bytes: Uint8Array): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const blank = bytes.indexOf(0x20, at);
    if (blank < 0) break;
    const length = Number(decoder.decode(bytes.subarray(at, blank)));
    if (!Number.isInteger(length) || length < 5 || at + length > bytes.length) break;
    const record = decoder.decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

const decoder = new TextDecoder();

/** Up to the first NUL. */
function textOf(bytes: Uint8Array): string {
  const zero = bytes.indexOf(0);
  return decoder.decode(zero < 0 ? bytes : bytes.subarray(0, zero));
}
