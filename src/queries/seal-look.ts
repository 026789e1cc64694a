import type { DecisionsView } from './answers.ts';
import type { Look } from './words.ts';

type DecisionRow = DecisionsView['logs'][number]['decisions'][number];

/** The seal's state of one crossing (revl-wal.md 4.3). `verified` always means: by someone who holds this key. */
export function sealLook(decision: DecisionRow): Look {
  if (decision.refusedAtRun !== null) {
    return {
      word: 'refused at run',
      tone: 'warn',
      glyph: 'barred',
      said: 'The run itself refused to seal it and stopped.',
    };
  }
  if (!decision.sealed) {
    return decision.missingUnderEngagement
      ? {
          word: 'seal missing',
          tone: 'warn',
          glyph: 'warning',
          said: 'Unsealed where other crossings are sealed, or where a seal was expected.',
        }
      : { word: 'not sealed', tone: 'void', glyph: 'hollow', said: 'Nothing vouches for this record.' };
  }
  if (decision.verified === null) {
    return { word: 'unchecked', tone: 'gap', glyph: 'question', said: 'Sealed; no key has checked it.' };
  }
  if (decision.verified) {
    return {
      word: 'verified',
      tone: 'good',
      glyph: 'check',
      said: 'Verified by someone who holds this key.',
    };
  }
  return decision.keyNotTheLogs === true
    ? {
        word: 'other key',
        tone: 'gap',
        glyph: 'question',
        said: 'No seal of this log names a key that was given.',
      }
    : {
        word: 'refused',
        tone: 'grave',
        glyph: 'broken',
        said: 'The seal fails: nothing is read out of the record.',
      };
}
