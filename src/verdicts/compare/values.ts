import type { StatedValue } from '../../model/call.ts';
import { equalFingerprints } from './fingerprints.ts';

/** How an input or output of the two sides compares. */
export type ValueReading =
  | 'not-stated'
  | 'recorded-only'
  | 'replayed-only'
  | 'equal'
  | 'differs'
  | 'incomparable';

const isStated = (value: StatedValue): boolean =>
  value.content !== undefined || value.fingerprint !== undefined;

/**
 * Values are compared as values; where content was withheld on a side, by the SHA-256 of its text or canonical JSON
 * (design.md 4).
 *
 * @param sameTelling both sides are told by the same kind of source. A trace writes arguments as a text of JSON where
 *   a log has the JSON itself: there an unlike kind is no proof of another value.
 */
export function compareValues(
  recorded: StatedValue,
  replayed: StatedValue,
  sameTelling: boolean,
): ValueReading {
  if (!isStated(recorded)) return isStated(replayed) ? 'replayed-only' : 'not-stated';
  if (!isStated(replayed)) return 'recorded-only';
  if (recorded.content !== undefined && replayed.content !== undefined) {
    if (recorded.content.equalityKey === replayed.content.equalityKey) return 'equal';
    return recorded.content.kind === replayed.content.kind || sameTelling ? 'differs' : 'incomparable';
  }
  const left = recorded.fingerprint ?? contentFingerprint(recorded);
  const right = replayed.fingerprint ?? contentFingerprint(replayed);
  if (left === undefined || right === undefined) return 'incomparable';
  const equal = equalFingerprints(left, right) ?? equalAsSha256(recorded, replayed);
  if (equal === undefined) return 'incomparable';
  return equal ? 'equal' : 'differs';
}

/** A side with content can answer a SHA-256 even where it states a fingerprint of another scheme. */
function equalAsSha256(recorded: StatedValue, replayed: StatedValue): boolean | undefined {
  const left = contentFingerprint(recorded) ?? recorded.fingerprint;
  const right = contentFingerprint(replayed) ?? replayed.fingerprint;
  return left === undefined || right === undefined ? undefined : equalFingerprints(left, right);
}

function contentFingerprint(value: StatedValue): StatedValue['fingerprint'] {
  const text = value.content?.fingerprint;
  return text === undefined ? undefined : { scheme: 'sha256', value: text.slice(text.indexOf(':') + 1) };
}
