import { canonicalPython } from '../../lib/json-canonical-python.ts';
import type { JsonObject } from '../../lib/json-value.ts';

const utf8 = new TextEncoder();
const SIGN_DOMAIN = 'revl.model-decision/v1\0';

/**
 * What the MAC covers (revl-wal.md 2.4, 2.5): the domain, a NUL, and the canonical bytes of every member of the
 * evidence but `signature`, whatever the members are. Undefined when there are no canonical bytes.
 */
export function sealBytes(evidence: JsonObject): Uint8Array<ArrayBuffer> | undefined {
  const canonical = canonicalPython(evidence, 'signature');
  return canonical === undefined ? undefined : utf8.encode(SIGN_DOMAIN + canonical);
}
