import type { DecisionDocument, ModeDocument } from '../../model/findings.ts';
import type { Mode, Requirement } from '../../model/seal.ts';

export interface DecisionsView {
  readonly logs: readonly {
    readonly input: string;
    readonly complete: boolean;
    readonly torn: boolean;
    readonly decisions: readonly (DecisionDocument & {
      readonly said: string;
      readonly line: number | null;
      /** The record's own bytes: shown as unread evidence where nothing may be read out of it. */
      readonly at?: { readonly file: number; readonly offset: number; readonly length: number };
      /** No seal of this log names a given key: nobody reads "altered" (design.md 6). */
      readonly keyNotTheLogs?: boolean;
      /** What this crossing alone lacks for each mode (issue 6); absent: not derived. */
      readonly lacks?: Readonly<Record<Mode, readonly Requirement[]>>;
    })[];
    readonly modes: readonly (ModeDocument & {
      readonly said: string;
      /** How many crossings of the log lack nothing that they themselves must bring. */
      readonly crossings?: { readonly ready: number; readonly of: number };
    })[];
  }[];
}
