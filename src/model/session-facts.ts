import type { SessionDocument } from './findings.ts';
import { BASES, type Basis, type LinearizationCount, type OrderReading } from './order.ts';
import type { SessionReading } from './session.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

/** The four axes of design.md 7, as they are shown and printed. */
export function axesOf({
  authenticity,
  replay,
  order,
  completeness,
}: Pick<SessionReading, 'authenticity' | 'replay' | 'order' | 'completeness'>): SessionDocument['axes'] {
  return {
    authenticity,
    replay: replay ?? 'none',
    order: order.pinned ? 'pinned' : order.bucket,
    completeness,
  };
}

/** All digits, or `>` and a proven bound (design.md 5.4). */
export const formatLinearizations = (count: LinearizationCount): string =>
  count.is === 'exact' ? count.count.toString() : `>${count.bound}`;

export function countVerdicts(
  calls: readonly { readonly verdict: Verdict }[],
): Readonly<Record<Verdict, number>> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of calls) counts[verdict]++;
  return counts;
}

/** Neighbours by basis, not the closure. */
export function countEdges({ edges }: Pick<OrderReading, 'edges'>): Readonly<Record<Basis, number>> {
  const counts = Object.fromEntries(BASES.map((basis) => [basis, 0])) as Record<Basis, number>;
  for (const { basis } of edges) counts[basis]++;
  return counts;
}
