import type { DocumentWriters, FindingsParts } from '../model/document-writers.ts';
import type { FindingsDocument } from '../model/findings.ts';
import { TOOL } from '../model/tool.ts';
import { callDocument } from './call-document.ts';
import { writeCorpus } from './corpus-file.ts';
import { exportCase } from './export-case.ts';
import { inputDocuments } from './input-documents.ts';
import { logDocuments } from './log-documents.ts';
import { orderDocument } from './order-document.ts';
import { otherSealDocument } from './other-seal-document.ts';
import { problemDocument, sortProblems } from './problem-document.ts';
import { sessionDocument } from './session-document.ts';

/**
 * The document of design.md 8. Inputs by path, sessions by id, problems by place: the order in which files were given
 * changes nothing.
 */
export function writeFindings(parts: FindingsParts): FindingsDocument {
  const { evidence, sessions, problems, otherSeals, policy } = parts;
  const paths = new Set(evidence.files.map(({ path }) => path));
  return {
    kind: 'witnessmark.findings',
    version: 1,
    tool: TOOL,
    policy,
    inputs: [...inputDocuments(evidence, problems)].sort(byText(({ path }) => path)),
    sessions: sessions.map((told) => sessionDocument(told, evidence)).sort(byText(({ id }) => id)),
    problems: sortProblems(problems)
      .filter(({ file }) => !paths.has(file))
      .map((problem) => ({
        ...problemDocument(problem),
        ...(problem.file === '' ? {} : { file: problem.file }),
      })),
    ...(otherSeals.length === 0
      ? {}
      : {
          otherSeals: otherSeals
            .map((reading) => otherSealDocument(reading, evidence))
            .sort((a, b) => (a.input === b.input ? a.byte - b.byte : a.input < b.input ? -1 : 1)),
        }),
  };
}

const byText =
  <T>(textOf: (one: T) => string) =>
  (a: T, b: T): number =>
    textOf(a) < textOf(b) ? -1 : 1;

/** What the engine answers with. */
export const documentWriters: DocumentWriters = {
  findings: writeFindings,
  exported: exportCase,
  corpus: writeCorpus,
  inputs: inputDocuments,
  session: sessionDocument,
  order: orderDocument,
  call: callDocument,
  log: logDocuments,
  problem: problemDocument,
  otherSeal: otherSealDocument,
  sorted: sortProblems,
};
