import type { CallRecord } from '../../model/call.ts';
import type { AssumedParent, IndexName, Pin } from '../../model/order.ts';
import type { SpanTable } from '../../model/span-table.ts';
import type { WalFile } from '../../model/wal.ts';

/** All that the order of one session is derived from. */
export interface OrderInput {
  readonly spans: SpanTable;
  /** The session's rows of the table. */
  readonly rows: Uint32Array;
  /** Recorded calls of the session's logs: resources and their states; the steps themselves where there is no trace. */
  readonly calls: readonly CallRecord[];
  readonly logs: readonly WalFile[];
  readonly pins: readonly Pin[];
  readonly assumedParents: readonly AssumedParent[];
  readonly names: readonly IndexName[];
}
