/** Nanoseconds since the Unix epoch, or a difference of two of them. Never a JavaScript number: 2^53 ns is 104 days. */
export type Nanos = bigint & { readonly __unit: 'ns' };

export const nanos = (value: bigint): Nanos => value as Nanos;

/** No time or duration needs more; `BigInt` of a hostile million digits takes long. */
const MAX_DIGITS = 40;

/** A decimal integer of nanoseconds; undefined when the text is anything else. */
export function parseNanos(text: string): Nanos | undefined {
  if (text.length > MAX_DIGITS || !/^-?[0-9]+$/.test(text)) return undefined;
  return nanos(BigInt(text));
}

/** All digits, as documents carry them. */
export const formatNanos = (value: Nanos): string => value.toString();

const NS_PER_SECOND = 1_000_000_000n;

/** For people: `450 ns`, `12.5 µs`, `30 ms`, `1.5 s`, `2 min 5 s`, `1 h 3 min`; cut (not rounded) to three decimals. */
export function formatDuration(value: Nanos): string {
  const sign = value < 0n ? '−' : '';
  const ns = value < 0n ? -value : value;
  if (ns < 1_000n) return `${sign}${ns} ns`;
  if (ns < 1_000_000n) return `${sign}${withThousandths(ns)} µs`;
  if (ns < NS_PER_SECOND) return `${sign}${withThousandths(ns / 1_000n)} ms`;
  if (ns < 60n * NS_PER_SECOND) return `${sign}${withThousandths(ns / 1_000_000n)} s`;
  const seconds = ns / NS_PER_SECOND;
  if (seconds < 3_600n) {
    const rest = withThousandths((ns / 1_000_000n) % 60_000n);
    return `${sign}${seconds / 60n} min${rest === '0' ? '' : ` ${rest} s`}`;
  }
  const minutes = seconds / 60n;
  if (minutes < 1_440n) return sign + twoUnits(minutes / 60n, 'h', minutes % 60n, 'min');
  const hours = minutes / 60n;
  return sign + twoUnits(hours / 24n, 'd', hours % 24n, 'h');
}

function withThousandths(thousandths: bigint): string {
  const fraction = (thousandths % 1_000n).toString().padStart(3, '0').replace(/0+$/, '');
  return `${thousandths / 1_000n}${fraction === '' ? '' : `.${fraction}`}`;
}

function twoUnits(big: bigint, bigUnit: string, small: bigint, smallUnit: string): string {
  return small === 0n ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
}
