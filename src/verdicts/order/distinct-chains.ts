import type { Edge } from '../../model/order.ts';
import type { Chain } from './evidence-of-order.ts';
import { edgeOfChain } from './settle-conflicts.ts';

/** Every model's messages repeat those of the models before it: chains that say the same once, the first that does. */
export function distinctChains(chains: readonly Chain[]): readonly Chain[] {
  const seen = new Set<string>();
  return chains.filter(({ basis, order, steps }) => {
    const key = `${basis} ${order} ${steps.join()}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The pairs of neighbours in some chains of one order, each pair once: a history that grows is told by what is new in it. */
export function distinctEdges(chains: readonly Chain[], steps: number): readonly Edge[] {
  const seen = new Set<number>();
  const edges: Edge[] = [];
  for (const chain of chains) {
    for (let i = 1; i < chain.steps.length; i++) {
      const [from, to] = [chain.steps[i - 1] as number, chain.steps[i] as number];
      const key = from * steps + to;
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push(edgeOfChain(chain, from, to));
    }
  }
  return edges;
}
