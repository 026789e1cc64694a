import type { Spoilt } from '../lib/spoilt.ts';
import { utf16Of, utf16ToUtf8 } from '../lib/utf16.ts';
import type { Problem } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { chunkSource } from './derived-sources.ts';
import { shownName } from './entry-names.ts';
import { createIntakeLedger, type IntakeLedger } from './intake-ledger.ts';
import { createLimitCounter, DEFAULT_LIMITS, type IntakeLimits, type LimitCounter, sized } from './limits.ts';
import { framedPieces, gzipPieces, type PackedEnd, zstdPieces } from './packed-pieces.ts';
import { isParquet, parquetPieces } from './parquet.ts';
import { tellEmpty, tellLinks, tellOddName, tellSpoilt, tellUnread } from './tell-archive.ts';
import { isFramed } from './unframe.ts';
import { isTar, untar } from './untar.ts';
import { isZip, unzip } from './unzip.ts';
import { isZstd } from './unzstd.ts';

export interface Bundle {
  /** What the bundle holds when everything is unpacked, sorted by path; no two of one path. */
  readonly files: readonly ByteSource[];
}

export interface OpenOptions {
  readonly limits?: IntakeLimits;
  readonly signal?: AbortSignal;
  /** Dropped files looked at so far. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** An archive in an archive is unpacked, one in that one is not (layout: rotated logs in a zip, a tar in a gzip). */
const NESTED = 2;
const HEAD = 1_024;

/**
 * Makes named files out of what was dropped: archives are recognised by content and unpacked, UTF-16 is decoded,
 * names made distinct. Never throws on somebody's data; what is wrong is told as a problem. Rejects when aborted.
 */
export async function openBundle(
  sources: readonly ByteSource[],
  emitProblem: (problem: Problem) => void,
  options: OpenOptions = {},
): Promise<Bundle> {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const ledger = createIntakeLedger();
  const opening: Opening = {
    limits,
    counter: createLimitCounter(limits),
    ledger,
    signal: options.signal,
  };
  const files: ByteSource[] = [];
  for (const [i, source] of sources.entries()) {
    options.signal?.throwIfAborted();
    options.onProgress?.(i, sources.length);
    await openFile(source, 0, files, opening);
  }
  options.onProgress?.(sources.length, sources.length);
  return { files: ledger.close(files, emitProblem) };
}

interface Opening {
  readonly limits: IntakeLimits;
  readonly counter: LimitCounter;
  readonly ledger: IntakeLedger;
  readonly signal: AbortSignal | undefined;
}

/** `level` counts the archives around the file; there are at most NESTED, so this recursion is two deep. */
async function openFile(
  source: ByteSource,
  level: number,
  files: ByteSource[],
  opening: Opening,
): Promise<void> {
  const { limits, ledger } = opening;
  const { tell } = ledger;
  ledger.opened(source);
  if (source.size > limits.fileBytes) {
    tell(
      'limit-hit',
      source,
      `The file has ${source.size} bytes, more than the limit of ${sized(limits.fileBytes)}; it was not read.`,
    );
    return;
  }
  const head = await source.read(0, HEAD);
  const pack = packOf(head);
  if (pack !== undefined && level >= NESTED) {
    tell(
      'limit-hit',
      source,
      'The archive lies in an archive that lies in another; so deep none is unpacked.',
    );
    return;
  }
  const framed = pack === undefined && level <= NESTED && (await isFramed(source, head));
  const whole = framed || pack === 'gzip' || pack === 'zstd';
  if (whole && source.size > limits.entryBytes) {
    tell(
      'limit-hit',
      source,
      `The packed file has ${source.size} bytes, more than the limit of ${sized(limits.entryBytes)}; it was not read.`,
    );
    return;
  }
  switch (pack) {
    case 'zip':
      return openZip(source, level, files, opening);
    case 'tar':
      return openTar(source, level, files, opening);
    case 'gzip':
      return openPacked(source, gzipPieces(source), level, files, opening);
    case 'zstd':
      return openPacked(source, zstdPieces(source), level, files, opening);
    case 'parquet':
      // rows are no archive: what lies in them is unpacked no further
      return openPacked(source, parquetPieces(source), NESTED, files, opening);
    case undefined:
      if (framed) return openPacked(source, framedPieces(source), NESTED, files, opening);
      files.push(await decoded(source, head, opening));
  }
}

function packOf(head: Uint8Array): 'zip' | 'gzip' | 'zstd' | 'tar' | 'parquet' | undefined {
  if (isZip(head)) return 'zip';
  if (isGzip(head)) return 'gzip';
  if (isZstd(head)) return 'zstd';
  if (isParquet(head)) return 'parquet';
  return isTar(head) ? 'tar' : undefined;
}

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;

/** What holds the members of an archive: its own name, and what holds it. */
const inside = (archive: ByteSource): readonly string[] => [
  ...(archive.heldBy ?? []),
  ...archive.path.split('/'),
];

async function openZip(zip: ByteSource, level: number, files: ByteSource[], opening: Opening): Promise<void> {
  const { ledger } = opening;
  const { tell } = ledger;
  const links: string[] = [];
  let members = 0;
  for await (const news of unzip(zip, inside(zip), opening.counter, opening.signal)) {
    switch (news.is) {
      case 'member':
        members++;
        tellOddName(zip, news.name, ledger);
        await openFile(news.source, level + 1, files, opening);
        break;
      case 'duplicate':
        tell(
          'duplicate-entry',
          zip,
          `The archive holds ${news.count} members named ${shownName(news.name)}; none of them was used.`,
        );
        break;
      case 'encrypted':
        tell(
          'encrypted',
          zip,
          `The member ${shownName(news.name)} of the archive is encrypted and was not read.`,
          'Unpack it with its password before it is dropped.',
        );
        break;
      case 'damaged':
        tell(
          'archive-damaged',
          zip,
          `The member ${shownName(news.name)} of the archive was refused: ${news.said}.`,
        );
        break;
      case 'limit':
        tell('limit-hit', zip, `Unpacking ${shownName(news.name)} hit ${news.said}; it was not read.`);
        break;
      case 'link':
        links.push(news.name);
        break;
      case 'broken':
        tell('archive-damaged', zip, `The archive cannot be read whole: ${news.said}.`);
    }
  }
  if (members === 0) tellEmpty(zip, ledger);
  tellLinks(zip, links, ledger);
}

async function openTar(tar: ByteSource, level: number, files: ByteSource[], opening: Opening): Promise<void> {
  const { ledger } = opening;
  const { tell } = ledger;
  const seen = new Map<string, number>();
  const members: ByteSource[] = [];
  const links: string[] = [];
  const unread: string[] = [];
  const list = untar(tar, inside(tar));
  let next = await list.next();
  while (next.done !== true) {
    opening.signal?.throwIfAborted();
    const { name } = next.value;
    const over = opening.counter.entry();
    if (over !== undefined) {
      tell(
        'limit-hit',
        tar,
        `Unpacking the archive hit ${over}; the members from ${shownName(name)} on were not read.`,
      );
      break;
    }
    switch (next.value.is) {
      case 'link':
        links.push(name);
        break;
      case 'unread':
        unread.push(name);
        break;
      case 'member':
        seen.set(name, (seen.get(name) ?? 0) + 1);
        members.push(next.value.source);
    }
    next = await list.next();
  }
  if (next.done === true && next.value.is === 'damaged') {
    const rest = members.length === 0 ? '' : ' What stands before that was read.';
    tell('archive-damaged', tar, `The archive is damaged: ${next.value.said}.${rest}`);
  }
  for (const [name, count] of seen) {
    tellOddName(tar, name, ledger);
    if (count > 1)
      tell(
        'duplicate-entry',
        tar,
        `The archive holds ${count} members named ${shownName(name)}; none of them was used.`,
      );
  }
  tellUnread(tar, unread, ledger);
  if (members.length === 0) tellEmpty(tar, ledger);
  tellLinks(tar, links, ledger);
  for (const member of members) {
    if (seen.get(member.path) === 1) await openFile(member, level + 1, files, opening);
  }
}

/** A gzip or zstd file holds one file, or a tar of many; a framed one holds messages. */
async function openPacked(
  packed: ByteSource,
  pieces: AsyncGenerator<Uint8Array | Spoilt, PackedEnd>,
  level: number,
  files: ByteSource[],
  opening: Opening,
): Promise<void> {
  const { ledger } = opening;
  const { tell } = ledger;
  const chunks: Uint8Array[] = [];
  const spoilt: Spoilt[] = [];
  const count = opening.counter.member(packed.size);
  let next = await pieces.next();
  for (; next.done !== true; next = await pieces.next()) {
    opening.signal?.throwIfAborted();
    if (!(next.value instanceof Uint8Array)) {
      spoilt.push(next.value);
      takeBack(chunks, next.value.bytes);
      continue;
    }
    const over = count(next.value.length);
    if (over !== undefined) {
      tell('limit-hit', packed, `Unpacking the file hit ${over}; it was not read.`);
      return;
    }
    chunks.push(next.value);
  }
  const { said, refused, hint, remarks = [] } = next.value;
  const [first] = spoilt;
  if (first !== undefined && chunks.length === 0) {
    tell('archive-damaged', packed, `The packed file was refused: ${first.said}.`);
    return;
  }
  tellSpoilt(packed, spoilt, ledger);
  if (said !== undefined) tell('archive-damaged', packed, said, hint);
  for (const [code, remark] of remarks) tell(code, packed, remark);
  if (refused) return;
  const { heldBy, path, original } = packed;
  const plain = chunkSource(
    { path, ...(heldBy === undefined ? {} : { heldBy }), original: original ?? packed },
    chunks,
  );
  const head = await plain.read(0, HEAD);
  // a tar in a gzip is one archive to everybody
  if (isTar(head)) await openTar(plain, level, files, opening);
  else await openFile(plain, level + 1, files, opening);
}

/** UTF-16 becomes UTF-8, so that every reader and every offset speaks of one encoding. */
async function decoded(source: ByteSource, head: Uint8Array, opening: Opening): Promise<ByteSource> {
  const found = utf16Of(head);
  if (found === undefined) return source;
  const chunks: Uint8Array[] = [];
  const count = opening.counter.member(source.size);
  for await (const piece of utf16ToUtf8(source.stream(), found.encoding)) {
    opening.signal?.throwIfAborted();
    const over = count(piece.length);
    if (over !== undefined) {
      opening.ledger.tell('limit-hit', source, `Decoding the file hit ${over}; it was not decoded.`);
      return source;
    }
    chunks.push(piece);
  }
  opening.ledger.tell(
    'utf-16',
    source,
    'The file is UTF-16 and was decoded; lines and bytes count in its UTF-8 form.',
  );
  return chunkSource(
    {
      path: source.path,
      ...(source.heldBy === undefined ? {} : { heldBy: source.heldBy }),
      original: source.original ?? source,
    },
    chunks,
  );
}

function takeBack(chunks: Uint8Array[], bytes: number): void {
  for (let left = bytes; left > 0; ) left -= chunks.pop()?.length ?? left;
}
