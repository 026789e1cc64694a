import { WireType } from '@bufbuild/protobuf/wire';
import { wireFields } from './wire.ts';

export type Signal = 'span' | 'log' | 'metric';

/** Bytes of a trace id. */
const TRACE_ID = 16;

/**
 * What a record in a scope is: the three signals share every message around it. A span begins with a trace id of bytes, a
 * log record with a time or holds one, a metric with a name and its points.
 */
export function signalOf(bytes: Uint8Array, from: number, to: number): Signal {
  let [isNamed, hasPoints] = [false, false];
  for (const { field, wire, from: start, to: end } of wireFields(bytes, from, to)) {
    const isBytes = wire === WireType.LengthDelimited;
    // time, observed time; severity
    if ((field === 1 || field === 11) && wire === WireType.Bit64) return 'log';
    if (field === 2 && wire === WireType.Varint) return 'log';
    if (field === 1 && isBytes && end - start === TRACE_ID) return 'span';
    // start and end of a span
    if ((field === 7 || field === 8) && wire === WireType.Bit64) return 'span';
    if (field === 9 && isBytes && end - start === TRACE_ID && !isNamed) return 'log';
    if (field === 1 && isBytes) isNamed = true;
    if (isBytes && (field === 5 || field === 7 || field === 9 || field === 10 || field === 11))
      hasPoints = true;
  }
  return isNamed && hasPoints ? 'metric' : 'span';
}
