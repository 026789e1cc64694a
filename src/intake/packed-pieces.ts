import { gunzip } from '../lib/gunzip.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { wholeBytes } from './derived-sources.ts';
import { unframe } from './unframe.ts';
import { unzstd } from './unzstd.ts';

/** How a packed file ended, in the words of its problem; undefined when it is whole. `refused` leaves nothing of it. */
export interface PackedEnd {
  readonly said: string | undefined;
  readonly refused: boolean;
  readonly hint?: string;
  /** What else is to be told of it. */
  readonly remarks?: readonly (readonly [ProblemCode, string])[];
}

const WHOLE: PackedEnd = { said: undefined, refused: false };

const CUT = 'The packed file ends too early; what could be unpacked was read, and no checksum covers it.';

export async function* gzipPieces(gz: ByteSource): AsyncGenerator<Uint8Array, PackedEnd> {
  const end = yield* gunzip(await wholeBytes(gz));
  switch (end.is) {
    case 'damaged':
      return { said: `The packed file was refused: ${end.said}.`, refused: true };
    case 'truncated':
      return { said: CUT, refused: false };
    case 'trailing':
      return { said: trailing(end.at), refused: false };
    case 'end':
      return WHOLE;
  }
}

export async function* zstdPieces(zst: ByteSource): AsyncGenerator<Uint8Array, PackedEnd> {
  const end = yield* unzstd(await wholeBytes(zst));
  switch (end.is) {
    case 'damaged':
      return { said: `The packed file was refused: ${end.said}.`, refused: true };
    case 'truncated':
      return { said: CUT, refused: false };
    case 'trailing':
      return { said: trailing(end.at), refused: false };
    case 'end':
      return WHOLE;
  }
}

const trailing = (at: number): string =>
  `Bytes that are not packed follow the packed file at byte ${at}; they were not read.`;

export async function* framedPieces(framed: ByteSource): AsyncGenerator<Uint8Array, PackedEnd> {
  const end = yield* unframe(framed);
  switch (end.is) {
    case 'damaged':
      return { said: `At byte ${end.at} ${end.said}; the messages before it were read.`, refused: false };
    case 'truncated':
      return {
        said: `The file ends inside the message at byte ${end.at}; the messages before it were read.`,
        refused: false,
      };
    case 'end':
      return WHOLE;
  }
}
