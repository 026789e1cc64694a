import { assertNever } from '../lib/assert-never.ts';
import type { ExportForm, MadeByPeople } from '../model/document-writers.ts';
import type { FindingsDocument } from '../model/findings.ts';
import { writeCaseDocument } from './case-document.ts';
import { writeHtml } from './html.ts';
import { writeSarif } from './sarif.ts';

/** The text of an exported file. Needs `loadHashes()`. */
export function exportCase(form: ExportForm, findings: FindingsDocument, made: MadeByPeople): string {
  const { people, actionLog, claimReadings, at, title } = made;
  switch (form) {
    case 'findings':
      return json(writeCaseDocument(findings, people, actionLog, { at, title }, claimReadings));
    case 'html':
      return writeHtml(writeCaseDocument(findings, people, actionLog, { at, title }, claimReadings));
    case 'sarif':
      return json(writeSarif(findings));
    default:
      return assertNever(form);
  }
}

const json = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`;
