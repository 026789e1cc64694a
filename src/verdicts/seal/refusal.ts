import type { SealLink } from '../../model/seal.ts';

/** Why a seal gives no reading. */
export interface Refusal {
  readonly link: SealLink;
  /** One sentence of ours. */
  readonly reason: string;
  /** The same in the words of revl's reader, where they are known; for `--format revl-plan` alone. */
  readonly revlReason: string;
}

export const refuse = (link: SealLink, reason: string, revlReason: string = reason): Refusal => ({
  link,
  reason,
  revlReason,
});
