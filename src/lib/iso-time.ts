import { type Nanos, nanos } from './nanos.ts';

const NS_PER_SECOND = 1_000_000_000n;
const SECONDS_PER_DAY = 86_400n;

export interface IsoTime {
  readonly at: Nanos;
  /** `assumed-utc`: the text names no zone. */
  readonly zone: 'stated' | 'assumed-utc';
}

const ISO =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?\s?(Z|z|UTC|[+-][0-9]{2}(?::?[0-9]{2})?)?$/;

/**
 * ISO 8601 date and time with up to nine fractional digits; undefined when the text is anything else, names a day or
 * an hour that does not exist, or has more digits than nanoseconds have (they would be lost).
 */
export function parseIsoNanos(text: string): IsoTime | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute] = parts.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const second = Number(parts[6] ?? '0');
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const days = daysSinceEpoch(year, month, day);
  if (days === undefined) return undefined;
  const offset = zoneMinutes(parts[8]);
  if (offset === undefined) return undefined;
  const seconds = BigInt(days) * SECONDS_PER_DAY + BigInt(hour * 3_600 + (minute - offset) * 60 + second);
  const fraction = BigInt((parts[7] ?? '').padEnd(9, '0'));
  return {
    at: nanos(seconds * NS_PER_SECOND + fraction),
    zone: parts[8] === undefined ? 'assumed-utc' : 'stated',
  };
}

/** UTC with as many fractional digits (0, 3, 6, 9) as the time needs: `2026-09-19T08:00:00.030Z`. */
export function formatIsoNanos(at: Nanos): string {
  let seconds = at / NS_PER_SECOND;
  let fraction = at % NS_PER_SECOND;
  if (fraction < 0n) {
    fraction += NS_PER_SECOND;
    seconds -= 1n;
  }
  const milliseconds = seconds * 1_000n;
  // what a Date can hold; times outside are hostile and shown as they are
  if (milliseconds > 8_640_000_000_000_000n || milliseconds < -8_640_000_000_000_000n) return `${at} ns`;
  const whole = new Date(Number(milliseconds)).toISOString().replace(/\.000Z$/, '');
  return `${whole}${fractionText(fraction)}Z`;
}

function fractionText(fraction: bigint): string {
  if (fraction === 0n) return '';
  const digits = fraction.toString().padStart(9, '0');
  return `.${digits.replace(/(?:000){1,2}$/, '')}`;
}

function daysSinceEpoch(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() / 86_400_000;
}

/** Minutes east of UTC; undefined when there is no such zone. */
function zoneMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || /^[ZzU]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
