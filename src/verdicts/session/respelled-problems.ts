import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import { findRespelledResources } from '../compare/respelled-resources.ts';
import { indexEvidence } from './evidence-index.ts';

/** Resources of one session that may be one in two spellings: flagged, never merged (design.md 4 matches by exact name). */
export function deriveRespelledProblems(group: SessionGroup, evidence: Evidence): readonly Problem[] {
  const fileOf = new Map<string, number>();
  for (const log of [...group.recorded, ...group.replayed]) {
    for (const call of log.calls) {
      for (const state of [...(call.preState ?? []), ...(call.postState ?? [])]) {
        if (state.resource !== undefined && !fileOf.has(state.resource)) fileOf.set(state.resource, log.file);
      }
    }
  }
  return findRespelledResources(fileOf.keys()).map(({ one, other }) => {
    const file = indexEvidence(evidence).fileOf.get(fileOf.get(other) ?? -1);
    return problem(
      'resource-respelled',
      file?.path ?? '',
      `${JSON.stringify(one)} and ${JSON.stringify(other)} differ only in their spelling; they count as two resources.`,
      { hint: 'Name a resource in one way in both logs.' },
    );
  });
}
