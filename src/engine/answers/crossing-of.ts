import type { Step } from '../../model/order.ts';
import type { SessionReading } from '../../model/session.ts';
import type { CallDetail } from '../messages.ts';
import type { Asking } from './asking.ts';

/**
 * The crossing of the model call that asked for a call: where one model span alone answered with its call id, and the
 * log has a decision that says the same of that completion.
 */
export function crossingOf(
  group: number,
  { order, logs }: SessionReading,
  call: Step | undefined,
  { reader }: Asking,
): CallDetail['crossing'] {
  if (call?.callId === undefined) return null;
  const joined = reader.joined(group);
  if (joined.length === 0) return null;
  const { files, spans } = reader.evidence;
  const askers = order.steps.filter(
    ({ kind, row }) =>
      kind === 'model' &&
      row !== undefined &&
      spans.facts
        .get(row)
        ?.outputHistory?.some(({ is, callId }) => is === 'call' && callId === call.callId) === true,
  );
  const [asker, ...others] = askers;
  const found = joined.find(({ row }) => row === asker?.row);
  if (asker === undefined || others.length > 0 || found === undefined) return null;
  const log = logs.find(({ file }) => file === found.file);
  const decision = log?.decisions.findIndex(({ at }) => at.offset === found.decision.offset) ?? -1;
  const crossing = log?.decisions[decision]?.crossing;
  if (crossing === undefined) return null;
  const [component, step] = crossing;
  return { label: `${component ?? '?'}/${step ?? '?'}`, decision, input: files[found.file]?.path ?? '' };
}
