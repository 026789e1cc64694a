/** Nanoseconds since the Unix epoch, or a difference of two of them. Never a JavaScript number: 2^53 ns is 104 days. */
export type Nanos = bigint & { readonly __unit: 'ns' };

export const nanos = (value: bigint): Nanos => value as Nanos;
