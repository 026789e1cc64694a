import type { ScanFacts } from '../../lib/json-scan.ts';
import type { Damage, JsonVisitor } from '../../lib/json-stream.ts';
import { counted, type Tally, type TallyPlace } from './tally.ts';

/**
 * What every walk over records tells of what it steps over: damage, values that are nothing of the format, and values of
 * a type that the format does not know at their place.
 * @param what "a list of spans"
 */
export const walkProblems = (
  tally: Tally,
  what: string,
): Required<Pick<JsonVisitor<never>, 'damage' | 'unknown' | 'unfit'>> => ({
  damage: (damage) => tellDamage(tally, damage),
  unknown: (offset, line) => tellUnknown(tally, { offset, line: () => line }, what),
  unfit(key, offset, line) {
    const place = { offset, line: () => line };
    if (key === undefined) {
      const said = `An entry of a list is of a type that ${what} does not have there; it was passed over.`;
      tally.each('malformed', place, said, undefined, { rejected: 1 });
    } else {
      const said = `A member is of a type that ${what} does not have there; it was passed over.`;
      tally.each('malformed', place, said);
    }
  },
});

/** A record that is none of the format. */
export function tellUnknown(tally: Tally, place: TallyPlace, what: string): void {
  tally.once(
    'record-unknown',
    '',
    place,
    (count) =>
      `${counted(count, 'record is', 'records are')} nothing of ${what} and ${count === 1 ? 'was' : 'were'} not read.`,
    { rejected: 1 },
  );
}

/** The ledger entry of damage that a walk stepped over. */
export function tellDamage(tally: Tally, damage: Damage): void {
  const place = { offset: damage.byte, line: () => damage.line };
  const lost = damage.lostTo - damage.lostFrom;
  const cost = { lostBytes: lost };
  const where = `line ${damage.line}, byte ${damage.byte}`;
  const saidLost =
    lost === 0
      ? 'Nothing else was lost.'
      : `${counted(lost, 'byte')} (from byte ${damage.lostFrom} on) could not be read.`;
  switch (damage.kind) {
    case 'truncated':
      tally.each(
        'truncated',
        place,
        `The file ends in the middle of a value at ${where}; what stands before it was read.`,
        'Export the file again, or find the part that was cut.',
        cost,
      );
      return;
    case 'nul':
      tally.each(
        'nul-run',
        place,
        `NUL bytes stand at ${where}, as a crash of the machine leaves them. ${saidLost}`,
        undefined,
        cost,
      );
      return;
    case 'too-deep':
      tally.each('too-deep', place, `At ${where} ${damage.said}. ${saidLost}`, undefined, cost);
      return;
    case 'too-big':
      tally.each('limit-hit', place, `At ${where} ${damage.said}; it was not read.`, undefined, {
        rejected: 1,
      });
      return;
    case 'syntax':
      tally.each(
        lost === 0 ? 'malformed' : 'bytes-lost',
        place,
        `The text breaks the rules of JSON at ${where}: ${damage.said}. ${saidLost}`,
        undefined,
        cost,
      );
  }
}

/** What the scanner accepted in a value and is worth an entry. */
export function tellFacts(tally: Tally, place: TallyPlace, facts: ScanFacts): void {
  const { duplicateKeys, nonFinite, loneSurrogates, badUtf8 } = facts;
  if (duplicateKeys.length + nonFinite.length + loneSurrogates.length + badUtf8.length === 0) return;
  for (const _ of duplicateKeys) tally.once('duplicate-key', '', place, keysTwice);
  for (const _ of nonFinite) tally.once('number-not-json', '', place, notFinite);
  for (const _ of loneSurrogates) tally.once('lone-surrogate', '', place, halves);
  for (const _ of badUtf8) tally.once('bad-utf8', '', place, badBytes);
}

const keysTwice = (count: number): string =>
  `${counted(count, 'object holds a key', 'objects hold a key')} twice; the last one counts.`;
const notFinite = (count: number): string => `${counted(count, 'number is', 'numbers are')} NaN or Infinity.`;
const halves = (count: number): string =>
  `${counted(count, 'text holds', 'texts hold')} half of a surrogate pair; it is kept as it is.`;
const badBytes = (count: number): string =>
  `${counted(count, 'text holds', 'texts hold')} bytes that are no UTF-8; they are shown as replacement characters.`;
