import { formatDuration, parseNanos } from '../lib/nanos.ts';
import type { CallDocument, PlaceDocument, SessionDocument, StateSideDocument } from '../model/findings.ts';
import { element, evidence, type ReportElement, type ReportNode } from './html-nodes.ts';
import { cutRows, facts, list, table } from './html-tables.ts';
import { OUTCOME_WORDS } from './outcome-words.ts';

/** One session of a report. */
export function sessionSection(session: SessionDocument): ReportElement {
  const { id, title, outcome, axes, conditions, reasonWords, sufficiency, order } = session;
  return element('section', [
    element('h2', ['Session ', evidence(title === undefined ? id : `${id}: ${title}`)]),
    element('p', [element('strong', outcome, outcome), `: ${OUTCOME_WORDS[outcome]}`]),
    ...(sufficiency === null ? [] : [element('p', [element('em', sufficiency)])]),
    facts([
      ...Object.entries(axes),
      ...Object.entries(conditions).map(([name, holds]) => [name, holds ? 'yes' : 'no'] as const),
      ['inputs', session.inputs.join(', ')],
    ]),
    ...(reasonWords.length === 0
      ? []
      : [
          element('h3', 'Why, and what would cure it'),
          table(
            'Every reason',
            ['reason', 'what it means', 'cure'],
            reasonWords.map(({ reason, said, cure }) => [reason, said, cure]),
          ),
        ]),
    ...callParts(session.calls),
    ...orderParts(order),
    ...logParts(session),
  ]);
}

function callParts(calls: readonly CallDocument[]): readonly ReportNode[] {
  if (calls.length === 0) return [];
  const { rows, note } = cutRows(calls, 'calls');
  return [
    element('h3', `Calls (${calls.length})`),
    table(
      'Recorded beside replayed',
      [
        'turn',
        'call',
        'tool',
        'attempt',
        'verdict',
        'reasons',
        'states that are not equal',
        'recorded in',
        'replayed in',
      ],
      rows.map((call) => [
        call.turn === null ? null : String(call.turn),
        call.index === null ? null : String(call.index),
        call.tool,
        call.attempt,
        element(
          'span',
          call.verdict,
          call.verdict === 'divergent'
            ? 'divergent'
            : call.verdict === 'faithful'
              ? 'admissible'
              : 'hypothesis',
        ),
        [...call.reasons, ...(call.cause === undefined ? [] : [`cause: ${call.cause}`])].join(', '),
        call.states
          .filter(({ equal }) => equal !== true)
          .map(stateWords)
          .join('; '),
        placeWords(call.recordedAt),
        placeWords(call.replayedAt),
      ]),
    ),
    ...note,
  ];
}

const stateWords = ({ resource, recorded, replayed, equal }: CallDocument['states'][number]): string =>
  `${resource ?? 'the unnamed resource'}: ${sideWords(recorded)} ${equal === false ? '≠' : '?'} ${sideWords(replayed)}`;

function sideWords(side: StateSideDocument | null): string {
  if (side === null) return 'not listed';
  const what = side.absent === true ? 'absent' : (side.fingerprint ?? 'no fingerprint');
  return side.epoch === null ? what : `${what} (epoch ${side.epoch})`;
}

const placeWords = (place: PlaceDocument | null): string =>
  place === null
    ? '–'
    : `${place.input}, ${place.line === undefined ? `byte ${place.byte}` : `line ${place.line}`}`;

function orderParts(order: SessionDocument['order']): readonly ReportNode[] {
  const questions = cutRows(order.questions, 'questions');
  return [
    element('h3', 'Order'),
    facts([
      ['bucket', order.bucket],
      ['possible orders', order.linearizations],
      ['open questions', String(order.questionCount)],
      ['overlaps', String(order.overlapCount)],
      ['assumes', order.assumes.join(', ') || 'nothing'],
      [
        'edges',
        Object.entries(order.edges)
          .filter(([, count]) => count > 0)
          .map(([basis, count]) => `${basis} ${count}`)
          .join(', ') || 'none',
      ],
    ]),
    ...(order.quarantine.length === 0
      ? []
      : [list(order.quarantine.map(({ said, cure }) => [evidence(said), ' → ', evidence(cure)]))]),
    ...(order.questions.length === 0
      ? []
      : [
          table(
            'Pairs that need a witness and have none',
            ['one', 'other', 'order', 'why', 'overlap'],
            questions.rows.map(({ a, b, aName, bName, order: kind, why, overlapNs, resource }) => {
              const ns = overlapNs === null || overlapNs === undefined ? undefined : parseNanos(overlapNs);
              return [
                `${aName} [${a}]`,
                `${bName} [${b}]`,
                kind,
                resource === undefined ? why : `${why} on ${resource}`,
                ns === undefined ? '–' : formatDuration(ns),
              ];
            }),
          ),
          ...questions.note,
        ]),
    ...(order.conflicts.length === 0
      ? []
      : [list(order.conflicts.map(({ why, spans }) => [evidence(why), ' ', evidence(spans.join(', '))]))]),
    ...(order.orphans.length === 0
      ? []
      : [
          table(
            'Spans whose parent is not in the data',
            ['span', 'missing parent'],
            cutRows(order.orphans, 'orphans').rows.map(({ spanId, missingParentId }) => [
              spanId,
              missingParentId,
            ]),
          ),
        ]),
    ...(order.remarks.length === 0
      ? []
      : [list(cutRows(order.remarks, 'remarks').rows.map(({ said }) => [evidence(said)]))]),
  ];
}

function logParts(session: SessionDocument): readonly ReportNode[] {
  if (session.modes.length === 0) return [];
  const { rows, note } = cutRows(session.decisions, 'decisions');
  return [
    element('h3', `Model decisions (${session.decisions.length})`),
    table(
      'A seal that verifies was made by someone who holds the key',
      ['log', 'crossing', 'seal', 'why', 'line'],
      rows.map((decision) => [
        decision.input,
        decision.crossing.map((part) => String(part ?? '?')).join('/'),
        sealWords(decision),
        decision.reason ?? decision.refusedAtRun?.reason ?? '–',
        decision.line === null || decision.line === undefined ? null : String(decision.line),
      ]),
    ),
    ...note,
    table(
      'What the logs would support; nothing is ever executed from a log alone',
      ['log', 'mode', 'plannable', 'met', 'missing'],
      session.modes.map(({ input, mode, plannable, met, missing }) => [
        input,
        mode,
        plannable ? 'yes' : 'no',
        met.join(', ') || '–',
        missing.join(', ') || '–',
      ]),
    ),
  ];
}

function sealWords({
  sealed,
  verified,
  link,
  missingUnderEngagement,
  keyNotTheLogs,
}: SessionDocument['decisions'][number]): string {
  if (!sealed) return missingUnderEngagement ? 'not sealed, though a seal was due' : 'not sealed';
  if (verified === null || keyNotTheLogs === true) return 'not checked';
  return verified ? 'verified' : `refused (${link ?? 'unknown'}): nothing is read out of it`;
}
