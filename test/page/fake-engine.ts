import type {
  AnswerOf,
  DecisionsView,
  Engine,
  OpenRequest,
  OpenResult,
  Overview,
  Question,
  SessionCard,
} from '../../src/engine/messages.ts';
import type { InputDocument, ProblemDocument, SessionDocument } from '../../src/model/findings.ts';
import { BASES, type Basis } from '../../src/model/order.ts';
import { VERDICTS, type Verdict } from '../../src/model/verdict.ts';

/**
 * Made-up answers of the right types, for tests of the screens alone. What a real engine says of real files is tested
 * elsewhere; nothing here is a claim about evidence.
 */
export interface FakeCase {
  readonly inputs: readonly InputDocument[];
  readonly sessions: readonly SessionCard[];
  readonly decisions: DecisionsView;
  readonly raw: ReadonlyMap<number, Uint8Array>;
}

export interface FakeEngine extends Engine {
  /** Every question that was asked, in order. */
  readonly asked: Question[];
  readonly keys: string[];
  /** What `open` does; opens nothing by default. */
  opens: (request: OpenRequest, signal: AbortSignal) => Promise<OpenResult>;
}

export function createFakeEngine(fake: FakeCase = SMALL_CASE): FakeEngine {
  const asked: Question[] = [];
  const keys: string[] = [];
  const engine: FakeEngine = {
    asked,
    keys,
    opens: async () => ({ is: 'nothing-read', problems: [] }),
    open: (request, onProgress, signal) => {
      onProgress({ phase: 'reading', done: 3, total: 12, records: 120 });
      return engine.opens(request, signal);
    },
    ask: async (question) => {
      asked.push(question);
      const answer = answerOf(fake, keys, question);
      if (answer === undefined) throw new Error(`the made-up engine has no answer to ${question.is}`);
      return answer as never;
    },
    giveKey: async (bytes) => {
      bytes.fill(0);
      keys.push('1f0e9d8c7b6a5948');
      return { keyId: '1f0e9d8c7b6a5948', warnings: [] };
    },
    forgetKeys: async () => {
      keys.length = 0;
    },
  };
  return engine;
}

type Answer = AnswerOf[keyof AnswerOf];

function answerOf(fake: FakeCase, keys: readonly string[], question: Question): Answer | undefined {
  switch (question.is) {
    case 'overview':
      return overviewOf(fake, keys);
    case 'ledger': {
      const all = fake.inputs
        .filter((input) => question.file === undefined || input.path === question.file)
        .flatMap((input) => input.problems.map((problem) => ({ ...problem, file: input.path })));
      return { total: all.length, rows: all.slice(question.from, question.to) };
    }
    case 'raw':
      return (fake.raw.get(question.file) ?? new Uint8Array()).slice(
        question.offset,
        question.offset + question.length,
      );
    case 'decisions':
      return fake.decisions;
    case 'session': {
      const card = fake.sessions.find(({ id }) => id === question.session);
      return card === undefined
        ? undefined
        : {
            card,
            bucket: 'partial-order',
            contexts: [{ label: 'root', steps: card.steps, open: card.questionCount }],
            orphans: [],
            conflicts: [],
            remarks: [],
            edgeCounts: Object.fromEntries(BASES.map((basis) => [basis, 0])) as Record<Basis, number>,
          };
    }
    default:
      return undefined;
  }
}

function overviewOf(fake: FakeCase, keys: readonly string[]): Overview {
  const problems = fake.inputs.flatMap((input) => input.problems);
  const countsOf = (some: readonly ProblemDocument[]) => {
    const count = (severity: ProblemDocument['severity']): number =>
      some.filter((problem) => problem.severity === severity).length;
    return { error: count('error'), warning: count('warning'), info: count('info') };
  };
  return {
    inputs: fake.inputs.map(({ problems: own, ...input }) => ({
      ...input,
      problemCounts: countsOf(own),
      altered: own.some(({ code }) => code === 'file-altered'),
    })),
    problemCounts: countsOf(problems),
    problemKinds: [],
    sessionCount: fake.sessions.length,
    sessions: fake.sessions,
    keyIds: keys,
    formats: [
      { id: 'otlp-json', label: 'OTLP/JSON' },
      { id: 'zipkin', label: 'Zipkin v2' },
    ],
  };
}

const verdictCounts = (counts: Partial<Record<Verdict, number>>): Record<Verdict, number> =>
  Object.fromEntries(VERDICTS.map((verdict) => [verdict, counts[verdict] ?? 0])) as Record<Verdict, number>;

export function fakeCard(change: Partial<SessionCard> = {}): SessionCard {
  const axes: SessionDocument['axes'] = {
    authenticity: 'unchecked',
    replay: 'divergent',
    order: 'partial-order',
    completeness: 'complete',
  };
  return {
    id: 's-41',
    title: 'limits.yaml incident',
    outcome: 'divergent',
    axes,
    conditions: { fingerprinted: true, pinned: true, salted: false, compared: true },
    reasons: [
      {
        reason: 'effect-differs',
        said: 'write_config of turn 17 wrote other lines than were recorded.',
        cure: 'Nothing cures a proven mismatch.',
      },
      {
        reason: 'open-questions',
        said: 'One pair of calls needs a witness and has none.',
        cure: 'Emit agent.tool.call_index on tool spans, or pin the order as an assumption.',
      },
      {
        reason: 'seal-unchecked',
        said: 'The log is sealed and no key was given.',
        cure: 'Give the key of the log.',
      },
    ],
    verdicts: verdictCounts({ faithful: 34, divergent: 1, 'not-reexecuted': 1, 'audit-incomplete': 4 }),
    spans: 128,
    steps: 92,
    calls: 40,
    questionCount: 1,
    overlapCount: 1,
    orphanCount: 1,
    linearizations: '2',
    assumes: [],
    pins: 0,
    quarantine: [
      {
        said: 'Two tools of turn 9 overlap and nothing says which result came first.',
        cure: 'Emit agent.tool.call_index.',
      },
    ],
    sufficiency: null,
    inputs: ['trace.jsonl', 'recorded.jsonl', 'replay-1.jsonl', 'run.wal'],
    ...change,
  };
}

const sha = (digit: string): string => digit.repeat(64);

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

const input = (
  path: string,
  bytes: number,
  format: string | null,
  role: string | null,
  records: number,
  problems: readonly ProblemDocument[] = [],
): InputDocument => ({
  path,
  bytes,
  sha256: sha('a'),
  format,
  role,
  records,
  accepted: records,
  folded: 0,
  rejected: 0,
  lostBytes: 0,
  problems,
});

export const SMALL_CASE: FakeCase = {
  inputs: [
    input('trace.jsonl', 148_220, 'otlp-json', 'trace', 128, [
      {
        code: 'time-missing',
        severity: 'warning',
        said: 'The span “search” on line 12 has no end; overlaps with it are not known.',
        line: 12,
        byte: 40,
        hint: 'Flush the exporter before the process ends.',
      },
    ]),
    input('recorded.jsonl', 61_002, 'witnessmark-calls', 'recorded-calls', 40),
    input('replay-1.jsonl', 60_110, 'witnessmark-calls', 'replayed-calls', 40),
    input('run.wal', 28_400, 'revl-wal', 'wal', 12, [
      {
        code: 'torn-tail',
        severity: 'warning',
        said: 'The last line of run.wal is incomplete and was dropped.',
        line: 13,
        byte: 28_390,
      },
    ]),
    input('notes.docx', 12_044, null, null, 0, [
      {
        code: 'format-unknown',
        severity: 'error',
        said: 'The content of notes.docx is of no format that is known.',
        byte: 0,
        hint: 'Export it as text, or leave it out.',
      },
    ]),
  ],
  sessions: [fakeCard()],
  decisions: {
    logs: [
      {
        input: 'run.wal',
        complete: true,
        torn: true,
        decisions: [
          {
            input: 'run.wal',
            crossing: ['AgentLoop', 1],
            sealed: true,
            verified: null,
            link: null,
            reason: null,
            refusedAtRun: null,
            decision: null,
            missingUnderEngagement: false,
            said: 'Sealed; not checked, since no key was given.',
            line: 4,
          },
          {
            input: 'run.wal',
            crossing: ['AgentLoop', 2],
            sealed: true,
            verified: false,
            link: 'signature',
            reason:
              'the record was altered after it was sealed, or the key is not the one it was sealed with',
            refusedAtRun: null,
            decision: null,
            missingUnderEngagement: false,
            said: 'Refused: the signature does not fit the record.',
            line: 7,
          },
          {
            input: 'run.wal',
            crossing: ['AgentLoop', 3],
            sealed: false,
            verified: null,
            link: null,
            reason: null,
            refusedAtRun: null,
            decision: null,
            missingUnderEngagement: true,
            said: 'Unsealed where other crossings of this log are sealed.',
            line: 9,
          },
        ],
        modes: (['exact', 'tool-only', 'model-substitute', 'counterfactual'] as const).map((mode, i) => ({
          input: 'run.wal',
          mode,
          requires: ['modelDecisions', 'sealedEvidence', 'responseText', 'toolCalls', 'liveComponent'],
          met: i === 0 ? ['modelDecisions', 'toolCalls'] : ['modelDecisions', 'toolCalls', 'sealedEvidence'],
          missing: i === 0 ? ['sealedEvidence', 'responseText', 'liveComponent'] : ['liveComponent'],
          plannable: i !== 0,
          executable: false,
          blocker: 'liveComponent',
          said:
            i === 0
              ? 'Not plannable: the responses are not in the log.'
              : 'Could be planned; never executed here.',
        })),
        records: [
          { group: 'effect', count: 9 },
          { group: 'decision', count: 3 },
        ],
        suspicionCount: 0,
        suspicions: [],
        elsewhere: [],
      },
    ],
    traces: [],
    otherSeals: [],
  },
  raw: new Map([
    [0, text('{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"search\u202e"}]}]}]}\n'.repeat(60))],
  ]),
};
