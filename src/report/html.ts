import { visibleText } from '../lib/visible-text.ts';
import type { CaseDocument } from './case-document.ts';
import { element, evidence, type ReportElement, writeElement } from './html-nodes.ts';
import { peopleSections } from './html-people.ts';
import { sessionSection } from './html-session.ts';
import { REPORT_STYLE, REPORT_STYLE_SHA256 } from './html-style.ts';
import { cutRows, facts, table } from './html-tables.ts';

const POLICY = `default-src 'none'; style-src 'sha256-${REPORT_STYLE_SHA256}'; base-uri 'none'; form-action 'none'`;

/**
 * The case as one HTML file that prints: no script, no link, no image, its own policy; evidence is text and nothing
 * else (security.md, "HTML, SVG, Markdown export").
 */
export function writeHtml(document: CaseDocument): string {
  const { exported, sessions, inputs, tool } = document;
  const body = element('body', [
    element('main', [
      element('header', [
        element('h1', [evidence(exported.title)]),
        facts([
          ['made by', `${tool.name} ${tool.version}`],
          ['exported', exported.at],
          ['result digest', document.resultDigest],
          ['seals', document.policy.expectSealed ? 'expected' : 'not expected'],
        ]),
      ]),
      element('section', [
        element('h2', 'Outcomes'),
        table(
          `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`,
          ['session', 'outcome', 'authenticity', 'replay', 'order', 'completeness'],
          cutRows(sessions, 'sessions').rows.map(({ id, outcome, axes }) => [
            id,
            element('strong', outcome, outcome),
            axes.authenticity,
            axes.replay,
            axes.order,
            axes.completeness,
          ]),
        ),
      ]),
      ...peopleSections(document),
      ...cutRows(sessions, 'sessions').rows.map(sessionSection),
      element('section', [
        element('h2', 'Evidence files'),
        table(
          'As they were dropped',
          ['path', 'bytes', 'SHA-256', 'format', 'role', 'records'],
          cutRows(inputs, 'files').rows.map(({ path, bytes, sha256, format, role, records }) => [
            path,
            String(bytes),
            sha256,
            format ?? 'not read',
            role ?? '–',
            String(records),
          ]),
        ),
      ]),
      ...ledger(document),
    ]),
  ]);
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
    writeElement(element('title', visibleText(`${exported.title} – Witnessmark`, { oneLine: true }))),
    `<style>${REPORT_STYLE}</style></head>`,
    writeElement(body),
    '</html>\n',
  ].join('');
}

function ledger({ inputs, problems }: CaseDocument): readonly ReportElement[] {
  const all = [
    ...problems.map((problem) => ({ ...problem, file: problem.file ?? 'the bundle' })),
    ...inputs.flatMap(({ path, problems: own }) => own.map((problem) => ({ ...problem, file: path }))),
  ];
  if (all.length === 0) return [];
  const { rows, note } = cutRows(all, 'problems');
  return [
    element('section', [
      element('h2', 'Ledger'),
      table(
        'Everything that was dropped, coerced, folded, cut or refused',
        ['severity', 'code', 'file', 'place', 'what it is'],
        rows.map(({ severity, code, file, line, byte, said }) => [
          element('span', severity, severity),
          code,
          file,
          [line === undefined ? '' : `line ${line}`, byte === undefined ? '' : `byte ${byte}`]
            .filter((part) => part !== '')
            .join(', ') || '–',
          said,
        ]),
      ),
      ...note,
    ]),
  ];
}
