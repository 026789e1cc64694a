import { formatPlural } from '../lib/format-size.ts';
import { pushAll } from '../lib/push-all.ts';
import type { FindingsDocument, ProblemDocument, SessionDocument } from '../model/findings.ts';
import type { Severity } from '../model/problem.ts';
import type { Outcome } from '../model/verdict.ts';
import { listed, onOneLine, painted, type TextStyle, type Tone, wrapped } from './text-lines.ts';
import { sessionLines } from './text-session.ts';

/** Sessions and problems that are shown in full; the others are counted, and the document has them all. */
const SESSIONS_SHOWN = 20;
const PROBLEMS_SHOWN = 50;

/**
 * The findings for a person at a terminal: of each session the outcome first, then why, then what would cure it; the
 * ledger last. Everything that comes from evidence has its control characters made visible.
 */
export function formatText(findings: FindingsDocument, style: TextStyle): string {
  const { sessions, inputs } = findings;
  const lines = [
    `${formatPlural(sessions.length, 'session')} in ${formatPlural(inputs.length, 'file')}${outcomeCounts(sessions)}`,
  ];
  if (sessions.length === 0) {
    lines.push('', painted('NOTHING READ', 'red', style), '  No session could be read out of these files.');
  }
  for (const session of sessions.slice(0, SESSIONS_SHOWN)) lines.push('', ...sessionLines(session, style));
  if (sessions.length > SESSIONS_SHOWN) {
    lines.push('', `${formatPlural(sessions.length - SESSIONS_SHOWN, 'more session')}:`);
    for (const { outcome, id, reasons } of sessions.slice(SESSIONS_SHOWN)) {
      lines.push(`  ${outcome.padEnd(10)}  ${onOneLine(id)}  ${reasons.join(', ')}`);
    }
  }
  pushAll(lines, otherSealLines(findings, style));
  const problems = allProblems(findings);
  if (problems.length > 0) {
    lines.push('', painted(`Ledger: ${formatPlural(problems.length, 'problem')}`, 'bold', style));
    lines.push(
      ...listed(
        problems,
        PROBLEMS_SHOWN,
        (problem) => problemLines(problem, style),
        (left) => `  … and ${left} more; --format json has them all`,
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

function otherSealLines({ otherSeals = [] }: FindingsDocument, style: TextStyle): readonly string[] {
  if (otherSeals.length === 0) return [];
  return [
    '',
    painted(`Other seals: ${formatPlural(otherSeals.length, 'sealed record')}`, 'bold', style),
    ...listed(
      otherSeals,
      PROBLEMS_SHOWN,
      ({ input, carrier, state, said }) =>
        wrapped('  - ', `${onOneLine(input)} (${carrier}): ${state}. ${said}`, 4, style),
      (left) => `  … and ${left} more; --format json has them all`,
    ),
  ];
}

/** `: 2 divergent, 1 admissible`; nothing for a single session, whose outcome stands below. */
function outcomeCounts(sessions: readonly SessionDocument[]): string {
  if (sessions.length < 2) return '';
  const OUTCOMES: readonly Outcome[] = ['refused', 'divergent', 'hypothesis', 'admissible'];
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: sessions.filter((session) => session.outcome === outcome).length,
  }));
  return `: ${counts
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`)
    .join(', ')}`;
}

interface PlacedProblem extends ProblemDocument {
  readonly file: string;
}

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'info'];

function allProblems(findings: FindingsDocument): readonly PlacedProblem[] {
  const all = [
    ...findings.problems.map((problem) => ({ ...problem, file: problem.file ?? '' })),
    ...findings.inputs.flatMap(({ path, problems }) =>
      problems.map((problem) => ({ ...problem, file: path })),
    ),
  ];
  return WORST_FIRST.flatMap((severity) => all.filter((problem) => problem.severity === severity));
}

const SEVERITY_TONE: Readonly<Record<Severity, Tone>> = { error: 'red', warning: 'yellow', info: 'dim' };

function problemLines(problem: PlacedProblem, style: TextStyle): readonly string[] {
  const { severity, code, said, line, byte, file, hint } = problem;
  const place = [
    onOneLine(file),
    line === undefined ? '' : `line ${line}`,
    byte === undefined ? '' : `byte ${byte}`,
  ].filter((part) => part !== '');
  const lead = `  ${painted(severity.padEnd(7), SEVERITY_TONE[severity], style)}  `;
  return [
    `${lead}${place.length === 0 ? 'the bundle' : place.join(', ')} (${code})`,
    ...wrapped(' '.repeat(11), said, 11, style),
    ...(hint === undefined ? [] : wrapped(`${' '.repeat(11)}→ `, hint, 13, style)),
  ];
}
