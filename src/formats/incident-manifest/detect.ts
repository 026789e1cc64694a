import { skipBlank } from '../../lib/json-scan.ts';
import { topMembers } from '../calls/top-members.ts';
import type { Detection } from '../format.ts';

/** `incident.json` by its `witnessmark` number, whatever the file is called (design.md 3). */
export function detectIncidentManifest(head: Uint8Array): Detection | undefined {
  const at = skipBlank(head, head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
  if (head[at] !== 0x7b) return undefined;
  const version = topMembers(head, at).get('witnessmark');
  return version !== undefined && /^-?\d/.test(version.text)
    ? { confidence: 'certain', why: 'the object has a witnessmark number' }
    : undefined;
}
