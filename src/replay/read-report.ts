import { FINGERPRINT_SCHEMES } from '../model/call.ts';
import type { SeenState } from './world.ts';

const SCHEMES: ReadonlySet<string> = new Set(FINGERPRINT_SCHEMES);

/** What an executor reported of a resource, held against what it may report. */
export function readReport(report: unknown): SeenState {
  if (report === undefined) return { is: 'unknown', said: 'the executor cannot say how it is' };
  if (typeof report !== 'object' || report === null) return UNREADABLE;
  const { fingerprint, epoch, absent } = report as Readonly<Record<string, unknown>>;
  if (absent === true) return fingerprint === undefined ? { is: 'absent' } : UNREADABLE;
  if (typeof fingerprint !== 'string' || !isFingerprint(fingerprint)) return UNREADABLE;
  if (epoch !== undefined && typeof epoch !== 'string') return UNREADABLE;
  return { is: 'there', fingerprint, ...(epoch === undefined ? {} : { epoch }) };
}

const UNREADABLE: SeenState = {
  is: 'unknown',
  said: 'the executor reported neither { fingerprint: "scheme:value" } nor { absent: true }',
};

function isFingerprint(text: string): boolean {
  const colon = text.indexOf(':');
  return colon > 0 && SCHEMES.has(text.slice(0, colon)) && colon + 1 < text.length;
}
