import type { CallVerdict } from '../../model/verdict.ts';

/** "write_config of turn 17": a call inside a sentence. */
export const callPlaceWords = ({ tool, turn, agent }: CallVerdict): string =>
  `${tool}${turn === undefined ? '' : ` of turn ${turn}`}${agent === undefined ? '' : ` (${agent})`}`;
