import type { Format } from '../format.ts';
import { detectRevlWal } from './detect.ts';
import { parseRevlWal } from './parse.ts';

/** The write-ahead log of revl (revl-wal.md 1). */
export const revlWal: Format = {
  id: 'revl-wal',
  label: 'revl write-ahead log',
  detect: detectRevlWal,
  parse: parseRevlWal,
};
