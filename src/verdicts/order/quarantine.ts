import type { Bucket, Conflict } from '../../model/order.ts';
import type { OrphanReading } from './orphans.ts';

interface Facts {
  readonly orphans: OrphanReading;
  readonly conflicts: readonly Conflict[];
  /** Open pairs of one context, and effect races across contexts. */
  readonly questionCount: number;
  readonly raceCount: number;
}

interface Reason {
  readonly said: string;
  readonly cure: string;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Why a session is quarantined, and what would cure it; nothing for one that is replayable (design.md 5.4). */
export function quarantineReasons(bucket: Bucket, facts: Facts): readonly Reason[] {
  if (bucket === 'witnessed' || bucket === 'single-clock') return [];
  if (bucket === 'not-a-trajectory') {
    return [
      {
        said: 'No span is a turn, a model call or a tool call: this can be looked at, not replayed.',
        cure: 'Emit gen_ai.operation.name (chat, execute_tool, invoke_agent) on the spans of the agent’s program.',
      },
    ];
  }
  const reasons: Reason[] = [];
  for (const { why } of facts.conflicts) {
    reasons.push({
      said: why,
      cure: 'Find out which of the sources is wrong; no order is taken from any of them.',
    });
  }
  if (facts.orphans.severing > 0) {
    reasons.push({
      said: `${plural(facts.orphans.severing, 'span with steps hangs', 'spans with steps hang')} from a parent that is not in the data.`,
      cure: 'Export the parents: sample whole traces (a parent-based sampler) and drop no span type in the exporter.',
    });
  }
  if (facts.questionCount > 0) {
    reasons.push({
      said: `${plural(facts.questionCount, 'pair of steps', 'pairs of steps')} of one context ${facts.questionCount === 1 ? 'has' : 'have'} no witness of their order.`,
      cure: 'Emit agent.turn.index and agent.tool.call_index on tool spans, or record gen_ai.input.messages with tool call ids.',
    });
  }
  if (facts.raceCount > 0) {
    reasons.push({
      said: `${plural(facts.raceCount, 'pair of calls', 'pairs of calls')} of different agents ${facts.raceCount === 1 ? 'touches' : 'touch'} one resource, at least one call writes, and nothing orders the effects.`,
      cure: 'Record the state of the resource before and after each call, with fingerprints that differ.',
    });
  }
  return reasons;
}
