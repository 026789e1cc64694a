import type { Format } from '../format.ts';
import { parseSealedRecords } from '../sealed-records.ts';
import { detectReceipt } from './detect.ts';
import { readReceipt } from './read-receipt.ts';

/** Receipts: JSON records with a signature of Ed25519 over the rest of them in RFC 8785. */
export const receipt: Format = {
  id: 'receipt',
  label: 'signed receipt',
  detect: detectReceipt,
  parse: (source, file, emit, signal) => parseSealedRecords(source, file, emit, signal, readReceipt),
};
