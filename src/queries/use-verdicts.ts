import type { UseQueryResult } from '@tanstack/react-query';
import type {
  Assumed,
  AssumedEffect,
  CallDetail,
  CallPlace,
  CallStrip,
  ClaimsView,
  ClaimTargets,
  DecisionsView,
  GraphView,
  IndexNamesView,
  Overview,
  PinEffect,
  ReachView,
  ResourceState,
  SessionCard,
  SessionView,
  SpanDetail,
  StepDetail,
} from '../engine/messages.ts';
import type { Pin } from '../model/order.ts';
import type { Claim } from '../model/people.ts';
import { type ScopedAnswer, useAnswer } from './use-answer.ts';
import { useRoute } from './use-route.ts';

type Read<T> = UseQueryResult<T, Error>;

/** Inputs, problem counts and a card per session. */
export const useOverview = (): Read<Overview> => useAnswer({ is: 'overview' });

/** The session of the URL, or the first one; undefined while it is read or when there is none (`sessionCount` tells). */
export function useCurrentSession(): SessionCard | undefined {
  const route = useRoute();
  const { data } = useOverview();
  const wanted = route.is === 'case' ? route.session : undefined;
  const told = data?.sessions.find((card) => card.id === wanted);
  // of a corpus the overview tells only the first
  const isElsewhere = told === undefined && data !== undefined && data.sessionCount > data.sessions.length;
  const asked = useSession(isElsewhere ? wanted : undefined);
  if (told !== undefined) return told;
  return isElsewhere && wanted !== undefined && asked.error === null ? asked.data?.card : data?.sessions[0];
}

export const useSession = (session: string | undefined): Read<SessionView> =>
  useAnswer(session === undefined ? undefined : { is: 'session', session });

/** @param folded steps whose subtrees are drawn as one node, ascending. */
export const useGraph = (
  session: string | undefined,
  axis: 'order' | 'time',
  folded: readonly number[] = NOTHING_FOLDED,
): Read<GraphView> => useAnswer(session === undefined ? undefined : { is: 'graph', session, axis, folded });

const NOTHING_FOLDED: readonly number[] = [];

/** Rows [from, to) of the step tree. Ask by aligned pages (`pageOf`), so that scrolling reuses what was read. */
export const useSteps = (
  session: string | undefined,
  from: number,
  to: number,
): Read<ScopedAnswer<{ is: 'steps'; session: string; from: number; to: number }>> =>
  useAnswer(session === undefined ? undefined : { is: 'steps', session, from, to });

export const useStep = (session: string | undefined, step: number | undefined): Read<StepDetail> =>
  useAnswer(session === undefined || step === undefined ? undefined : { is: 'step', session, step });

/** What a call reaches, and the gate in front of it. */
export const useReach = (session: string | undefined, step: number | undefined): Read<ReachView> =>
  useAnswer(session === undefined || step === undefined ? undefined : { is: 'reach', session, step });

export const useSpan = (session: string | undefined, row: number | undefined): Read<SpanDetail> =>
  useAnswer(session === undefined || row === undefined ? undefined : { is: 'span', session, row });

export const useOrderQuestions = (
  session: string | undefined,
  from: number,
  to: number,
): Read<ScopedAnswer<{ is: 'order-questions'; session: string; from: number; to: number }>> =>
  useAnswer(session === undefined ? undefined : { is: 'order-questions', session, from, to });

/** What these pins would do, before they are set. */
export const usePinEffect = (session: string | undefined, add: readonly Pin[] | undefined): Read<PinEffect> =>
  useAnswer(session === undefined || add === undefined ? undefined : { is: 'pin-effect', session, add });

/** The table of index names, and which keys of the evidence it can be about. */
export const useIndexNames = (): Read<IndexNamesView> => useAnswer({ is: 'index-names' });

/** What other assumptions would do to every session, before they are made. */
export const useAssumedEffect = (
  instead: Pick<Assumed, 'names' | 'assumedParents'> | undefined,
): Read<AssumedEffect> => useAnswer(instead === undefined ? undefined : { is: 'assumed-effect', instead });

export const useCallStrip = (session: string | undefined): Read<CallStrip> =>
  useAnswer(session === undefined ? undefined : { is: 'call-strip', session });

export const useCalls = (
  session: string | undefined,
  from: number,
  to: number,
): Read<ScopedAnswer<{ is: 'calls'; session: string; from: number; to: number }>> =>
  useAnswer(session === undefined ? undefined : { is: 'calls', session, from, to });

export const useCall = (session: string | undefined, call: number | undefined): Read<CallDetail> =>
  useAnswer(session === undefined || call === undefined ? undefined : { is: 'call', session, call });

/** What stands before a call, after it, and beside it without an order; null: it stands in no order. */
export const useCallPlace = (session: string, call: number): Read<CallPlace | null> =>
  useAnswer({ is: 'call-place', session, call });

/** A resource as of a call. @param resource null: the short form's unnamed one; undefined: nothing is asked. */
export const useResourceState = (
  session: string,
  call: number,
  resource: string | null | undefined,
): Read<ResourceState> =>
  useAnswer(resource === undefined ? undefined : { is: 'resource-state', session, call, resource });

export const useDecisions = (session: string | undefined): Read<DecisionsView> =>
  useAnswer(session === undefined ? undefined : { is: 'decisions', session });

/** The support of some claims of one session. */
export const useClaims = (session: string | undefined, claims: readonly Claim[]): Read<ClaimsView> =>
  useAnswer(session === undefined || claims.length === 0 ? undefined : { is: 'claims', session, claims });

export const useClaimTargets = (session: string | undefined): Read<ClaimTargets> =>
  useAnswer(session === undefined ? undefined : { is: 'claim-targets', session });

/** Bytes [offset, offset + length) of an evidence file, by its position in `inputs`. */
export const useRaw = (file: number | undefined, offset: number, length: number): Read<Uint8Array> =>
  useAnswer(file === undefined ? undefined : { is: 'raw', file, offset, length });

/** Rows are asked for in pages of this many. */
export const PAGE_ROWS = 200;

/** The aligned page that holds a row. */
export function pageOf(row: number): { readonly from: number; readonly to: number } {
  const from = Math.floor(row / PAGE_ROWS) * PAGE_ROWS;
  return { from, to: from + PAGE_ROWS };
}
