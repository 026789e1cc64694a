import { formatPlural } from '../lib/format-size.ts';
import { formatDuration, parseNanos } from '../lib/nanos.ts';
import { pushAll } from '../lib/push-all.ts';
import type {
  CallDocument,
  ModeDocument,
  OrderDocument,
  SessionDocument,
  StateSideDocument,
} from '../model/findings.ts';
import { leadingReasons } from '../model/leading-reasons.ts';
import { type Outcome, VERDICTS } from '../model/verdict.ts';
import { OUTCOME_WORDS } from './outcome-words.ts';
import { listed, onOneLine, painted, type TextStyle, type Tone, wrapped } from './text-lines.ts';

const SHOWN = 20;

const OUTCOME_TONE: Readonly<Record<Outcome, Tone>> = {
  refused: 'magenta',
  divergent: 'red',
  hypothesis: 'yellow',
  admissible: 'green',
};

/** One session: outcome, why, what would cure it, then calls, order and logs. */
export function sessionLines(session: SessionDocument, style: TextStyle): readonly string[] {
  const { outcome, id, title, axes, conditions, reasonWords, order } = session;
  const named = title === undefined ? onOneLine(id) : `${onOneLine(id)} · ${onOneLine(title)}`;
  const heading = (text: string): string => `  ${painted(text, 'bold', style)}`;
  const lines = [
    `${painted(outcome.toUpperCase(), OUTCOME_TONE[outcome], style)}  ${named}`,
    `  ${OUTCOME_WORDS[outcome]}`,
    `  authenticity ${axes.authenticity} · replay ${axes.replay} · order ${axes.order} · completeness ${axes.completeness}`,
    `  ${Object.entries(conditions)
      .map(([name, holds]) => `${name} ${holds ? 'yes' : 'no'}`)
      .join(' · ')}`,
  ];
  if (session.sufficiency !== null) pushAll(lines, wrapped('  ', session.sufficiency, 2, style));
  if (reasonWords.length > 0) pushAll(lines, reasonLines(reasonWords, heading, style));
  lines.push('', ...callLines(session.calls, heading, style));
  pushAll(lines, orderLines(order, heading, style));
  for (const input of new Set(session.modes.map((mode) => mode.input))) {
    pushAll(lines, logLines(session, input, heading, style));
  }
  return lines;
}

type Heading = (text: string) => string;

function reasonLines(
  words: SessionDocument['reasonWords'],
  heading: Heading,
  style: TextStyle,
): readonly string[] {
  const { leading, following } = leadingReasons(words);
  return [
    '',
    heading('Why'),
    ...leading.flatMap(({ reason, said }) => wrapped('    - ', `${said} (${reason})`, 6, style)),
    ...(following.length === 0
      ? []
      : wrapped('    - ', `Hence also: ${following.map(({ reason }) => reason).join(', ')}.`, 6, style)),
    '',
    heading('What would cure it'),
    ...[...new Set(leading.map(({ cure }) => cure))].flatMap((cure) => wrapped('    - ', cure, 6, style)),
  ];
}

function callLines(calls: readonly CallDocument[], heading: Heading, style: TextStyle): readonly string[] {
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    count: calls.filter((call) => call.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  const counted = counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ');
  const unfaithful = calls.filter((call) => call.verdict !== 'faithful');
  return [
    heading(`Calls: ${calls.length}${counted === '' ? '' : ` (${counted})`}`),
    ...listed(
      unfaithful,
      SHOWN,
      (call) => oneCall(call, style),
      (left) => `    … and ${left} more`,
    ),
  ];
}

function oneCall(call: CallDocument, style: TextStyle): readonly string[] {
  const place = [
    call.turn === null ? '' : `turn ${call.turn}`,
    call.index === null ? '' : `call ${call.index}`,
    onOneLine(call.tool),
    call.agent === null ? '' : `by ${onOneLine(call.agent)}`,
    call.attempt === null ? '' : `in attempt ${onOneLine(call.attempt)}`,
  ].filter((part) => part !== '');
  const cause = call.cause === undefined ? '' : `, cause ${call.cause}`;
  return [
    ...wrapped(
      '    ',
      `${call.verdict.padEnd(16)}  ${place.join(' ')}: ${call.reasons.join(', ')}${cause}`,
      22,
      style,
    ),
    ...call.states
      .filter((state) => state.equal !== true)
      .flatMap(({ resource, recorded, replayed, equal }) => [
        `      ${equal === false ? '≠' : '?'} ${onOneLine(resource ?? 'the unnamed resource')}`,
        `          recorded ${sideWords(recorded)}`,
        `          replayed ${sideWords(replayed)}`,
      ]),
  ];
}

function sideWords(side: StateSideDocument | null): string {
  if (side === null) return 'not listed';
  const what = side.absent === true ? 'absent' : (side.fingerprint ?? 'no fingerprint');
  return onOneLine(side.epoch === null ? what : `${what}, epoch ${side.epoch}`);
}

function orderLines(order: OrderDocument, heading: Heading, style: TextStyle): readonly string[] {
  const { bucket, linearizations, questionCount, overlapCount, orphans, conflicts, assumes } = order;
  const assumed = assumes.length === 0 ? '' : `, assuming ${assumes.join(' and ')}`;
  return [
    heading(
      `Order: ${bucket}, ${linearizations === '1' ? 'one order' : `${linearizations} orders`} possible${assumed}`,
    ),
    `    ${formatPlural(questionCount, 'open question')}, ${formatPlural(overlapCount, 'overlap')}, ${formatPlural(orphans.length, 'orphan')}, ${formatPlural(conflicts.length, 'conflict')}`,
    ...listed(
      order.questions,
      SHOWN,
      ({ a, b, aName, bName, order: kind, why, overlapNs, turn, resource }) => {
        const ns = overlapNs === null || overlapNs === undefined ? undefined : parseNanos(overlapNs);
        const overlap = ns === undefined ? '' : ` of ${formatDuration(ns)}`;
        const where = turn === null ? '' : `, turn ${turn}`;
        const what = resource === undefined ? '' : ` on ${resource}`;
        const pair = `${aName} [${a}] or ${bName} [${b}] first`;
        return wrapped('    ? ', `${pair} (${kind}: ${why}${overlap}${what}${where})`, 6, style);
      },
      (left) => `    … and ${left} more`,
    ),
    ...listed(
      conflicts,
      SHOWN,
      ({ why }) => wrapped('    ! ', why, 6, style),
      (left) => `    … and ${left} more`,
    ),
    ...listed(
      orphans,
      SHOWN,
      ({ spanId, missingParentId }) => [
        `    ⌀ ${onOneLine(spanId)} hangs from ${onOneLine(missingParentId)}, which is not in the data`,
      ],
      (left) => `    … and ${left} more`,
    ),
    ...listed(
      order.quarantine,
      SHOWN,
      ({ said, cure }) => [...wrapped('    - ', said, 6, style), ...wrapped('      → ', cure, 8, style)],
      (left) => `    … and ${left} more`,
    ),
    ...listed(
      order.remarks,
      SHOWN,
      ({ said }) => wrapped('    · ', said, 6, style),
      (left) => `    … and ${left} more`,
    ),
  ];
}

function logLines(
  session: SessionDocument,
  input: string,
  heading: Heading,
  style: TextStyle,
): readonly string[] {
  const decisions = session.decisions.filter((decision) => decision.input === input);
  const none = decisions.length === 0 ? ['    none were made, or none were logged; the log cannot tell'] : [];
  return [
    heading(`Log ${onOneLine(input)}: ${formatPlural(decisions.length, 'decision')}`),
    ...none,
    ...listed(
      decisions,
      SHOWN,
      (decision) => {
        const [component, step] = decision.crossing;
        return wrapped('    ', `${component ?? '?'}/${step ?? '?'}  ${stateWords(decision)}`, 6, style);
      },
      (left) => `    … and ${left} more`,
    ),
    ...session.modes.filter((mode) => mode.input === input).flatMap((mode) => modeLines(mode, style)),
  ];
}

function stateWords(decision: SessionDocument['decisions'][number]): string {
  const { sealed, verified, link, refusedAtRun, missingUnderEngagement, keyNotTheLogs } = decision;
  const run =
    refusedAtRun === null ? '' : `; the run refused to seal (${refusedAtRun.link}: ${refusedAtRun.reason})`;
  if (!sealed) return `not sealed${missingUnderEngagement ? ', though a seal was due' : ''}${run}`;
  if (verified === null) return `sealed, not checked: no key was given${run}`;
  if (verified) return `sealed, verified by someone who holds this key${run}`;
  if (keyNotTheLogs === true) return `sealed, not checked: the key is not this log's${run}`;
  return `seal refused (${link ?? 'unknown'}): nothing is read out of it${run}`;
}

const modeLines = ({ mode, plannable, missing }: ModeDocument, style: TextStyle): readonly string[] =>
  wrapped(
    '    ',
    `${mode}: ${plannable ? 'plannable' : 'not plannable'}, never executed here; missing ${missing.join(', ') || 'nothing'}`,
    6,
    style,
  );
