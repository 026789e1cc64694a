import type { FindingsDocument, ProblemDocument, SessionDocument } from '../model/findings.ts';
import { PROBLEM_CODES, type ProblemCode, type Severity } from '../model/problem.ts';
import type { Outcome } from '../model/verdict.ts';
import { OUTCOME_WORDS } from './outcome-words.ts';

/** The part of SARIF 2.1.0 that is written here. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly SarifRun[];
}

interface SarifRun {
  readonly tool: { readonly driver: SarifDriver };
  readonly artifacts: readonly {
    readonly location: SarifUri;
    readonly length: number;
    readonly hashes: { readonly 'sha-256': string };
  }[];
  readonly results: readonly SarifResult[];
  readonly columnKind: 'utf16CodeUnits';
}

interface SarifDriver {
  readonly name: string;
  readonly version: string;
  readonly rules: readonly { readonly id: string; readonly shortDescription: { readonly text: string } }[];
}

interface SarifUri {
  readonly uri: string;
  readonly uriBaseId?: 'BUNDLE';
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: 'error' | 'warning' | 'note' | 'none';
  readonly kind?: 'pass' | 'fail' | 'review';
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
  readonly properties?: Readonly<Record<string, string>>;
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: SarifUri;
    readonly region?: {
      readonly startLine?: number;
      readonly byteOffset?: number;
      readonly byteLength?: number;
    };
  };
}

/**
 * The findings as SARIF 2.1.0: one result for each session's outcome, for each of its reasons and for each problem,
 * with the places in the files of the bundle. Paths are relative to the bundle.
 */
export function writeSarif(findings: FindingsDocument): SarifLog {
  const results = [
    ...findings.sessions.flatMap(sessionResults),
    ...findings.problems.map((problem) =>
      problemResult(problem, problem.file === undefined ? [] : [problem.file]),
    ),
    ...findings.inputs.flatMap(({ path, problems }) =>
      problems.map((problem) => problemResult(problem, [path])),
    ),
  ];
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Witnessmark', version: findings.tool.version, rules: rulesOf(results) },
        },
        artifacts: findings.inputs.map(({ path, bytes, sha256 }) => ({
          location: uriOf(path),
          length: bytes,
          hashes: { 'sha-256': sha256 },
        })),
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

const OUTCOME_LEVEL: Readonly<Record<Outcome, SarifResult['level']>> = {
  refused: 'error',
  divergent: 'error',
  hypothesis: 'warning',
  admissible: 'none',
};

function sessionResults(session: SessionDocument): readonly SarifResult[] {
  const { id, outcome, inputs, reasonWords, calls } = session;
  const level = OUTCOME_LEVEL[outcome];
  const everywhere = inputs.map((path) => locationOf(path));
  const properties = { session: id };
  return [
    {
      ruleId: `outcome/${outcome}`,
      level,
      ...(outcome === 'admissible' ? { kind: 'pass' as const } : {}),
      message: { text: `Session ${id}: ${outcome}. ${OUTCOME_WORDS[outcome]}` },
      locations: everywhere,
      properties,
    },
    ...reasonWords.map(({ reason, said, cure }): SarifResult => {
      const places = calls
        .filter((call) => (call.reasons as readonly string[]).includes(reason))
        .flatMap(({ recordedAt, replayedAt }) => [recordedAt, replayedAt])
        .filter((place) => place !== null)
        .map(({ input, line, byte }) => locationOf(input, line, byte));
      return {
        ruleId: `reason/${reason}`,
        level: level === 'none' ? 'note' : level,
        message: { text: `Session ${id}: ${said} ${cure}` },
        locations: places.length > 0 ? places : everywhere,
        properties,
      };
    }),
  ];
}

const PROBLEM_LEVEL: Readonly<Record<Severity, SarifResult['level']>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

const problemResult = (
  { code, severity, said, hint, line, byte }: ProblemDocument,
  files: readonly string[],
): SarifResult => ({
  ruleId: `problem/${code}`,
  level: PROBLEM_LEVEL[severity],
  message: { text: hint === undefined ? said : `${said} ${hint}` },
  locations: files.map((path) => locationOf(path, line, byte)),
});

/** SARIF counts bytes from 0, as the document does; a region needs a line or a byte. */
function locationOf(path: string, line?: number, byte?: number): SarifLocation {
  const region = {
    ...(line === undefined ? {} : { startLine: line }),
    ...(line !== undefined || byte === undefined ? {} : { byteOffset: byte, byteLength: 0 }),
  };
  return {
    physicalLocation: {
      artifactLocation: uriOf(path),
      ...(Object.keys(region).length === 0 ? {} : { region }),
    },
  };
}

/** A path of the bundle as a relative URI reference: a label, so that `..` in it leads nowhere. */
const uriOf = (path: string): SarifUri => ({
  uri: path.split('/').map(uriPart).join('/'),
  uriBaseId: 'BUNDLE',
});

/** A lone surrogate, which has no percent form, becomes U+FFFD. */
const uriPart = (part: string): string =>
  /^\.+$/.test(part)
    ? part.replaceAll('.', '%2E')
    : encodeURIComponent(part.replace(/[\ud800-\udfff]/gu, '\ufffd'));

/** Every rule that a result names, in order of id. */
function rulesOf(results: readonly SarifResult[]): SarifDriver['rules'] {
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return ids.map((id) => ({ id, shortDescription: { text: ruleText(id) } }));
}

function ruleText(ruleId: string): string {
  const [family = '', name = ''] = ruleId.split('/');
  if (family === 'problem') return PROBLEM_CODES[name as ProblemCode][1];
  if (family === 'outcome') return OUTCOME_WORDS[name as Outcome];
  return `It keeps a session from being admissible: ${name.replaceAll('-', ' ')}`;
}
