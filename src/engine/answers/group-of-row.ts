import { NONE } from '../../model/span-table.ts';
import type { CaseReader } from '../case-reader.ts';

/** By row of the span table: the position of the session that has it; NONE where none has. */
export function groupOfRow({ evidence, groups }: CaseReader): Uint32Array {
  const groupAt = new Uint32Array(evidence.spans.count).fill(NONE);
  for (const [at, { rows }] of groups.entries()) {
    for (const row of rows) groupAt[row] = at;
  }
  return groupAt;
}
