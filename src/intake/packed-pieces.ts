import { type GunzipEnd, gunzip } from '../lib/gunzip.ts';
import type { Spoilt } from '../lib/spoilt.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { wholeBytes } from './derived-sources.ts';
import { unframe } from './unframe.ts';
import { type UnzstdEnd, unzstd } from './unzstd.ts';

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

export async function* gzipPieces(gz: ByteSource): AsyncGenerator<Uint8Array | Spoilt, PackedEnd> {
  return endOf(yield* gunzip(await wholeBytes(gz)));
}

export async function* zstdPieces(zst: ByteSource): AsyncGenerator<Uint8Array | Spoilt, PackedEnd> {
  return endOf(yield* unzstd(await wholeBytes(zst)));
}

function endOf(end: GunzipEnd | UnzstdEnd): PackedEnd {
  switch (end.is) {
    case 'truncated':
      return { said: CUT, refused: false };
    case 'trailing':
      return {
        said: `Bytes that are not packed follow the packed file at byte ${end.at}; they were not read.`,
        refused: false,
      };
    case 'end':
      return WHOLE;
  }
}

export async function* framedPieces(framed: ByteSource): AsyncGenerator<Uint8Array | Spoilt, PackedEnd> {
  const end = yield* unframe(framed);
  if (end.is === 'end') return WHOLE;
  return {
    said: `The file ends inside the message at byte ${end.at}; the messages before it were read.`,
    refused: false,
  };
}
