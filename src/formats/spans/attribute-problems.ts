import type { AttributeNotes } from './attributes.ts';
import type { Tally, TallyPlace } from './tally.ts';

/** Tells what is wrong with the list of attributes of one record. */
export function tellAttributes(
  tally: Tally,
  place: TallyPlace,
  { twice, keyless }: Pick<AttributeNotes, 'twice' | 'keyless'>,
  what: 'span' | 'log record',
): void {
  if (twice > 0) {
    tally.each('duplicate-key', place, `A ${what} has one attribute several times; the last one counts.`);
  }
  if (keyless > 0) {
    tally.each('value-coerced', place, `A ${what} has an attribute without a key; it was not read.`);
  }
}
