import { skipBlank } from '../../lib/json-scan.ts';
import { skipJsonValue } from '../../lib/json-skip.ts';
import type { Detection } from '../format.ts';
import { topMembers } from './top-members.ts';

/** Records of the head that are looked at: the first ones may be damaged. */
const RECORDS_LOOKED_AT = 32;

/**
 * Call logs by a record that says so (`"schema": "witnessmark.calls/…"`), or by records with `turn_index` and `tool`,
 * which the short form has instead.
 */
export function detectCalls(head: Uint8Array): Detection | undefined {
  for (const at of recordStarts(head)) {
    const members = topMembers(head, at);
    const schema = members.get('schema');
    if (schema?.text.startsWith('"witnessmark.calls/')) {
      return { confidence: 'certain', why: 'a record names the schema witnessmark.calls' };
    }
    if (members.has('turn_index') && members.has('tool')) {
      return members.get('record')?.text === '"call"'
        ? { confidence: 'certain', why: 'a record is a call with a turn index and a tool' }
        : { confidence: 'likely', why: 'a record has turn_index and tool' };
    }
  }
  return undefined;
}

/** Where objects start that could be records: lines, values one after the other, or elements of an array. */
function* recordStarts(head: Uint8Array): Generator<number> {
  let at = skipBlank(head, head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
  const inArray = head[at] === 0x5b;
  if (inArray) at = skipBlank(head, at + 1);
  for (let seen = 0; seen < RECORDS_LOOKED_AT && at < head.length; seen++) {
    if (head[at] === 0x7b) yield at;
    const lf = head.indexOf(0x0a, at);
    const end = skipJsonValue(head, at, head.length);
    // a damaged line is stepped over by its end, a value by its own
    if (end > at) at = end;
    else if (lf > 0) at = lf + 1;
    else return;
    at = skipBlank(head, at);
    if (inArray && head[at] === 0x2c) at = skipBlank(head, at + 1);
  }
}
