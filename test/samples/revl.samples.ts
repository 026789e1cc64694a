import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { detectRevlTrace } from '../../src/formats/revl-trace/detect.ts';
import { parseRevlTrace } from '../../src/formats/revl-trace/parse.ts';
import { revlWal } from '../../src/formats/revl-wal/revl-wal.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import { loadHashes, sha256Hex } from '../../src/lib/hash.ts';
import { canonicalPython } from '../../src/lib/json-canonical-python.ts';
import { exactForm } from '../../src/lib/json-exact-form.ts';
import { formatPythonJson } from '../../src/lib/json-python-text.ts';
import { scanWholeJson } from '../../src/lib/json-scan.ts';
import { isJsonObject, type Json, JsonNumber, type JsonObject } from '../../src/lib/json-value.ts';
import type { CausalTraceReading } from '../../src/model/causal-trace.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { EvidenceKey } from '../../src/model/seal.ts';
import type { WalFile, WalReading } from '../../src/model/wal.ts';
import { deriveHops, findHopDefects } from '../../src/verdicts/causal/hops.ts';
import { buildRevlTraceDocument } from '../../src/verdicts/causal/revl-trace-document.ts';
import { buildRevlPlan, revlExitStatus } from '../../src/verdicts/readiness/revl-plan.ts';
import { importEvidenceKey } from '../../src/verdicts/seal/evidence-key.ts';
import { readLog } from '../../src/verdicts/seal/read-log.ts';
import { reconstructDecision } from '../../src/verdicts/seal/reconstruct.ts';
import { findSuspicions } from '../../src/verdicts/seal/suspicions.ts';

/** What revl's own reader said of 148 logs with the right key, without one and with a wrong one (revl-wal.md 10). */
const SAMPLES = new URL('../../../shared/samples/revl/', import.meta.url);
const KEY_CASES = ['right-key', 'no-key', 'wrong-key'] as const;

const members = (value: Json | undefined): JsonObject => {
  if (!isJsonObject(value)) throw new Error('the sample document has another form than expected');
  return value;
};
const list = (value: Json | undefined): readonly Json[] => value as readonly Json[];
const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(path, SAMPLES)));

async function readJson(path: string): Promise<JsonObject> {
  const scanned = scanWholeJson(await read(path), { python: true });
  if (!scanned.ok) throw new Error(`${path}: ${scanned.error.said}`);
  return members(scanned.value.value);
}

async function keyOf(path: string): Promise<EvidenceKey> {
  const key = await importEvidenceKey(await read(path));
  if (!key.ok) throw new Error('empty key');
  return key.value;
}

async function parseLog(path: string): Promise<WalReading> {
  const bytes = await read(path);
  const logs: WalFile[] = [];
  const problems: Problem[] = [];
  const emit = {
    span: () => {},
    callLog: () => {},
    wal: (log: WalFile) => logs.push(log),
    problem: (problem: Problem) => problems.push(problem),
    progress: () => {},
  };
  if (bytes.length > 0) expect(revlWal.detect(bytes.subarray(0, 65536)), path).toBeDefined();
  await revlWal.parse(memorySource(path, bytes), 0, emit, new AbortController().signal);
  const reading = (logs[0] as WalFile).reading;
  expect(problems.some((problem) => problem.code === 'torn-tail')).toBe(
    reading.is === 'read' && reading.torn,
  );
  expect(problems.some((problem) => problem.severity === 'error')).toBe(reading.is === 'refused');
  return reading;
}

async function parseTrace(path: string): Promise<CausalTraceReading> {
  const bytes = await read(path);
  const readings: CausalTraceReading[] = [];
  if (bytes.length > 0) expect(detectRevlTrace(bytes.subarray(0, 65536)), path).toBeDefined();
  await parseRevlTrace(
    memorySource(path, bytes),
    0,
    { causalTrace: ({ reading }) => readings.push(reading), problem: () => {}, progress: () => {} },
    new AbortController().signal,
  );
  return readings[0] as CausalTraceReading;
}

/** The plan in the short form of expected.json. */
function summaryOf(plan: JsonObject, exit: number): JsonObject {
  const modes = list(plan.get('modes')).map(members);
  const byMode = (member: string) =>
    new Map(modes.map((mode) => [mode.get('mode') as string, mode.get(member) as Json]));
  return new Map<string, Json>([
    ['complete', plan.get('complete') as Json],
    ['torn', plan.get('torn') as Json],
    ['modelDecisions', new JsonNumber(String(list(plan.get('modelDecisions')).length))],
    [
      'decisions',
      list(plan.get('decisions'))
        .map(members)
        .map(
          (decision) =>
            new Map<string, Json>([
              ['crossing', decision.get('crossing') as Json],
              ['sealed', decision.get('sealed') as Json],
              ['verified', decision.get('verified') as Json],
              ['link', decision.get('link') as Json],
              [
                'refusedAtRunLink',
                isJsonObject(decision.get('refusedAtRun'))
                  ? (members(decision.get('refusedAtRun')).get('link') ?? null)
                  : null,
              ],
              ['decisionRead', decision.get('decision') !== null],
              ['reproducible', decision.get('reproducible') as Json],
            ]),
        ),
    ],
    ['present', plan.get('present') as Json],
    ['plannable', byMode('plannable')],
    ['blocker', byMode('blocker')],
    ['missing', byMode('missing')],
    ['exit', new JsonNumber(String(exit))],
  ]);
}

/** The samples mark reasons whose wording in revl is not known. */
function withoutInferredReason(value: JsonObject): JsonObject {
  const reason = value.get('reason');
  const inferred =
    value.get('link') === 'crossing' || (typeof reason === 'string' && reason.startsWith('[inferred'));
  return inferred ? new Map([...value, ['reason', null]]) : value;
}

describe.skipIf(!existsSync(SAMPLES))('revl samples', () => {
  it('agrees with revl’s own reader', async () => {
    await loadHashes();
    const expected = await readJson('expected.json');
    const keys = {
      'right-key': [await keyOf('keys/evidence.key')],
      'no-key': [],
      'wrong-key': [await keyOf('keys/other.key')],
    } as const;
    const failures: string[] = [];
    let passed = 0;
    const check = (name: string, ours: Json, theirs: Json | undefined): void => {
      const [left, right] = [exactForm(ours), exactForm(theirs ?? null)];
      if (left === right) passed++;
      else failures.push(`${name}\n  ours   ${left.slice(0, 1500)}\n  theirs ${right.slice(0, 1500)}`);
    };

    for (const [name, entry] of members(expected.get('wal'))) {
      const sample = members(entry);
      const path = sample.get('file') as string;
      const reading = await parseLog(path);
      const wal: WalFile = { file: 0, reading };
      for (const keyCase of KEY_CASES) {
        const theirs = new Map(members(members(sample.get('replay')).get(keyCase)));
        // names the file of the whole report, which is compared below
        theirs.delete('full');
        const log = await readLog(wal, keys[keyCase], { expectSealed: false });
        const plan = buildRevlPlan(wal, log, path);
        if (plan === undefined) {
          // for revl a planned error and a crash both read nothing
          check(`${name} ${keyCase}`, theirs.has('error'), true);
          continue;
        }
        check(`${name} ${keyCase}`, summaryOf(plan, revlExitStatus(wal, log)), theirs);
        const target = sample.get('targetReading');
        if (keyCase === 'right-key' && target !== undefined) {
          const index = Number((sample.get('target') as JsonNumber).token);
          const ours = members(list(plan.get('decisions'))[index]);
          check(`${name} target`, withoutInferredReason(ours), withoutInferredReason(members(target)));
        }
      }
      if (sample.get('origin') === 'revl run') {
        // a run that nobody touched has nothing to suspect but prompts in clear
        const log = await readLog(wal, keys['right-key'], { expectSealed: false });
        const found = findSuspicions(wal, log, path).filter(({ code }) => code !== 'prompt-in-clear');
        check(
          `${name} suspicions`,
          found.map(({ code, line }) => `${code} ${line}`),
          [],
        );
      }
      for (const placed of list(sample.get('reconstructWithRoles') ?? []).map(members)) {
        const record = reading.is === 'read' && reading.records.find((one) => one.kind === 'model-decision');
        if (record === false || record === undefined) throw new Error(`${name} has no decision`);
        const { value } = record;
        const at = { component: value.get('component') as Json, stepIndex: value.get('stepIndex') as Json };
        const [key] = keys['right-key'];
        const made = await reconstructDecision(value.get('evidence') as Json, key as EvidenceKey, at, {
          roles: placed.get('roles') as Json,
        });
        const result = members(placed.get('result'));
        const reason = made.is === 'refused' ? made.refusal.revlReason : '';
        check(
          `${name} roles`,
          [made.is === 'read', reason],
          [result.get('verified') as Json, result.get('reason') as Json],
        );
      }
    }

    for (const file of await readdir(new URL('expected/', SAMPLES))) {
      const parts = /^(.+)\.(right-key|no-key|wrong-key)\.replay\.json$/.exec(file);
      if (parts === null) continue;
      const path = `wal/${parts[1]}.wal`;
      const wal: WalFile = { file: 0, reading: await parseLog(path) };
      const log = await readLog(wal, keys[parts[2] as (typeof KEY_CASES)[number]], { expectSealed: false });
      const theirs = new TextDecoder().decode(await read(`expected/${file}`));
      const ours = `${formatPythonJson(buildRevlPlan(wal, log, path) as Json)}\n`;
      const known = (text: string) =>
        text.replace(/("link": "crossing",\s+"reason": )"[^\n]*"/g, '$1""').trimEnd();
      check(`${file} byte for byte`, known(ours), known(theirs));
    }

    for (const [name, entry] of members(expected.get('traces'))) {
      const sample = members(entry);
      const reading = await parseTrace(sample.get('file') as string);
      check(`${name} error`, reading.is === 'refused', sample.has('error'));
      if (reading.is === 'refused') continue;
      const defects = findHopDefects(deriveHops(reading.events));
      check(
        `${name} defects`,
        defects.map(({ kind, hop }) => [kind, hop.seq]),
        list(sample.get('defects'))
          .map(members)
          .map((one) => [one.get('kind') as Json, one.get('seq') as Json]),
      );
      const filtered = members(sample.get('component'));
      for (const [full, component] of [
        [sample.get('full'), undefined],
        [filtered.get('full'), filtered.get('name')],
      ] as readonly [string, string | undefined][]) {
        const theirs = new TextDecoder().decode(await read(full));
        check(full, formatPythonJson(buildRevlTraceDocument(reading.events, component)), theirs.trimEnd());
      }
    }

    const primitives = members(expected.get('primitives'));
    for (const [text, digest] of members(primitives.get('digest')))
      check(`digest of ${text}`, sha256Hex(text), digest);
    for (const entry of list(primitives.get('canonical')).map(members)) {
      const canonical = canonicalPython(entry.get('value') as Json) ?? '';
      check('canonical bytes', Buffer.from(canonical).toString('hex'), entry.get('bytesHex'));
    }
    check('key id', keys['right-key'][0]?.keyId ?? '', members(primitives.get('keyId')).get('evidence'));
    check('key id', keys['wrong-key'][0]?.keyId ?? '', members(primitives.get('keyId')).get('other'));

    console.log(`revl samples: ${passed} passed, ${failures.length} failed`);
    expect(failures, failures.join('\n')).toEqual([]);
  }, 60_000);
});
