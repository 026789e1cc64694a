/** What a write-ahead log holds (revl-wal.md 1.3). Kinds not named here are kept as records all the same. */
export const WAL_KINDS: ReadonlySet<string> = new Set([
  'header',
  'effect',
  'model-decision',
  'discharge-descriptor',
  'discharge',
  'replay-fence',
  'deferred-emission',
  'flushed',
  'flush-residue',
  'commit-approved',
  'aborted',
  'approval-granted',
  'distillation-applied',
  'distillation-revoked',
  'approval-consumed',
  'approval-revoked',
  'approval-emission',
  'fork-begin',
  'fork-complete',
  'fork-frozen',
  'fork-branch',
  'activation-complete',
  'run-complete',
]);

/** Kinds of `witnessmark.calls/1`, whose lines have a `record` member too. */
export const CALL_LOG_KINDS: ReadonlySet<string> = new Set(['session', 'call', 'end']);
