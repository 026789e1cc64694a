import type { ByteSource } from './byte-source.ts';
import { sliceSource } from './derived-sources.ts';

export interface TarMember {
  readonly name: string;
  readonly source: ByteSource;
}

export type TarEnd = { readonly is: 'end' } | { readonly is: 'damaged'; readonly said: string };

const BLOCK = 512;

/** `ustar` at byte 257; the old form without it is told by its checksum. */
export function isTar(head: Uint8Array): boolean {
  return head.length >= BLOCK && checksumFits(head.subarray(0, BLOCK));
}

/**
 * Lists the regular files of a tar (ustar, pax and GNU long names). Links, devices and folders are passed over: a
 * link is never followed. @param heldBy names of what holds the members, for their paths.
 */
export async function* untar(tar: ByteSource, heldBy: readonly string[]): AsyncGenerator<TarMember, TarEnd> {
  let at = 0;
  let longName: string | undefined;
  let paxSize: number | undefined;
  let paxName: string | undefined;
  for (;;) {
    const block = await tar.read(at, BLOCK);
    if (block.length === 0) return { is: 'damaged', said: 'the end mark is missing' };
    if (block.length < BLOCK) return { is: 'damaged', said: `it ends inside a header at byte ${at}` };
    if (block.every((byte) => byte === 0)) return { is: 'end' };
    if (!checksumFits(block))
      return { is: 'damaged', said: `the checksum of the header at byte ${at} is wrong` };
    const stated = numberIn(block, 124, 12);
    if (stated === undefined) return { is: 'damaged', said: `the header at byte ${at} has no size` };
    const type = String.fromCharCode(block[156] as number);
    const isFile = type === '0' || type === '\0' || type === '7';
    const size: number = isFile ? (paxSize ?? stated) : stated;
    const data = at + BLOCK;
    if (data + size > tar.size)
      return { is: 'damaged', said: `the member at byte ${at} goes on behind the end of the file` };
    at = data + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L') {
      longName = textOf(await tar.read(data, Math.min(size, 65_536)));
      continue;
    }
    if (type === 'x') {
      const records = paxRecords(await tar.read(data, Math.min(size, 1_048_576)));
      paxName = records.get('path');
      const text = records.get('size');
      paxSize = text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
      continue;
    }
    if (isFile) {
      const name = paxName ?? longName ?? ustarName(block);
      if (!name.endsWith('/')) yield { name, source: sliceSource({ path: name, heldBy }, tar, data, size) };
    }
    longName = undefined;
    paxName = undefined;
    paxSize = undefined;
  }
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
