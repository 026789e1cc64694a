import { decompress } from 'fzstd';
import { type Compressors, snappyUncompress } from 'hyparquet';
import { gunzip } from '../lib/gunzip.ts';
import { zstdFrames } from '../lib/zstd-frames.ts';

/** One page of a column, unpacked. The length comes from the file: what would go beyond is refused before it is taken. */
const MAX_PAGE = 512 * 1024 * 1024;

/** What Parquet writers compress with, as far as it is read. Each takes a page and its length unpacked, and throws. */
export const COMPRESSORS: Compressors = {
  SNAPPY(input, length) {
    const page = new Uint8Array(checked(length));
    snappyUncompress(input, page);
    return page;
  },
  GZIP(input, length) {
    const page = new Uint8Array(checked(length));
    let at = 0;
    const pieces = gunzip(input);
    let next = pieces.next();
    for (; next.done !== true; next = pieces.next()) {
      if (!(next.value instanceof Uint8Array)) throw new Error('a page cannot be unpacked');
      if (at + next.value.length > length) throw new Error('a page is longer than it says');
      page.set(next.value, at);
      at += next.value.length;
    }
    if (next.value.is !== 'end' || at !== length) throw new Error('a page cannot be unpacked');
    return page;
  },
  ZSTD(input, length) {
    checked(length);
    for (const frame of zstdFrames(input)) {
      if (frame.is === 'frame' ? frame.window > MAX_PAGE : frame.is !== 'skippable')
        throw new Error('a page cannot be unpacked');
    }
    return decompress(input, new Uint8Array(length));
  },
};

function checked(length: number): number {
  if (!(length >= 0 && length <= MAX_PAGE)) throw new Error(`a page of ${length} bytes is not unpacked`);
  return length;
}
