import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { WalRecord } from '../../model/wal.ts';

/** What a record of a log is about: what reached the world, what was decided, who allowed it, where a run forked. */
export const RECORD_GROUPS = [
  'effect',
  'decision',
  'discharge',
  'approval',
  'fork',
  'end',
  'unknown',
] as const;
export type RecordGroup = (typeof RECORD_GROUPS)[number];

const GROUPS: Readonly<Record<string, RecordGroup>> = {
  effect: 'effect',
  'model-decision': 'decision',
  'discharge-descriptor': 'discharge',
  discharge: 'discharge',
  'replay-fence': 'discharge',
  'deferred-emission': 'discharge',
  flushed: 'discharge',
  'flush-residue': 'discharge',
  'commit-approved': 'approval',
  aborted: 'approval',
  'approval-granted': 'approval',
  'distillation-applied': 'approval',
  'distillation-revoked': 'approval',
  'approval-consumed': 'approval',
  'approval-revoked': 'approval',
  'approval-emission': 'approval',
  'fork-begin': 'fork',
  'fork-complete': 'fork',
  'fork-frozen': 'fork',
  'fork-branch': 'fork',
  'activation-complete': 'end',
  'run-complete': 'end',
};

export const groupOfRecord = ({ kind }: WalRecord): RecordGroup => GROUPS[kind ?? ''] ?? 'unknown';

/**
 * A record in one line (revl-wal.md 1.3). Of a decision only the crossing is told: what its seal covers is read out by
 * nobody but the check of the seal.
 */
export function describeRecord({ kind, value }: WalRecord): string {
  const text = (member: string): string => shortText(value.get(member));
  switch (kind) {
    case 'effect':
      return describeEffect(value);
    case 'model-decision':
      return `A model was asked (crossing ${text('component')}/${text('stepIndex')}).`;
    case 'discharge-descriptor':
      return 'How a deferred effect is to be carried out later.';
    case 'discharge':
      return 'A deferred effect was carried out.';
    case 'replay-fence':
      return 'A fence: what stands before it is not carried out again by a replay.';
    case 'deferred-emission':
      return 'An effect that leaves the process was put off.';
    case 'flushed':
      return `What was put off was carried out (seq ${text('seq')}).`;
    case 'flush-residue':
      return `Residue: what was put off could not be carried out (seq ${text('seq')}: ${text('error')}).`;
    case 'commit-approved':
      return `The commit was approved (hash ${text('hash')}).`;
    case 'aborted':
      return 'The run was aborted.';
    case 'approval-granted':
      return 'An approval was granted.';
    case 'approval-consumed':
      return `An approval was used up (request ${text('requestId')}).`;
    case 'approval-revoked':
      return `An approval was taken back (request ${text('requestId')}).`;
    case 'approval-emission':
      return `${text('component')} asked to be allowed ${text('capability')} (request ${text('requestId')}).`;
    case 'distillation-applied':
      return 'A distillation was applied.';
    case 'distillation-revoked':
      return 'A distillation was taken back.';
    case 'fork-begin':
      return `A fork of ${text('parent')} begins at ${text('at')}.`;
    case 'fork-complete':
      return `The fork ${text('branch')} is complete.`;
    case 'fork-frozen':
      return `${text('parent')} was frozen at ${text('at')}.`;
    case 'fork-branch':
      return `This log is the branch ${text('branch')} of ${text('parent')}, from ${text('at')} on.`;
    case 'activation-complete':
      return `The activation completed: ${text('components')}.`;
    case 'run-complete':
      return 'The run completed.';
    default:
      return kind === undefined
        ? 'A record without a kind: kept, and nothing is concluded from it.'
        : 'A record of a kind that is not known here: kept, and nothing is concluded from it.';
  }
}

function describeEffect(value: JsonObject): string {
  const boundary = value.get('boundary');
  const referent = isJsonObject(boundary) ? boundary.get('referent') : undefined;
  const inverse = value.get('inverse');
  const canUndo = isJsonObject(inverse) && inverse.get('reconstructible') === true;
  const where =
    referent === 'process-crossing'
      ? 'leaves the process'
      : referent === 'outlives-process'
        ? 'outlives the process'
        : 'stays in the process';
  const what = `${shortText(value.get('kind'))} ${shortText(value.get('label'))}`.trim();
  return `${what} by ${shortText(value.get('component'))}/${shortText(value.get('stepIndex'))}; it ${where}${canUndo ? ' and can be undone' : ''}.`;
}

/** Longer texts are in the record itself. */
const TEXT_MOST = 80;

function shortText(value: Json | undefined): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string') return value.length > TEXT_MOST ? `${value.slice(0, TEXT_MOST)}…` : value;
  if (isJsonNumber(value)) return value.token;
  if (isJsonArray(value)) return value.slice(0, 8).map(shortText).join(', ');
  return typeof value === 'boolean' ? String(value) : '…';
}
