/** Ends every switch over a union: a new member that nobody handles is a type error, and a bug of ours if it gets here. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case ${String(value)} (a bug in Witnessmark)`);
}
