import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { FindingsDocument } from '../../src/model/findings.ts';
import { ADMISSIBLE, DIVERGENT, OVERLAPPING, recordedLog } from '../engine/bundles.ts';
import { parseFindings } from '../report/validate-findings.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  HEADER,
  logText,
  Spelled,
  seal,
  TEST_KEY,
} from '../sealer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'witnessmark-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files below the temporary folder. @returns their paths. */
function put(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  });
}

interface Run {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function run(...words: readonly string[]): Promise<Run> {
  let [out, err] = ['', ''];
  const status = await main(words, {
    print: async (text) => {
      out += text;
    },
    complain: (text) => {
      err += text;
    },
    color: false,
    width: 100,
  });
  return { status, out, err };
}

async function check(...words: readonly string[]): Promise<Run & { readonly document: FindingsDocument }> {
  const ran = await run('check', '--format', 'json', ...words);
  return { ...ran, document: parseFindings(ran.out) };
}

describe('witnessmark check', () => {
  it('exits 0 when every session is admissible, with nothing but the document on standard output', async () => {
    const { status, document, err, out } = await check(...put(ADMISSIBLE));
    expect(status).toBe(0);
    expect(err).toBe('');
    expect(out.startsWith('{') && out.endsWith('}\n')).toBe(true);
    expect(document).toMatchObject({
      kind: 'witnessmark.findings',
      version: 1,
      policy: { expectSealed: false },
    });
    expect(document.sessions.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([['admissible', []]]);
  });

  it('exits 1 when some session is not', async () => {
    const paths = put({
      'mixed/recorded.jsonl': DIVERGENT['recorded.jsonl'],
      'mixed/replay.jsonl': DIVERGENT['replay.jsonl'],
    });
    const { status, document } = await check(...paths);
    expect(status).toBe(1);
    expect(document.sessions[0]).toMatchObject({ outcome: 'divergent', axes: { replay: 'divergent' } });
    expect(document.sessions[0]?.calls[0]).toMatchObject({
      verdict: 'divergent',
      reasons: ['effect-differs'],
    });
  });

  it('exits 2 with a document and a sentence when nothing could be read', async () => {
    const [path = ''] = put({ 'nothing/a.bin': new Uint8Array([1, 2, 3]) });
    const { status, document, err } = await check(path);
    expect(status).toBe(2);
    expect(document.sessions).toEqual([]);
    expect(document.inputs).toMatchObject([{ path: 'a.bin', bytes: 3, format: null, role: null }]);
    expect(err).toContain('nothing could be read');
    expect(err).toContain('a.bin: The file is of no format that is known');
  });

  it.each([
    ['not.json', 'hello', 'format-unknown', undefined],
    ['null.json', 'null', 'not-evidence', undefined],
    ['empty.json', '', 'empty', undefined],
    ['truncated.json', '{"resourceSp', 'truncated', 1],
    ['archive.zip', 'PK\u0003\u0004 nothing', 'archive-damaged', undefined],
    ['newer.jsonl', '{"record":"session","schema":"witnessmark.calls/2"}\n', 'newer-version', 1],
    ['brackets.json', '['.repeat(1_000_000), 'too-deep', 1],
    ['bad.json', '{\n"a" 1}', 'malformed', 2],
  ])('says in one sentence what is wrong with %s', async (name, content, code, line) => {
    const [path = ''] = put({ [`bad/${name}`]: content });
    const { status, document, err } = await check(path);
    expect(status).toBe(2);
    const all = [
      ...document.problems,
      ...document.inputs.flatMap(({ path: file, problems }) => problems.map((one) => ({ ...one, file }))),
    ];
    expect(all.map((problem) => [problem.file, problem.code])).toEqual([[name, code]]);
    expect(all[0]?.line).toBe(line);
    expect(err.split('\n').filter((text) => text.startsWith(`  ${name}: `))).toHaveLength(1);
  });

  it('exits 2 for a log that is refused whole, and still shows it as a session', async () => {
    const [path = ''] = put({ 'corrupt.wal': logText([HEADER, COMPLETE]).replace('}\n{', '}\n{{\n{') });
    const { status, document } = await check(path);
    expect(status).toBe(2);
    expect(document.inputs[0]?.problems.map(({ code, line }) => [code, line])).toEqual([['log-refused', 2]]);
    expect(document.sessions[0]?.reasons).toContain('log-refused');
    const [empty = ''] = put({ 'header.wal': logText([HEADER, COMPLETE]) });
    expect((await check(empty)).status).toBe(1);
  });

  it('keeps what could be read of a file that is cut', async () => {
    const whole = recordedLog();
    const [path = ''] = put({ 'cut/recorded.jsonl': whole.slice(0, whole.indexOf('read_config')) });
    const { status, document } = await check(path);
    expect(status).toBe(1);
    expect(document.sessions[0]?.calls.map(({ tool }) => tool)).toEqual(['write_config']);
    expect(document.inputs[0]?.problems.map(({ code }) => code)).toContain('truncated');
  });

  it('takes a folder as a bundle, with paths relative inside it', async () => {
    put({
      'folder/b/recorded.jsonl': ADMISSIBLE['recorded.jsonl'],
      'folder/replay.jsonl': ADMISSIBLE['replay.jsonl'],
    });
    const { status, document } = await check(join(folder, 'folder'));
    expect(status).toBe(0);
    expect(document.inputs.map(({ path }) => path)).toEqual(['b/recorded.jsonl', 'replay.jsonl']);
  });

  it('says which path is missing, reads the others, and calls nothing complete', async () => {
    const { status, document } = await check(...put(ADMISSIBLE), join(folder, 'gone.jsonl'));
    expect(status).toBe(1);
    expect(document.problems).toMatchObject([
      {
        code: 'file-unreadable',
        file: join(folder, 'gone.jsonl'),
        said: 'It was not read: there is no such file.',
      },
    ]);
    expect(document.sessions[0]?.reasons).toEqual(['completeness-records-lost']);
    const alone = await check(join(folder, 'gone.jsonl'));
    expect(alone.status).toBe(2);
    expect(alone.err).toContain('gone.jsonl: It was not read: there is no such file.');
  });

  it('does not follow a link that leads out of its folder', async () => {
    put({ 'links/recorded.jsonl': recordedLog(), 'outside.jsonl': recordedLog() });
    symlinkSync(join(folder, 'outside.jsonl'), join(folder, 'links', 'link.jsonl'));
    const { document } = await check(join(folder, 'links'));
    expect(document.inputs.map(({ path }) => path)).toEqual(['recorded.jsonl']);
    expect(document.problems[0]).toMatchObject({ code: 'file-unreadable', file: 'link.jsonl' });
  });

  it('prints the same document in whatever order the paths are given, also two at once', async () => {
    const paths = put({ ...DIVERGENT, 'trace.json': OVERLAPPING, 'notes.txt': 'hello' });
    const [first, second] = await Promise.all([check(...paths), check(...[...paths].reverse())]);
    expect(second.document).toEqual(first.document);
  });

  it('gives two logs that nothing joins a session each', async () => {
    const log = logText([HEADER, decisionRecord(seal(decisionBody())), COMPLETE]);
    const other = logText([HEADER, decisionRecord(undefined), COMPLETE]);
    const { document } = await check(...put({ 'a.wal': log, 'b.wal': other }));
    expect(document.sessions.map(({ id }) => id)).toEqual(['a.wal', 'b.wal']);
  });
});

describe('keys', () => {
  const long = 2n ** 60n + 1n;
  const log = (): string => {
    const sampling = { ...(decisionBody().sampling as object), seed: new Spelled(String(long)) };
    return logText([HEADER, decisionRecord(seal(decisionBody({ sampling } as never))), COMPLETE]);
  };

  it('verify a log, and a verified decision keeps its digits', async () => {
    const [wal = '', key = ''] = put({ 'run.wal': log(), 'k.key': TEST_KEY });
    const { document, out, err } = await check('--key', key, wal);
    expect(document.sessions[0]).toMatchObject({ axes: { authenticity: 'verified' } });
    expect(document.sessions[0]?.decisions[0]).toMatchObject({
      input: 'run.wal',
      crossing: ['Loop', 0],
      verified: true,
      link: null,
      decision: { stepIndex: 0, chosen: 1, sampling: { seed: String(long), temperature: 0.25, top_k: null } },
      reproducible: { ok: true, missing: [] },
    });
    for (const secret of [TEST_KEY.toString('utf8'), TEST_KEY.toString('hex'), TEST_KEY.toString('base64')]) {
      expect(out + err).not.toContain(secret);
    }
  });

  it('refuse a log that was edited, and read nothing out of the edited decision', async () => {
    const edited = log().replace('"residence": "off_device"', '"residence": "on_device"');
    const [wal = '', key = ''] = put({ 'edited.wal': edited, 'k.key': TEST_KEY });
    const { document } = await check('--key', key, wal);
    expect(document.sessions[0]).toMatchObject({ outcome: 'refused', axes: { authenticity: 'refused' } });
    expect(document.sessions[0]?.decisions[0]).toMatchObject({
      verified: false,
      link: 'signature',
      decision: null,
    });
  });

  it('that cannot be used are named, and never what is in them', async () => {
    const [wal = '', key = ''] = put({ 'run.wal': log(), 'empty.key': '\n' });
    const { document } = await check('--key', key, '--key', join(folder, 'gone.key'), wal);
    expect(document.problems.map(({ code, said }) => [code, said])).toEqual([
      ['key-unusable', 'The key file is empty.'],
      ['key-unusable', 'The key file cannot be used: there is no such file.'],
    ]);
  });

  it('that lie in the bundle are warned about', async () => {
    put({ 'with-key/run.wal': log(), 'with-key/k.key': TEST_KEY });
    const { document } = await check('--key', join(folder, 'with-key', 'k.key'), join(folder, 'with-key'));
    const input = document.inputs.find(({ path }) => path === 'k.key');
    expect(input?.problems.map(({ code }) => code)).toContain('key-is-evidence');
  });

  it('expected and missing bar a session', async () => {
    const [wal = ''] = put({ 'plain.wal': logText([HEADER, decisionRecord(undefined), COMPLETE]) });
    const { document } = await check('--expect-sealed', wal);
    expect(document.policy).toEqual({ expectSealed: true });
    expect(document.sessions[0]?.reasons).toContain('missing-under-engagement');
    const { document: without } = await check(wal);
    expect(without.sessions[0]?.reasons).not.toContain('missing-under-engagement');
  });
});

describe('the command line', () => {
  it.each([
    [[], 'No command was given.'],
    [['chek', 'a'], 'There is no command "chek".'],
    [['check'], 'No path was given'],
    [['check', '--wat', 'a'], 'There is no option "--wat".'],
    [['check', '--format', 'xml', 'a'], 'There is no format "xml"; there are text, json, sarif, revl-plan.'],
    [['check', '--format'], '--format needs one of text, json, sarif, revl-plan.'],
    [['check', 'a', '--key'], '--key needs the path of a key file.'],
    [['check', '--expect-sealed=yes', 'a'], '--expect-sealed takes no value.'],
  ] as const)('says what is wrong with %j', async (words, said) => {
    const { status, out, err } = await run(...words);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(said);
    expect(err).toContain('usage: witnessmark check');
  });

  it('helps and tells its version', async () => {
    const { status, out } = await run('--help');
    expect(status).toBe(0);
    expect(out).toContain('exit status: 0');
    expect((await run('check', '--help')).out).toBe(out);
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    expect((await run('--version')).out).toBe(`witnessmark ${manifest.version}\n`);
  });

  it('takes options behind =, and paths that look like options behind --', async () => {
    const [path = ''] = put(ADMISSIBLE);
    const { status } = await run('check', '--format=json', '--', path);
    expect(status).toBe(1);
    const { out } = await run('check', '--format=json', '--', '--key');
    expect(parseFindings(out).problems[0]?.file).toBe('--key');
  });

  it('writes text for people by default', async () => {
    const { status, out } = await run('check', ...put(DIVERGENT));
    expect(status).toBe(1);
    const outcome = out.indexOf('DIVERGENT  s-1');
    const why = out.indexOf('Why');
    const cure = out.indexOf('What would cure it');
    expect([outcome > 0, why > outcome, cure > why]).toEqual([true, true, true]);
    expect(out).not.toContain('\u001b');
  });

  it('writes SARIF', async () => {
    const { status, out } = await run('check', '--format', 'sarif', ...put(DIVERGENT));
    expect(status).toBe(1);
    const log = JSON.parse(out);
    expect(log.version).toBe('2.1.0');
    expect(log.runs[0].results.map((one: { ruleId: string }) => one.ruleId)).toContain(
      'reason/effect-differs',
    );
  });
});

describe('witnessmark check --format revl-plan', () => {
  const log = logText([
    HEADER,
    decisionRecord(seal(decisionBody(), { key: TEST_KEY }), { component: 'Loop', stepIndex: 0 }),
    COMPLETE,
  ]);

  it('prints what revl prints of a log, under the name it was given, with revl’s exit status', async () => {
    const [path = ''] = put({ 'plan/a.wal': log });
    const { status, out, err } = await run('check', '--format', 'revl-plan', path);
    expect([status, err]).toEqual([0, '']);
    const plan = JSON.parse(out);
    expect(Object.keys(plan).slice(0, 4)).toEqual(['kind', 'wal', 'complete', 'torn']);
    expect(plan).toMatchObject({
      kind: 'revl.replay-plan',
      wal: path,
      complete: true,
      decisions: [{ sealed: true, verified: null, link: '', decision: null }],
    });
    expect(plan.modes.map(({ plannable }: { plannable: boolean }) => plannable)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('reads the seals with a key, and exits 1 for a log without a decision', async () => {
    const [path = '', key = '', bare = ''] = put({
      'plan/b.wal': log,
      'plan/key': TEST_KEY,
      'plan/bare.wal': logText([HEADER, COMPLETE]),
    });
    const { out } = await run('check', '--format', 'revl-plan', '--key', key, path);
    expect(JSON.parse(out).decisions).toMatchObject([{ verified: true, reason: '' }]);
    expect((await run('check', '--format', 'revl-plan', bare)).status).toBe(1);
  });

  it('tells a refused log on standard error, and that there is no log', async () => {
    const [torn = '', none = ''] = put({
      'plan/torn.wal': `${logText([HEADER])}{"record":"eff\n${logText([COMPLETE])}`,
      'plan/none.jsonl': recordedLog(),
    });
    const refused = await run('check', '--format', 'revl-plan', torn);
    expect([refused.status, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^error: .*torn\.wal: line 2 cannot be read/);
    expect(await run('check', '--format', 'revl-plan', none)).toEqual({
      status: 2,
      out: '',
      err: 'witnessmark: no write-ahead log could be read in what was given.\n',
    });
  });
});
