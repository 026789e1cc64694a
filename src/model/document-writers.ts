import type { CorpusRow } from './corpus.ts';
import type {
  CallDocument,
  DecisionDocument,
  FindingsDocument,
  InputDocument,
  ModeDocument,
  OrderDocument,
  OtherSealDocument,
  ProblemDocument,
  ReasonWords,
  SessionDocument,
} from './findings.ts';
import type { OrderReading } from './order.ts';
import type { OtherSealReading } from './other-seal.ts';
import type { ActionLogEntry, ClaimReading, PeopleMade } from './people.ts';
import type { Problem } from './problem.ts';
import type { LogReading } from './seal.ts';
import type { Evidence, SessionReading } from './session.ts';
import type { CallVerdict } from './verdict.ts';

/** A reading with the words that the rules have for it. */
export interface ToldSession {
  readonly reading: SessionReading;
  /** In the order of `reading.reasons`. */
  readonly reasonWords: readonly ReasonWords[];
  readonly sufficiency: string | undefined;
}

/** All that a findings document says. */
export interface FindingsParts {
  readonly evidence: Evidence;
  readonly sessions: readonly ToldSession[];
  /** Every problem: the evidence's own and what the rules found. */
  readonly problems: readonly Problem[];
  readonly otherSeals: readonly OtherSealReading[];
  readonly policy: FindingsDocument['policy'];
}

export const EXPORT_FORMS = ['findings', 'html', 'sarif'] as const;
/** `findings.json`, the report as one HTML file, SARIF 2.1.0. */
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** The table of a corpus: RFC 4180 with a head, or an array of rows. */
export type CorpusForm = 'csv' | 'json';

/** What an export holds beside the findings. */
export interface MadeByPeople {
  readonly people: PeopleMade;
  readonly actionLog: readonly ActionLogEntry[];
  /** By the id of the claim; one of a session that is not there has none. */
  readonly claimReadings: ReadonlyMap<string, ClaimReading>;
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * How readings are spelled as documents. `report/` does it; the engine answers in documents and is given the writers by
 * whoever makes it (`cli/`, the worker of `app/`), so that it needs to know no report.
 */
export interface DocumentWriters {
  findings(parts: FindingsParts): FindingsDocument;
  /** The text of a file. Needs `loadHashes()`. */
  exported(form: ExportForm, findings: FindingsDocument, made: MadeByPeople): string;
  corpus(form: CorpusForm, rows: readonly CorpusRow[]): string;
  /** One for each evidence file, in the order of the files. */
  inputs(evidence: Evidence, problems: readonly Problem[]): readonly InputDocument[];
  session(told: ToldSession, evidence: Evidence): SessionDocument;
  order(order: OrderReading, evidence: Evidence): OrderDocument;
  call(call: CallVerdict, evidence: Evidence): CallDocument;
  log(
    log: LogReading,
    evidence: Evidence,
  ): { readonly decisions: readonly DecisionDocument[]; readonly modes: readonly ModeDocument[] };
  problem(problem: Problem): ProblemDocument;
  otherSeal(reading: OtherSealReading, evidence: Evidence): OtherSealDocument;
  /** By place. */
  sorted(problems: readonly Problem[]): readonly Problem[];
}
