import { assertNever } from '../lib/assert-never.ts';
import type { EvidenceLink } from '../model/people.ts';
import type { CaseDocument } from './case-document.ts';
import { element, evidence, type ReportElement, type ReportNode } from './html-nodes.ts';
import { facts, list, table } from './html-tables.ts';

/** What people made: findings first, then assumptions, notes and claims. */
export function peopleSections({ people, actionLog }: CaseDocument): readonly ReportElement[] {
  const { findings, pins, assumedParents, names, comparisons = [], notes, claims } = people;
  const section = (title: string, children: readonly ReportNode[]): readonly ReportElement[] =>
    children.length === 0 ? [] : [element('section', [element('h2', title), ...children])];
  return [
    ...section(
      'Findings',
      findings.flatMap(({ title, severity, text, author, at, restsOn }) => [
        element('h3', [evidence(title)]),
        facts([
          ['severity', severity],
          ['by', `${author}, ${at}`],
        ]),
        element('pre', [evidence(text)]),
        ...(restsOn.length === 0
          ? []
          : [element('p', 'It rests on:'), list(restsOn.map((link) => [evidence(linkWords(link))]))]),
      ]),
    ),
    ...section(
      'Assumed by people: no part of the evidence',
      pins.length + assumedParents.length === 0
        ? []
        : [
            table(
              'Pins',
              ['first', 'then', 'by', 'when', 'why'],
              pins.map((pin) => [pin.before, pin.after, pin.author, pin.at, pin.reason]),
            ),
            table(
              'Assumed parents',
              ['span', 'parent', 'by', 'when', 'why'],
              assumedParents.map((one) => [one.span, one.parent, one.author, one.at, one.reason]),
            ),
          ],
    ),
    ...section(
      'The table of index names, as the examiner edited it',
      names === null || names === undefined
        ? []
        : [
            table(
              'Index names',
              ['key', 'numbers', 'order', 'starts anew in each'],
              names.map(({ key, means, order, scope }) => [key, means, order, scope]),
            ),
          ],
    ),
    ...section(
      'Sessions that the examiner compares as a recording and its replay',
      comparisons.length === 0
        ? []
        : [
            table(
              'Comparisons',
              ['recorded', 'replayed', 'by', 'when'],
              comparisons.map(({ recorded, replayed, author, at }) => [recorded, replayed, author, at]),
            ),
          ],
    ),
    ...section(
      'Notes',
      notes.length === 0
        ? []
        : [
            table(
              'Notes',
              ['on', 'note', 'by', 'when'],
              notes.map(({ on, text, author, at }) => [linkWords(on), text, author, at]),
            ),
          ],
    ),
    ...section(
      'Claims',
      claims.length === 0
        ? []
        : [
            table(
              'Claims',
              ['claim', 'support', 'holds in', 'what it rests on', 'session', 'by', 'when'],
              claims.map(({ text, support, holdsIn, restsOn = [], session, author, at }) => [
                text,
                support ?? 'the session is not there',
                holdsIn === undefined ? 'no order would settle it' : `${holdsIn} of the open orders`,
                restsOn.map(({ said }) => said).join(' '),
                session,
                author,
                at,
              ]),
            ),
          ],
    ),
    ...section(
      'What was done with the case',
      actionLog.length === 0
        ? []
        : [
            element('p', [
              'Each line holds the digest of the one before it; the last is ',
              evidence(actionLog.at(-1)?.hash ?? ''),
            ]),
            table(
              'Actions',
              ['', 'when', 'by', 'action'],
              actionLog.map(({ seq, at, author, action }) => [String(seq), at, author, action]),
            ),
          ],
    ),
  ];
}

function linkWords(link: EvidenceLink): string {
  switch (link.is) {
    case 'session':
      return `session ${link.session}`;
    case 'span':
      return `${link.label} [${link.span}] of session ${link.session}`;
    case 'call':
      return `call ${link.call + 1} (${link.label}) of session ${link.session}`;
    case 'question':
      return `the order of ${link.a} and ${link.b} in session ${link.session}`;
    case 'decision':
      return `decision ${link.decision + 1} (${link.label}) of ${link.input}`;
    case 'input':
      return `file ${link.path}`;
    default:
      return assertNever(link);
  }
}
