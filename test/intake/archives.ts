import { gzipSync } from 'node:zlib';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { crc32 } from '../../src/lib/crc32.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
  readonly stored?: boolean;
  readonly unixMode?: number;
}

/** A zip of these members; two of one name are written as the library refuses to: by renaming in the bytes. */
export async function zipOf(members: readonly Member[]): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const renamed = new Map<string, string>();
  for (const [i, { name, bytes, password, stored, unixMode }] of members.entries()) {
    const twice = members.findIndex((other) => other.name === name) !== i;
    const own = twice ? `${String(i).padStart(name.length, '~').slice(-name.length)}` : name;
    if (twice) renamed.set(own, name);
    await writer.add(own, new Uint8ArrayReader(bytes), {
      ...(password === undefined ? {} : { password }),
      ...(stored === true ? { level: 0 } : {}),
      ...(unixMode === undefined ? {} : { unixMode }),
    });
  }
  const zip = await writer.close();
  for (const [from, to] of renamed) replaceAll(zip, utf8(from), utf8(to));
  return zip;
}

/** In place, equal lengths. */
export function replaceAll(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): number {
  let count = 0;
  for (let at = 0; at + from.length <= bytes.length; at++) {
    if (!from.every((byte, i) => bytes[at + i] === byte)) continue;
    bytes.set(to, at);
    count++;
  }
  return count;
}

/** A ustar archive. */
export function tarOf(
  members: readonly { readonly name: string; readonly bytes: Uint8Array; readonly type?: string }[],
): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const { name, bytes, type } of members) {
    const long = utf8(name).length > 100;
    if (long) blocks.push(...member('././@LongLink', utf8(`${name}\0`), 'L'));
    blocks.push(...member(long ? name.slice(0, 90) : name, bytes, type ?? '0'));
  }
  blocks.push(new Uint8Array(1024));
  return join(blocks);
}

function member(name: string, bytes: Uint8Array, type: string): Uint8Array[] {
  const header = new Uint8Array(512);
  header.set(utf8(name), 0);
  header.set(utf8('0000644\0'), 100);
  header.set(utf8(`${bytes.length.toString(8).padStart(11, '0')}\0`), 124);
  header.set(utf8('00000000000\0'), 136);
  header.set(utf8('        '), 148);
  header.set(utf8(type), 156);
  header.set(utf8('ustar\0'), 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.set(utf8(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return [header, bytes, new Uint8Array((512 - (bytes.length % 512)) % 512)];
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const gzipOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes));

/** One zstd frame of stored blocks (no compression), without a checksum. */
export function zstdOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58)];
  const LONGEST = 100_000;
  for (let at = 0; at === 0 || at < bytes.length; at += LONGEST) {
    const block = bytes.subarray(at, at + LONGEST);
    const last = at + LONGEST >= bytes.length ? 1 : 0;
    const header = (block.length << 3) | last;
    parts.push(Uint8Array.of(header & 0xff, (header >> 8) & 0xff, header >> 16), block);
  }
  return join(parts);
}

/** What `zstd --check` (1.5) made of FOXES: compressed, with a checksum. */
export const FOXES = 'the quick brown fox jumps over the lazy dog; the quick brown fox jumps again\n'.repeat(
  5,
);
export const FOXES_ZSTD = new Uint8Array(
  Buffer.from(
    'KLUv/QRYFQIAJAN0aGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nO2FnYWluCgQAF1BQwVB2QaWAcc0yjlKIxQ==',
    'base64',
  ),
);

/** Messages with their lengths before them, as the collector's file exporter frames them. */
export function framedOf(messages: readonly Uint8Array[]): Uint8Array {
  return join(messages.flatMap((message) => [lengthOf(message), message]));
}

function lengthOf(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, message.length);
  return bytes;
}

/** A zip whose only member is packed by method 93, as Inspect packs its logs. */
export async function zstdZipOf(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const zip = await zipOf([{ name, bytes: zstdOf(bytes), stored: true }]);
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at + 16 <= zip.length; at++) {
    const magic = view.getUint32(at, true);
    if (magic === 0x08074b50) {
      view.setUint32(at + 4, crc32(bytes), true);
      view.setUint32(at + 12, bytes.length, true);
    }
    const central = magic === 0x02014b50;
    if (!central && magic !== 0x04034b50) continue;
    const shift = central ? 2 : 0;
    view.setUint16(at + 8 + shift, 93, true);
    view.setUint32(at + 14 + shift, crc32(bytes), true);
    view.setUint32(at + 22 + shift, bytes.length, true);
  }
  return zip;
}
