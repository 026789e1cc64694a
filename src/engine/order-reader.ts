import type { OrderReading, Pin } from '../model/order.ts';
import type { Evidence, SessionGroup } from '../model/session.ts';
import { pinOrder } from '../verdicts/order/derive-order.ts';
import { DEFAULT_INDEX_NAMES } from '../verdicts/order/index-names.ts';
import type { OrderInput } from '../verdicts/order/order-input.ts';
import { type PinPreview, previewPins } from '../verdicts/order/preview-pins.ts';
import { type EvidenceOrder, readOrder } from '../verdicts/order/read-order.ts';
import type { Assumed } from './messages.ts';
import { createRecent } from './recent.ts';

/** What of the assumed concerns one session. */
export type OwnAssumed = Pick<OrderInput, 'pins' | 'assumedParents' | 'names'>;

/** The order of one session under whatever is assumed. What the evidence says is read once; pins are set on top of it. */
export interface OrderReader {
  own(assumed: Assumed): OwnAssumed;
  order(own: OwnAssumed): OrderReading;
  /** What more pins would do. */
  preview(own: OwnAssumed, add: readonly Pin[]): PinPreview;
}

/** Pinned and not, and one before that: what undo goes back and forth between. */
const ORDERS_KEPT = 3;
/** With and without an assumed parent, or an edited table of index names. */
const READ_KEPT = 2;

export function createOrderReader(evidence: Evidence, group: SessionGroup): OrderReader {
  const read = createRecent<EvidenceOrder>(READ_KEPT);
  const orders = createRecent<OrderReading>(ORDERS_KEPT);
  const owned = createRecent<OwnAssumed>(ORDERS_KEPT);

  const readOf = ({ names, assumedParents }: OwnAssumed): EvidenceOrder =>
    read.get(keyOf(names, assumedParents), () =>
      readOrder({
        spans: evidence.spans,
        rows: group.rows,
        calls: group.recorded.flatMap((log) => log.calls),
        logs: group.wals,
        assumedParents,
        names,
      }),
    );
  const isOwn = ({ session }: { readonly session?: string }): boolean =>
    session === undefined || session === group.id;

  const reader: OrderReader = {
    own({ pins, assumedParents, names = DEFAULT_INDEX_NAMES }) {
      if (pins.length === 0 && assumedParents.length === 0) return { pins, assumedParents, names };
      return owned.get(keyOf(names, pins, assumedParents), () => {
        const spans = new Set(
          Array.from(group.rows, (row) => evidence.spans.strings[evidence.spans.spanId[row] ?? 0]),
        );
        const parents = assumedParents.filter((one) => isOwn(one) && spans.has(one.span));
        const { steps } = readOf({ pins: [], assumedParents: parents, names }).found;
        const ids = new Set(steps.map(({ id }) => id));
        const own = pins.filter((pin) => isOwn(pin) && ids.has(pin.before) && ids.has(pin.after));
        return { pins: own, assumedParents: parents, names };
      });
    },
    order: (own) =>
      orders.get(keyOf(own.names, own.pins, own.assumedParents), () => pinOrder(readOf(own), own.pins)),
    preview: (own, add) => previewPins(readOf(own), reader.order(own), own.pins, add),
  };
  return reader;
}

/** What a derivation rests on, as text. The built-in table of index names is not spelled out. */
export const keyOf = (names: OrderInput['names'], ...parts: readonly unknown[]): string =>
  JSON.stringify([names === DEFAULT_INDEX_NAMES ? 'built-in' : names, ...parts]);
