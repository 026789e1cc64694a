import { utf16Of, utf16ToUtf8 } from '../lib/utf16.ts';
import { type Problem, type ProblemCode, problem } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { chunkSource } from './derived-sources.ts';
import { distinctPaths } from './distinct-paths.ts';
import { oddName, shownName } from './entry-names.ts';
import { createLimitCounter, DEFAULT_LIMITS, type IntakeLimits, type LimitCounter, sized } from './limits.ts';
import { framedPieces, gzipPieces, type PackedEnd, zstdPieces } from './packed-pieces.ts';
import { isParquet, parquetPieces } from './parquet.ts';
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
  const opening: Opening = {
    limits,
    counter: createLimitCounter(limits),
    tell: (code, file, said, hint) =>
      emitProblem(problem(code, file, said, hint === undefined ? {} : { hint })),
    signal: options.signal,
  };
  const files: ByteSource[] = [];
  for (const [i, source] of sources.entries()) {
    options.signal?.throwIfAborted();
    options.onProgress?.(i, sources.length);
    await openFile(source, 0, files, opening);
  }
  options.onProgress?.(sources.length, sources.length);
  return { files: distinctPaths(files) };
}

interface Opening {
  readonly limits: IntakeLimits;
  readonly counter: LimitCounter;
  readonly tell: (code: ProblemCode, file: string, said: string, hint?: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** `level` counts the archives around the file; there are at most NESTED, so this recursion is two deep. */
async function openFile(
  source: ByteSource,
  level: number,
  files: ByteSource[],
  opening: Opening,
): Promise<void> {
  const { limits, tell } = opening;
  if (source.size > limits.fileBytes) {
    tell(
      'limit-hit',
      source.path,
      `The file has ${source.size} bytes, more than the limit of ${sized(limits.fileBytes)}; it was not read.`,
    );
    return;
  }
  const head = await source.read(0, HEAD);
  const pack = packOf(head);
  if (pack !== undefined && level >= NESTED) {
    tell(
      'limit-hit',
      source.path,
      'The archive lies in an archive that lies in another; so deep none is unpacked.',
    );
    return;
  }
  const framed = pack === undefined && level <= NESTED && (await isFramed(source, head));
  const whole = framed || pack === 'gzip' || pack === 'zstd';
  if (whole && source.size > limits.entryBytes) {
    tell(
      'limit-hit',
      source.path,
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
  const { tell } = opening;
  let members = 0;
  let broken = false;
  for await (const news of unzip(zip, inside(zip), opening.counter, opening.signal)) {
    switch (news.is) {
      case 'member':
        members++;
        tellOddName(zip, news.name, tell);
        await openFile(news.source, level + 1, files, opening);
        break;
      case 'duplicate':
        tell(
          'duplicate-entry',
          zip.path,
          `The archive holds ${news.count} members named ${shownName(news.name)}; none of them was used.`,
        );
        break;
      case 'encrypted':
        tell(
          'encrypted',
          zip.path,
          `The member ${shownName(news.name)} of the archive is encrypted and was not read.`,
          'Unpack it with its password before it is dropped.',
        );
        break;
      case 'damaged':
        tell(
          'archive-damaged',
          zip.path,
          `The member ${shownName(news.name)} of the archive was refused: ${news.said}.`,
        );
        break;
      case 'limit':
        tell('limit-hit', zip.path, `Unpacking ${shownName(news.name)} hit ${news.said}; it was not read.`);
        break;
      case 'broken':
        broken = true;
        tell('archive-damaged', zip.path, `The archive cannot be read whole: ${news.said}.`);
    }
  }
  if (members === 0 && !broken) tellEmpty(zip, tell);
}

async function openTar(tar: ByteSource, level: number, files: ByteSource[], opening: Opening): Promise<void> {
  const { tell } = opening;
  const seen = new Map<string, number>();
  const members: ByteSource[] = [];
  const list = untar(tar, inside(tar));
  let next = await list.next();
  while (next.done !== true) {
    opening.signal?.throwIfAborted();
    const over = opening.counter.entry();
    if (over !== undefined) {
      tell(
        'limit-hit',
        tar.path,
        `Unpacking the archive hit ${over}; the members from ${shownName(next.value.name)} on were not read.`,
      );
      break;
    }
    seen.set(next.value.name, (seen.get(next.value.name) ?? 0) + 1);
    members.push(next.value.source);
    next = await list.next();
  }
  if (next.done === true && next.value.is === 'damaged') {
    tell(
      'archive-damaged',
      tar.path,
      `The archive is damaged: ${next.value.said}. The members before it were read.`,
    );
  }
  for (const [name, count] of seen) {
    tellOddName(tar, name, tell);
    if (count > 1)
      tell(
        'duplicate-entry',
        tar.path,
        `The archive holds ${count} members named ${shownName(name)}; none of them was used.`,
      );
  }
  if (members.length === 0) tellEmpty(tar, tell);
  for (const member of members) {
    if (seen.get(member.path) === 1) await openFile(member, level + 1, files, opening);
  }
}

/** A gzip or zstd file holds one file, or a tar of many; a framed one holds messages. */
async function openPacked(
  packed: ByteSource,
  pieces: AsyncGenerator<Uint8Array, PackedEnd>,
  level: number,
  files: ByteSource[],
  opening: Opening,
): Promise<void> {
  const { tell } = opening;
  const chunks: Uint8Array[] = [];
  const count = opening.counter.member(packed.size);
  let next = await pieces.next();
  while (next.done !== true) {
    opening.signal?.throwIfAborted();
    const over = count(next.value.length);
    if (over !== undefined) {
      tell('limit-hit', packed.path, `Unpacking the file hit ${over}; it was not read.`);
      return;
    }
    chunks.push(next.value);
    next = await pieces.next();
  }
  const { said, refused, hint, remarks = [] } = next.value;
  if (said !== undefined) tell('archive-damaged', packed.path, said, hint);
  for (const [code, remark] of remarks) tell(code, packed.path, remark);
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
      opening.tell('limit-hit', source.path, `Decoding the file hit ${over}; it was not decoded.`);
      return source;
    }
    chunks.push(piece);
  }
  opening.tell(
    'utf-16',
    source.path,
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

function tellOddName(archive: ByteSource, name: string, tell: Opening['tell']): void {
  const odd = oddName(name);
  if (odd !== undefined) {
    tell(
      'odd-name',
      archive.path,
      `The name of the member ${shownName(name)} is odd: ${odd}. It is used as a label only.`,
    );
  }
}

const tellEmpty = (archive: ByteSource, tell: Opening['tell']): void =>
  tell('empty', archive.path, 'The archive holds no file that could be read.');
