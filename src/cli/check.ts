import { readFile } from 'node:fs/promises';
import { createEngine } from '../engine/create-engine.ts';
import { createMemoryStore } from '../engine/memory-store.ts';
import type { Engine, OpenRequest } from '../engine/messages.ts';
import { DEFAULT_LIMITS } from '../intake/limits.ts';
import { listNodeSources } from '../intake/node-source.ts';
import { assertNever } from '../lib/assert-never.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { FindingsDocument, InputDocument } from '../model/findings.ts';
import { type Problem, problem } from '../model/problem.ts';
import { resultDigest } from '../report/canonical-document.ts';
import { documentWriters } from '../report/findings.ts';
import { problemDocument } from '../report/problem-document.ts';
import { writeSarif } from '../report/sarif.ts';
import { formatText } from '../report/text.ts';
import type { Arguments, OutputFormat } from './parse-arguments.ts';
import { printPlans } from './print-plans.ts';
import { NOTHING_READ, type Terminal } from './terminal.ts';

export type CheckArguments = Extract<Arguments, { is: 'check' }>;

/** Reads the bundle, prints one document whatever the status, and says by the status what came of it. */
export async function check(wanted: CheckArguments, terminal: Terminal): Promise<number> {
  const engine = createEngine({ store: createMemoryStore(), documents: documentWriters });
  const keyProblems: Problem[] = [];
  for (const path of wanted.keys) {
    const unusable = await giveKey(engine, path);
    if (unusable !== undefined) keyProblems.push(unusable);
  }
  const { sources, unreadable } = await listNodeSources(wanted.paths, DEFAULT_LIMITS.entryBytes);
  const problems = unreadable.map(({ path, said }) =>
    problem('file-unreadable', path, `It was not read: ${said}.`, { hint: 'Check the path and the rights.' }),
  );
  const request = { caseId: 'check', title: '', sources, problems };
  if (wanted.format === 'revl-plan') return printPlans(engine, request, wanted, terminal);
  const read = await readFindings(engine, request, wanted.expectSealed);
  const findings = withKeyProblems(read, keyProblems);
  const status = statusOf(findings);
  if (status === NOTHING_READ) complainOf(findings, terminal);
  await terminal.print(formatDocument(findings, wanted.format, terminal));
  return status;
}

/** @returns what is wrong with the key file; its content is never told. */
async function giveKey(engine: Engine, path: string): Promise<Problem | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = missing ? 'there is no such file' : 'it may not be read, or is no file';
    return problem('key-unusable', path, `The key file cannot be used: ${why}.`);
  }
  if (bytes.every((byte, at) => byte === LF && at === bytes.length - 1)) {
    return problem('key-unusable', path, 'The key file is empty.');
  }
  await engine.giveKey(bytes);
  return undefined;
}

const LF = 0x0a;

async function readFindings(
  engine: Engine,
  request: OpenRequest,
  expectSealed: boolean,
): Promise<FindingsDocument> {
  const opened = await engine.open(request, () => undefined, new AbortController().signal);
  switch (opened.is) {
    case 'opened': {
      const assumed = { pins: [], assumedParents: [], expectSealed };
      return engine.ask({ is: 'findings', caseId: request.caseId, assumed });
    }
    case 'nothing-read':
      if (opened.findings === undefined) throw new Error('no document (a bug in Witnessmark)');
      return { ...opened.findings, policy: { expectSealed } };
    case 'not-stored':
      throw new Error(`memory has no room: ${opened.said} (a bug in Witnessmark)`);
    default:
      return assertNever(opened);
  }
}

const withKeyProblems = (findings: FindingsDocument, problems: readonly Problem[]): FindingsDocument => ({
  ...findings,
  problems: [...problems.map((one) => ({ ...problemDocument(one), file: one.file })), ...findings.problems],
});

function statusOf({ sessions, inputs }: FindingsDocument): number {
  if (sessions.length === 0 || inputs.every(isUnread)) return NOTHING_READ;
  return sessions.every(({ outcome }) => outcome === 'admissible') ? 0 : 1;
}

/** A refused log is a session all the same, so that nobody overlooks it; but nothing of it was read. */
const isUnread = ({ role, records, problems }: InputDocument): boolean =>
  role === 'manifest' ||
  role === 'state' ||
  (records === 0 && problems.some(({ severity }) => severity === 'error'));

/** One sentence for each thing that kept everything from being read, for who looks at no document. */
function complainOf(findings: FindingsDocument, terminal: Terminal): void {
  const told = [
    ...findings.problems.map(({ file, said }) => ({ file: file ?? 'the bundle', said })),
    ...findings.inputs.flatMap(({ path, problems }) => problems.map(({ said }) => ({ file: path, said }))),
  ];
  terminal.complain('witnessmark: nothing could be read.\n');
  for (const { file, said } of told.slice(0, COMPLAINTS)) {
    terminal.complain(`  ${visibleText(`${file}: ${said}`, { oneLine: true })}\n`);
  }
  if (told.length > COMPLAINTS) terminal.complain(`  … and ${told.length - COMPLAINTS} more\n`);
}

const COMPLAINTS = 10;

function formatDocument(
  findings: FindingsDocument,
  format: Exclude<OutputFormat, 'revl-plan'>,
  terminal: Terminal,
): string {
  switch (format) {
    case 'json':
      // the same that an export of the page has, so that two examiners can hold them against each other
      return `${JSON.stringify({ ...findings, resultDigest: resultDigest(findings) }, undefined, 2)}\n`;
    case 'sarif':
      return `${JSON.stringify(writeSarif(findings), undefined, 2)}\n`;
    case 'text':
      return formatText(findings, terminal);
    default:
      return assertNever(format);
  }
}
