import type { Spoilt } from '../lib/spoilt.ts';
import type { ByteSource } from './byte-source.ts';
import { oddName, shownName } from './entry-names.ts';
import type { IntakeLedger } from './intake-ledger.ts';

/** Told one by one, the rest as a number. */
const TOLD_PARTS = 5;

export function tellSpoilt(packed: ByteSource, spoilt: readonly Spoilt[], { tell }: IntakeLedger): void {
  for (const { at, said, isLast } of spoilt.slice(0, TOLD_PARTS)) {
    const rest =
      isLast === true ? 'it and what follows were left out' : 'it was left out, the others were read';
    tell(
      'archive-damaged',
      packed,
      `The part of the packed file at byte ${at} is damaged (${said}); ${rest}.`,
    );
  }
  const more = spoilt.length - TOLD_PARTS;
  if (more > 0)
    tell('archive-damaged', packed, `${more} more parts of the packed file are damaged and were left out.`);
}

/** Members with content that is lost to us. */
export function tellUnread(archive: ByteSource, names: readonly string[], { tell }: IntakeLedger): void {
  if (names.length === 0) return;
  tell(
    'archive-damaged',
    archive,
    `The archive holds members of a kind that is not read, such as sparse files (${shownNames(names)}).`,
    'Pack them again without --sparse.',
  );
}

/** What holds no content of its own. */
export function tellLinks(archive: ByteSource, names: readonly string[], { tell }: IntakeLedger): void {
  if (names.length === 0) return;
  tell(
    'entry-passed-over',
    archive,
    `The archive holds links or devices (${shownNames(names)}); none of them was followed or read.`,
  );
}

const shownNames = (names: readonly string[]): string =>
  names.slice(0, 3).map(shownName).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');

export function tellOddName(archive: ByteSource, name: string, { tell }: IntakeLedger): void {
  const odd = oddName(name);
  if (odd !== undefined) {
    tell(
      'odd-name',
      archive,
      `The name of the member ${shownName(name)} is odd: ${odd}. It is used as a label only.`,
    );
  }
}

/** Of an archive without members, where nothing else says why. */
export function tellEmpty(archive: ByteSource, ledger: IntakeLedger): void {
  if (!ledger.isTold(archive)) ledger.tell('empty', archive, 'The archive holds no file that could be read.');
}
