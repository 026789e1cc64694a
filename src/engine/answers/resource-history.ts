import { formatPlural } from '../../lib/format-size.ts';
import { formatFingerprint, type StateRecord } from '../../model/call.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import type { ResourceHistory, SideStates, Standing } from '../../verdicts/compare/resource-history.ts';
import type {
  AnswerOf,
  FingerprintText,
  Question,
  ResourceCallRow,
  ResourceSides,
  ResourceState,
  StandingDetail,
} from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';
import { readCallContents } from './call-contents.ts';
import { linesOf, shownState } from './call-detail.ts';
import { indexCalls } from './call-index.ts';
import { callPlaceWords } from './call-words.ts';

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

async function historyOf(
  question: Asked<'resource-state' | 'resource-calls'>,
  asking: Asking,
): Promise<{ readonly history: ResourceHistory; readonly calls: readonly CallVerdict[] }> {
  const { reading } = await sessionOf(question, asking);
  const { calls } = reading;
  if (calls[question.call] === undefined) {
    throw new RangeError(`no call ${question.call} of ${calls.length}`);
  }
  const history = indexCalls(reading).history(question.call, question.resource ?? undefined);
  return { history, calls };
}

/** The state of a resource as of a call: on whose word it stands, its content where it is attached, what is in doubt. */
export async function answerResourceState(
  question: Asked<'resource-state'>,
  asking: Asking,
): Promise<ResourceState> {
  const { history, calls } = await historyOf(question, asking);
  const recorded = await standing('recorded', history, calls, asking);
  const replayed = await standing('replayed', history, calls, asking);
  const bothAttached = recorded.bytes !== undefined && replayed.bytes !== undefined;
  return {
    recorded: recorded.detail,
    replayed: replayed.detail,
    lines: bothAttached ? linesOf(recorded.bytes, replayed.bytes) : null,
    calls: history.calls.length,
    unordered: history.calls.filter(({ relation }) => relation === 'may').length,
    later: history.later,
    remarks: remarksOf(history, calls),
  };
}

/** A range of the calls that wrote or read a resource up to a call, or may have. */
export async function answerResourceCalls(
  question: Asked<'resource-calls'>,
  asking: Asking,
): Promise<AnswerOf['resource-calls']> {
  const { history, calls } = await historyOf(question, asking);
  const from = Math.max(0, question.from);
  return {
    total: history.calls.length,
    rows: history.calls.slice(from, Math.max(from, question.to)).map((one): ResourceCallRow => {
      const call = calls[one.call] as CallVerdict;
      return {
        call: one.call,
        tool: call.tool,
        turn: call.turn ?? null,
        agent: call.agent ?? null,
        verdict: call.verdict,
        relation: one.relation,
        access: one.access,
        recorded: sidesOf(one.recorded),
        replayed: sidesOf(one.replayed),
        unseen:
          one.unseen === undefined
            ? null
            : `It found ${stateWords(one.unseen.found)}, and the call before it left ${stateWords(one.unseen.left)}: somebody wrote it in between, and no call tells of that.`,
      };
    }),
  };
}

async function standing(
  side: 'recorded' | 'replayed',
  history: ResourceHistory,
  calls: readonly CallVerdict[],
  asking: Asking,
): Promise<{ readonly detail: StandingDetail; readonly bytes: Uint8Array | undefined }> {
  const found: Standing = history[side];
  if (found.is === 'unsaid') {
    const said = 'No call up to here states it.';
    return { detail: { said, call: null, state: null }, bytes: undefined };
  }
  const at = history.calls[found.at]?.call ?? 0;
  const call = calls[at] as CallVerdict;
  const isHere = history.calls[found.at]?.relation === 'here';
  const words = isHere ? 'this call' : callPlaceWords(call);
  if (found.is === 'lost') {
    const said = `Not known: ${words} wrote it, or may have, and what it left is not stated.`;
    return { detail: { said, call: at, state: null }, bytes: undefined };
  }
  const record = call[side];
  const contents = record === undefined ? undefined : await readCallContents(record, asking.reader);
  const shown = await shownState(found.when, found.state, contents);
  const verb = found.when === 'post' ? 'left' : 'found';
  const said =
    side === 'replayed' && call.verdict === 'not-reexecuted'
      ? `As ${words} states it, which was not re-executed: it may be a copy of the recording.`
      : `As ${words} ${verb} it.`;
  return { detail: { said, call: at, state: shown.detail }, bytes: shown.bytes };
}

function remarksOf(history: ResourceHistory, calls: readonly CallVerdict[]): readonly string[] {
  const may = history.calls.filter(({ relation }) => relation === 'may');
  const writes = may.filter(({ access }) => access === 'write').length;
  const unseen = history.calls.filter((one) => one.unseen !== undefined && one.relation !== 'may');
  const lastUnseen = unseen.at(-1);
  return [
    writes === 0
      ? undefined
      : `Nothing orders ${formatPlural(writes, 'write')} of it with this call: each may have come before.`,
    !history.isOneOrder && writes === 0 && may.length < history.calls.length - 1
      ? 'The calls up to here are listed in one of the orders that the evidence leaves open.'
      : undefined,
    lastUnseen === undefined
      ? undefined
      : `Somebody whom no call tells of wrote it before ${callPlaceWords(calls[lastUnseen.call] as CallVerdict)}.`,
    history.unseenLater === undefined
      ? undefined
      : 'A later call found another state than the last call up to here left: somebody whom no call tells of wrote it in between.',
    history.silent === 0
      ? undefined
      : `${formatPlural(history.silent, 'call')} up to here, or unordered with this one, may have written it: the recording does not list all that ${history.silent === 1 ? 'it' : 'they'} wrote.`,
  ].filter((said) => said !== undefined);
}

const sidesOf = (sides: SideStates | undefined): ResourceSides | null =>
  sides === undefined ? null : { pre: fingerprintText(sides.pre), post: fingerprintText(sides.post) };

const fingerprintText = (state: StateRecord | undefined): FingerprintText | null =>
  state === undefined
    ? null
    : {
        fingerprint: state.fingerprint === undefined ? null : formatFingerprint(state.fingerprint),
        epoch: state.epoch ?? null,
        absent: state.absent,
      };

function stateWords(state: StateRecord): string {
  if (state.absent) return 'no such resource';
  return state.fingerprint === undefined
    ? 'a state without a fingerprint'
    : formatFingerprint(state.fingerprint);
}
