import { describe, expect, it } from 'vitest';
import type { FindingsDocument } from '../../src/model/findings.ts';
import { writeSarif } from '../../src/report/sarif.ts';
import { formatText } from '../../src/report/text.ts';
import { DIVERGENT, OVERLAPPING } from '../engine/bundles.ts';
import { findingsOf } from '../engine/open-bundle-of.ts';
import { madeFindings } from './made-findings.ts';
import { schemaErrors } from './validate-findings.ts';

const plain = { color: false, width: 100 };

describe('text for a terminal', () => {
  it('says outcome, why, cure, calls, order and ledger, in that order', async () => {
    const text = formatText(await findingsOf({ ...DIVERGENT, 'notes.txt': 'hello' }), {
      ...plain,
      width: 200,
    });
    const places = [
      '1 session in 3 files',
      'DIVERGENT  s-1',
      'A replayed call did something else than the recorded one.',
      '  Why',
      'The replay left a resource in another state than the recording.',
      'What would cure it',
      'Calls: 2 (1 divergent, 1 faithful)',
      'turn 0 call 0 write_config in attempt r1: effect-differs, cause unknown',
      '≠ file:///etc/limits.yaml',
      'Order: witnessed, one order possible',
      'Ledger: 1 problem',
      'notes.txt',
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('folds what only follows from a missing replay', async () => {
    const text = formatText(await findingsOf({ 'trace.json': OVERLAPPING }), plain);
    expect(text).toContain(
      'Hence also: replay-missing, condition-pinned, condition-salted, condition-compared.',
    );
    expect(text).toContain(
      'execute_tool search [bb00000000000001] or execute_tool fetch [bb00000000000002] first',
    );
    expect(text).toContain('overlap of 30 ms');
  });

  it('holds nothing of evidence that a terminal would obey', () => {
    const hostile = 'a\u001b[2Jb\u202ec\r\nd\u0007\u009b31me';
    const text = formatText(madeFindings(hostile), plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('a⟨ESC⟩[2Jb⟨RLO⟩c⟨CR⟩⟨LF⟩d⟨BEL⟩');
  });

  it('is coloured only when that is wanted', () => {
    expect(formatText(madeFindings('x'), { color: true, width: 100 })).toContain(
      '\u001b[31mDIVERGENT\u001b[0m',
    );
  });

  it('keeps lines within the width where words allow it', () => {
    const words = 'word '.repeat(200).trim();
    const lines = formatText(madeFindings(words), { color: false, width: 60 }).split('\n');
    const said = lines.filter((line) => line.startsWith('      word'));
    expect(said.length).toBeGreaterThan(10);
    expect(Math.max(...said.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('counts what it does not show', () => {
    const one = madeFindings('x');
    const [session] = one.sessions;
    const many: FindingsDocument = {
      ...one,
      sessions: Array.from({ length: 25 }, (_, i) => ({
        ...(session as NonNullable<typeof session>),
        id: `s-${i}`,
      })),
    };
    const text = formatText(many, plain);
    expect(text).toContain('25 sessions in 1 file: 25 divergent');
    expect(text).toContain('5 more sessions:');
    expect(text).toContain('  divergent   s-24  effect-differs');
  });
});

describe('SARIF', () => {
  it('has a result for the outcome, each reason and each problem, with places', () => {
    const { runs } = writeSarif(madeFindings('a b/ü'));
    const [run] = runs;
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['outcome/divergent', 'error'],
      ['reason/effect-differs', 'error'],
      ['problem/file-unreadable', 'error'],
      ['problem/malformed', 'error'],
    ]);
    const location = { artifactLocation: { uri: 'a%20b/%C3%BC', uriBaseId: 'BUNDLE' } };
    expect(run?.results[1]?.locations).toEqual([
      { physicalLocation: { ...location, region: { startLine: 2 } } },
    ]);
    expect(run?.results[0]?.locations).toEqual([{ physicalLocation: location }]);
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual([
      'outcome/divergent',
      'problem/file-unreadable',
      'problem/malformed',
      'reason/effect-differs',
    ]);
    expect(run?.artifacts).toMatchObject([{ length: 9, hashes: { 'sha-256': 'a'.repeat(64) } }]);
  });

  it('makes a label of every path, wherever it seems to lead', () => {
    const uris = ['../../etc/passwd', 'C:\\x', 'a?b#c', '\ud800'].map(
      (path) => writeSarif(madeFindings(path)).runs[0]?.artifacts[0]?.location.uri,
    );
    expect(uris).toEqual(['%2E%2E/%2E%2E/etc/passwd', 'C%3A%5Cx', 'a%3Fb%23c', '%EF%BF%BD']);
  });

  it('calls an admissible session a pass', () => {
    const made = madeFindings('x');
    const sessions = made.sessions.map((one) => ({
      ...one,
      outcome: 'admissible' as const,
      reasonWords: [],
    }));
    expect(writeSarif({ ...made, sessions }).runs[0]?.results[0]).toMatchObject({
      kind: 'pass',
      level: 'none',
    });
  });
});

describe('the made document', () => {
  it('fits the schema, so that it stands for a real one', () => {
    expect(schemaErrors(madeFindings('x'))).toEqual([]);
  });
});
