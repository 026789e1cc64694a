import type { CallDocument } from '../model/findings.ts';
import { type EvidenceLink, linkKey, type Note } from '../model/people.ts';
import type { RouteChange, Selection } from '../state/route.ts';
import type { DecisionsView, StepRow } from './answers.ts';
import { useCaseScope } from './case-scope.ts';
import { useSelection } from './use-route.ts';
import { useCall, useCurrentSession, useDecisions, useSpan, useStep } from './use-verdicts.ts';

/** What is selected, as a link that a finding or a note can rest on; undefined while it is read, or when nothing is. */
export function useSelectedEvidence(): EvidenceLink | undefined {
  const selection = useSelection();
  const session = useCurrentSession()?.id;
  const step = useStep(session, selection?.is === 'step' ? selection.step : undefined).data;
  const span = useSpan(session, selection?.is === 'span' ? selection.row : undefined).data;
  const call = useCall(session, selection?.is === 'call' ? selection.call : undefined).data;
  const decisions = useDecisions(selection?.is === 'decision' ? session : undefined).data;
  if (selection?.is === 'raw') return { is: 'input', path: selection.path };
  if (selection === undefined || session === undefined) return undefined;
  switch (selection.is) {
    case 'step':
      return step === undefined ? undefined : stepLink(session, step.row);
    case 'span':
      return span === undefined
        ? undefined
        : { is: 'span', session, span: span.spanId, row: selection.row, label: span.name };
    case 'call':
      return call === undefined ? undefined : callLink(session, selection.call, call.call);
    case 'question':
      return { is: 'question', session, a: selection.a, b: selection.b };
    case 'decision':
      return decisions === undefined
        ? undefined
        : decisionLink(session, selection.input, selection.decision, decisions);
    default:
      return undefined;
  }
}

export const stepLink = (session: string, row: StepRow): EvidenceLink => ({
  is: 'span',
  session,
  span: row.id,
  step: row.step,
  label: row.turn === null ? row.name : `${row.name}, turn ${row.turn}`,
});

export const callLink = (session: string, position: number, call: CallDocument): EvidenceLink => ({
  is: 'call',
  session,
  call: position,
  label: call.turn === null ? call.tool : `${call.tool}, turn ${call.turn}`,
});

export function decisionLink(
  session: string,
  input: string,
  decision: number,
  { logs }: DecisionsView,
): EvidenceLink | undefined {
  const crossing = logs.find((log) => log.input === input)?.decisions[decision]?.crossing;
  if (crossing === undefined) return undefined;
  return { is: 'decision', session, input, decision, label: `${crossing[0] ?? '?'}/${crossing[1] ?? '?'}` };
}

/** Notes on one piece of evidence, the oldest first. */
export function useNotesOn(link: EvidenceLink | undefined): readonly Note[] {
  const { people } = useCaseScope();
  if (link === undefined) return [];
  const key = linkKey(link);
  return people.notes.filter((note) => linkKey(note.on) === key);
}

/** The place where a piece of evidence is looked at. */
export function placeOf(link: EvidenceLink): RouteChange {
  switch (link.is) {
    case 'session':
      return { screen: 'triage', session: link.session, selection: 'none' };
    case 'span':
      return { screen: 'graph', session: link.session, selection: spanSelection(link) };
    case 'call':
      return { screen: 'calls', session: link.session, selection: { is: 'call', call: link.call } };
    case 'question':
      return { screen: 'graph', session: link.session, selection: { is: 'question', a: link.a, b: link.b } };
    case 'decision':
      return {
        screen: 'decisions',
        session: link.session,
        selection: { is: 'decision', input: link.input, decision: link.decision },
      };
    case 'input':
      return { screen: 'ledger', selection: { is: 'raw', path: link.path, byte: 0 } };
  }
}

function spanSelection(link: Extract<EvidenceLink, { is: 'span' }>): Selection | 'none' {
  if (link.step !== undefined) return { is: 'step', step: link.step };
  return link.row === undefined ? 'none' : { is: 'span', row: link.row };
}

/** What a link is called in a list. */
export function nameOf(link: EvidenceLink): string {
  switch (link.is) {
    case 'session':
      return link.session;
    case 'span':
    case 'call':
    case 'decision':
      return link.label;
    case 'question':
      return `${link.a} or ${link.b} first?`;
    case 'input':
      return link.path;
  }
}
