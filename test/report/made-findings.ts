import type { FindingsDocument, SessionDocument } from '../../src/model/findings.ts';
import { BASES, type Basis } from '../../src/model/order.ts';
import { NOTHING_MADE, type PeopleMade } from '../../src/model/people.ts';

/** A whole document whose every text is `text`, to see what becomes of it. */
export function madeFindings(text: string): FindingsDocument {
  const place = { input: text, byte: 3, line: 2 };
  const session: SessionDocument = {
    id: text,
    title: text,
    traceIds: [text],
    inputs: [text],
    outcome: 'divergent',
    reasons: ['effect-differs'],
    axes: { authenticity: 'unchecked', replay: 'divergent', order: 'partial-order', completeness: 'unknown' },
    conditions: { fingerprinted: true, pinned: false, salted: true, compared: false },
    reasonWords: [{ reason: 'effect-differs', said: text, cure: text }],
    sufficiency: text,
    order: {
      bucket: 'partial-order',
      replayable: false,
      linearizations: '2',
      overlapCount: 1,
      questionCount: 30_000,
      assumes: ['one-process'],
      steps: [{ id: text, turn: 1, spanId: text, name: text, kind: 'tool', agent: text, basis: 'parent' }],
      questions: [
        {
          a: text,
          b: text,
          aName: text,
          bName: text,
          turn: 1,
          agent: text,
          order: 'effect',
          why: 'race',
          overlapNs: '30000000',
          resource: text,
        },
      ],
      overlaps: [{ a: text, b: text, overlapNs: null }],
      orphans: [{ spanId: text, missingParentId: text }],
      conflicts: [{ spans: [text], why: text }],
      edges: Object.fromEntries(BASES.map((basis) => [basis, 1])) as Record<Basis, number>,
      quarantine: [{ said: text, cure: text }],
      remarks: [{ said: text, steps: [text] }],
      cut: ['questions'],
    },
    calls: [
      {
        agent: text,
        turn: 1,
        index: 0,
        callId: text,
        spanId: text,
        tool: text,
        attempt: text,
        source: 'log',
        verdict: 'divergent',
        reasons: ['effect-differs'],
        cause: 'tool',
        recordedAt: place,
        replayedAt: null,
        states: [
          {
            resource: text,
            recorded: { fingerprint: text, epoch: text },
            replayed: { fingerprint: null, epoch: null, absent: true },
            equal: false,
          },
        ],
      },
    ],
    decisions: [
      {
        input: text,
        crossing: [text, 4],
        sealed: true,
        verified: false,
        link: 'signature',
        reason: text,
        refusedAtRun: { link: text, reason: text },
        decision: null,
        missingUnderEngagement: false,
        line: 4,
      },
    ],
    modes: [
      {
        input: text,
        mode: 'exact',
        requires: ['responseText'],
        met: [],
        missing: ['responseText'],
        plannable: false,
        executable: false,
        blocker: 'responseText',
      },
    ],
    downstream: null,
    downstreamCount: null,
    counterfactual: null,
  };
  return {
    kind: 'witnessmark.findings',
    version: 1,
    tool: { name: 'witnessmark', version: '0.0.0' },
    policy: { expectSealed: false },
    inputs: [
      {
        path: text,
        bytes: 9,
        sha256: 'a'.repeat(64),
        format: text,
        detectedBy: text,
        role: 'trace',
        records: 1,
        accepted: 1,
        folded: 0,
        rejected: 0,
        lostBytes: 0,
        problems: [{ code: 'malformed', severity: 'error', said: text, line: 2, byte: 3, hint: text }],
      },
    ],
    sessions: [session],
    problems: [{ code: 'file-unreadable', severity: 'error', said: text, file: text }],
  };
}

/** Everything that people can make, with the same text everywhere. */
export function madePeople(text: string): PeopleMade {
  const stamp = { id: text, author: text, at: '2027-01-01T00:00:00Z' };
  return {
    ...NOTHING_MADE,
    pins: [{ ...stamp, before: text, after: text, reason: text }],
    assumedParents: [{ ...stamp, span: text, parent: text, reason: text }],
    notes: [{ ...stamp, on: { is: 'session', session: text }, text }],
    findings: [
      {
        ...stamp,
        title: text,
        text,
        severity: 'high',
        restsOn: [
          { is: 'span', session: text, span: text, label: text },
          { is: 'call', session: text, call: 0, label: text },
          { is: 'question', session: text, a: text, b: text },
          { is: 'decision', session: text, input: text, decision: 0, label: text },
          { is: 'input', path: text },
        ],
      },
    ],
    claims: [{ ...stamp, kind: 'universal', session: text, text, resource: text, calls: [0] }],
  };
}
