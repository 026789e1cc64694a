import type { ScanFacts } from '../../lib/json-scan.ts';
import type { Damage } from '../../lib/json-stream.ts';
import { counted, type Tally, type TallyPlace } from './tally.ts';

/** The ledger entry of damage that a walk stepped over. */
export function tellDamage(tally: Tally, damage: Damage): void {
  const place = { offset: damage.byte, line: () => damage.line };
  const lost = damage.lostTo - damage.lostFrom;
  const where = `line ${damage.line}, byte ${damage.byte}`;
  const cost =
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
        lost,
      );
      return;
    case 'nul':
      tally.each(
        'nul-run',
        place,
        `NUL bytes stand at ${where}, as a crash of the machine leaves them. ${cost}`,
        undefined,
        lost,
      );
      return;
    case 'too-deep':
      tally.each('too-deep', place, `At ${where} ${damage.said}. ${cost}`, undefined, lost);
      return;
    case 'too-big':
      tally.each('limit-hit', place, `At ${where} ${damage.said}; it was not read.`);
      return;
    case 'syntax':
      tally.each(
        lost === 0 ? 'malformed' : 'bytes-lost',
        place,
        `The text breaks the rules of JSON at ${where}: ${damage.said}. ${cost}`,
        undefined,
        lost,
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
