import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import { NO_FACTS, type SpanFacts } from '../../model/span.ts';
import { spanAt } from '../../model/span-table.ts';
import { indexEvidence } from './evidence-index.ts';

/**
 * Sessions of one span alone that a call id ties to one other session: a tool that was started in a thread often
 * becomes a trace of its own (formats.md 3.3). The merge is suggested and never made: a call id that several lone spans
 * carry, or several sessions asked for, ties nothing.
 */
export function suggestMerges(groups: readonly SessionGroup[], evidence: Evidence): readonly Problem[] {
  const alone = loneCalls(groups, evidence);
  if (alone.size === 0) return [];
  const askedBy = sessionsThatAsked(alone, groups, evidence);
  const found = new Map<string, { readonly target: SessionGroup; readonly rows: number[] }>();
  for (const [callId, { rows, tool }] of alone) {
    const [row, ...others] = rows;
    const [asked, ...more] = askedBy.get(callId)?.values() ?? [];
    if (row === undefined || asked === undefined || others.length + more.length > 0) continue;
    if (tool !== undefined && asked.tool !== undefined && tool !== asked.tool) continue;
    const key = JSON.stringify([evidence.spans.file[row], asked.group.id]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { target: asked.group, rows: [row] });
    else known.rows.push(row);
  }
  return [...found.values()].map(({ target, rows }) => suggestion(target, rows, evidence));
}

/** By call id: spans that are all there is of their session. */
function loneCalls(groups: readonly SessionGroup[], { spans }: Evidence) {
  const alone = new Map<string, { readonly rows: number[]; readonly tool: string | undefined }>();
  for (const { rows, recorded, replayed, wals } of groups) {
    const row = rows[0];
    if (row === undefined || rows.length !== 1 || recorded.length + replayed.length + wals.length > 0)
      continue;
    const { callId, toolName } = spans.facts.get(row) ?? NO_FACTS;
    if (callId === undefined) continue;
    const known = alone.get(callId);
    if (known === undefined) alone.set(callId, { rows: [row], tool: toolName });
    else known.rows.push(row);
  }
  return alone;
}

interface Asked {
  readonly group: SessionGroup;
  readonly tool: string | undefined;
}

/** By call id: the sessions whose models asked for it. */
function sessionsThatAsked(
  wanted: ReadonlyMap<string, unknown>,
  groups: readonly SessionGroup[],
  { spans }: Evidence,
): ReadonlyMap<string, ReadonlyMap<SessionGroup, Asked>> {
  const askedBy = new Map<string, Map<SessionGroup, Asked>>();
  for (const group of groups) {
    for (const row of group.rows) {
      for (const { is, callId, tool } of historyOf(spans.facts.get(row))) {
        if (is !== 'call' || callId === undefined || !wanted.has(callId)) continue;
        const own = askedBy.get(callId) ?? new Map<SessionGroup, Asked>();
        askedBy.set(callId, own);
        if (!own.has(group)) own.set(group, { group, tool });
      }
    }
  }
  return askedBy;
}

function* historyOf(facts: SpanFacts = NO_FACTS) {
  yield* facts.inputHistory ?? [];
  yield* facts.outputHistory ?? [];
}

function suggestion(target: SessionGroup, rows: readonly number[], evidence: Evidence): Problem {
  const span = spanAt(evidence.spans, rows[0] as number);
  const file = indexEvidence(evidence).fileOf.get(evidence.spans.file[span.row] as number)?.path ?? '';
  const first = `${span.name} (${span.spanId}) is alone in trace ${span.traceId} and carries the call id ${span.facts.callId}, which session ${target.id} asked for`;
  const said =
    rows.length === 1
      ? `${first}: it may belong there. Nothing was merged.`
      : `${rows.length} spans that are alone in their traces carry call ids which session ${target.id} asked for; the first: ${first}. They may belong there. Nothing was merged.`;
  return problem('merge-suggested', file, said, {
    byte: evidence.spans.offset[span.row] as number,
    hint: 'Let the runtime pass the context on into threads, or give both one gen_ai.conversation.id; a file that belongs to the session can be named for it in incident.json.',
  });
}
