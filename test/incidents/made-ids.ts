import { createHash } from 'node:crypto';

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Hex digits that only the label decides, so that the same script has the same ids everywhere. */
export const hexOf = (label: string, digits: number): string => sha256(label).slice(0, digits);

/** A whole number from `least` to below `least + range`, which only the label decides. */
export const numberOf = (label: string, least: number, range: number): number =>
  least + (Number.parseInt(hexOf(label, 8), 16) % range);
