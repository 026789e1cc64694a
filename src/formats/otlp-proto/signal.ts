import { WireType } from '@bufbuild/protobuf/wire';
import { type WireField, wireFields } from './wire.ts';

export type Signal = 'span' | 'log' | 'metric';

const { Bit32, Bit64, LengthDelimited, Varint } = WireType;

/** Fields that one signal alone has with this wire type (formats.md 1.3 and the messages of logs and metrics). */
const SHOWN_BY: ReadonlyMap<number, Signal> = new Map([
  // time, observed time; severity, dropped attributes; attributes; flags
  ...shown('log', [1, Bit64], [11, Bit64], [2, Varint], [7, Varint], [6, LengthDelimited], [8, Bit32]),
  // start, end; kind, what was dropped; parent, links, status; flags
  ...shown('span', [7, Bit64], [8, Bit64], [6, Varint], [10, Varint], [12, Varint], [14, Varint]),
  ...shown('span', [4, LengthDelimited], [13, LengthDelimited], [15, LengthDelimited], [16, Bit32]),
  // a sum
  ...shown('metric', [7, LengthDelimited]),
]);

function shown(signal: Signal, ...fields: readonly (readonly [number, WireType])[]): [number, Signal][] {
  return fields.map(([field, wire]) => [keyOf(field, wire), signal]);
}

/** The tag as it stands in the bytes. */
function keyOf(field: number, wire: WireType): number {
  return field * 8 + wire;
}

/** Bytes of a trace id. */
const TRACE_ID = 16;

/**
 * What a record in a scope is: the three signals share every message around it. Where no field shows it, a metric begins
 * with a name, which is text, a span with an id, which is none, and a log record with neither.
 */
export function signalOf(bytes: Uint8Array, from: number, to: number): Signal {
  let first: WireField | undefined;
  let looksLikeLog = false;
  for (const found of wireFields(bytes, from, to)) {
    const sure = SHOWN_BY.get(keyOf(found.field, found.wire));
    if (sure !== undefined) return sure;
    if (found.wire !== LengthDelimited) continue;
    if (found.field === 1) first ??= found;
    // body, span id, event name; the trace id stands where spans have attributes
    else if (found.field === 5 || found.field === 10 || found.field === 12) looksLikeLog = true;
    else if (found.field === 9) looksLikeLog = found.to - found.from === TRACE_ID;
  }
  if (first === undefined) return looksLikeLog ? 'log' : 'span';
  return isText(bytes, first) ? 'metric' : 'span';
}

function isText(bytes: Uint8Array, { from, to }: WireField): boolean {
  return to > from && bytes.subarray(from, to).every((byte) => byte >= 0x20 && byte < 0x7f);
}
