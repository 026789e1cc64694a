import type { Detection } from '../format.ts';
import { hasPath, outlineOf } from '../outline.ts';
import { RECEIPT_NAMES, SIGNATURE_NAMES } from './read-receipt.ts';

export function detectReceipt(head: Uint8Array): Detection | undefined {
  const outline = outlineOf(head);
  for (const at of ['', '[].']) {
    const under = (names: readonly string[]): boolean =>
      names.some((name) => hasPath(outline, `${at}${name}`));
    if (under(SIGNATURE_NAMES) && under(RECEIPT_NAMES))
      return { confidence: 'likely', why: 'it names a receipt and has a signature' };
  }
  return undefined;
}
