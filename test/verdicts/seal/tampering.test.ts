import { describe, expect, it } from 'vitest';
import type { DecisionReading, EvidenceKey } from '../../../src/model/seal.ts';
import { type ReadDecisionsOptions, readDecisions } from '../../../src/verdicts/seal/read-decisions.ts';
import { sealBytes } from '../../../src/verdicts/seal/seal-bytes.ts';
import {
  decisionBody,
  decisionRecord,
  digestOf,
  float,
  HEADER,
  keyIdOf,
  line,
  logText,
  OTHER_KEY,
  type Plain,
  type PlainObject,
  seal,
  TEST_KEY,
} from '../../sealer.ts';
import { keyOf, logOf } from './log-of.ts';

const KEY = await keyOf(TEST_KEY);

async function readAll(
  content: readonly Plain[] | string,
  keys: readonly EvidenceKey[] = [KEY],
  options: Partial<ReadDecisionsOptions> = {},
): Promise<readonly DecisionReading[]> {
  const { reading } = await logOf(content);
  if (reading.is !== 'read') throw new Error(reading.said);
  return readDecisions(reading.records, 0, keys, { expectSealed: false, ...options });
}

async function readOne(...given: Parameters<typeof readAll>): Promise<DecisionReading> {
  const [first] = await readAll(...given);
  if (first === undefined) throw new Error('no decision');
  return first;
}

const linkOf = async (evidence: Plain, overrides?: PlainObject): Promise<string> => {
  const reading = await readOne([decisionRecord(evidence, overrides)]);
  expect(reading.decision === undefined).toBe(reading.verified !== true);
  expect(reading.reproducible === undefined).toBe(reading.verified !== true);
  return reading.verified ? 'verified' : `${reading.link}`;
};

const genuine = seal(decisionBody());

/** Every way to reach a value inside the evidence, with something else of the same type in its place. */
function* edits(value: Plain, path: readonly string[] = []): Generator<{ path: string; edited: Plain }> {
  const at = path.join('.');
  if (Array.isArray(value)) {
    yield { path: `${at} reversed`, edited: [...value].reverse() };
    yield { path: `${at} longer`, edited: [...value, digestOf('more')] };
    for (const [i, member] of value.entries()) {
      for (const inner of edits(member, [...path, String(i)])) {
        yield { path: inner.path, edited: value.map((old, j) => (i === j ? inner.edited : old)) };
      }
    }
  } else if (typeof value === 'object' && value !== null && 'token' in value) {
    yield { path: at, edited: float('0.5') };
  } else if (typeof value === 'object' && value !== null) {
    const object = value as PlainObject;
    yield { path: `${at} + member`, edited: { ...object, another: 1 } };
    for (const [key, member] of Object.entries(object)) {
      const { [key]: _, ...rest } = object;
      yield { path: `${at}.${key} removed`, edited: rest };
      for (const inner of edits(member, [...path, key])) {
        yield { path: inner.path, edited: { ...object, [key]: inner.edited } };
      }
    }
  } else {
    yield { path: at, edited: value === null ? 1 : null };
    if (typeof value === 'string') yield { path: `${at} by a letter`, edited: `${value.slice(0, -1)}_` };
    if (typeof value === 'number') yield { path: `${at} by one`, edited: value + 1 };
    if (typeof value === 'number') yield { path: `${at} as a float`, edited: float(`${value}.0`) };
  }
}

describe('a genuine seal', () => {
  it('verifies and is read out', async () => {
    const { decision, reproducible, ...rest } = await readOne([decisionRecord(genuine)]);
    expect(rest).toMatchObject({ crossing: ['Loop', 0], sealed: true, verified: true, link: undefined });
    expect(rest.at).toMatchObject({ file: 0, line: 2 });
    expect(decision).toMatchObject({
      component: 'Loop',
      stepIndex: 0n,
      chosen: 1n,
      chosenDigest: digestOf('candidate 1'),
      promptBindingMode: 'content-addressed',
      promptSuppressionReason: undefined,
      retained: false,
      keyId: keyIdOf(TEST_KEY),
    });
    expect(reproducible).toEqual({ ok: true, missing: [] });
  });

  it('verifies however the record is spelled', async () => {
    const text = line(decisionRecord(genuine));
    const spellings = [
      text.replace(/, /g, ',').replace(/": /g, '" :\t'),
      text.replace('"Loop"', '"\\u004coop"'),
      text.replace('0.25', '25E-2').replace('"seed": 7', '"seed": 9, "seed": 7'),
      text.replace('"top_p": 1.0', '"top_p": 10e-1'),
      `\u2003${text}\r`,
    ];
    for (const spelled of spellings) {
      expect(spelled).not.toBe(text);
      expect((await readOne(`${line(HEADER)}\n\n${spelled}\n`)).verified).toBe(true);
    }
  });

  it('covers big integers, astral keys and every escape to the digit', async () => {
    const body = decisionBody({
      component: 'é"\\\b\u0001\u007f\u2028😀',
      sampling: {
        max_tokens: null,
        seed: float('18446744073709551617'),
        top_k: null,
        temperature: float('1E-7', '1e-07'),
        top_p: float('123456789012345680.0', '1.2345678901234568e+17'),
        stop_digest: null,
      },
    });
    const reading = await readOne([decisionRecord(seal(body))]);
    expect(reading.verified).toBe(true);
    expect(reading.decision?.sampling.get('seed')).toMatchObject({ token: '18446744073709551617' });
    expect(
      await linkOf({
        ...seal(body),
        sampling: { ...(body.sampling as PlainObject), seed: float('18446744073709551616') },
      }),
    ).toBe('signature');
  });

  it('names what a re-run would lack, in order', async () => {
    const body = decisionBody({
      placement_digest: null,
      prompt_binding: { mode: 'suppressed', value: null, reason: 'secret-origin' },
      origins: ['secret'],
      sampling: {
        max_tokens: null,
        seed: null,
        top_k: null,
        temperature: null,
        top_p: null,
        stop_digest: null,
      },
    });
    expect((await readOne([decisionRecord(seal(body))])).reproducible).toEqual({
      ok: false,
      missing: [
        'placement_digest',
        'sampling.seed',
        'sampling.temperature',
        'sampling.top_p',
        'prompt_binding',
      ],
    });
  });
});

describe('a seal that was touched', () => {
  it('fails for every member and nested value that is edited, removed or added', async () => {
    const { signature, ...body } = genuine;
    const all = [...edits(body)];
    // 21 members, three objects, three lists
    expect(all.length).toBeGreaterThan(80);
    const records = all.map(({ edited }) =>
      decisionRecord(
        { ...(edited as PlainObject), signature: signature as Plain },
        { component: 'Loop', stepIndex: 0 },
      ),
    );
    const readings = await readAll(records);
    const survived = all.filter(
      (_, i) => readings[i]?.link !== 'signature' || readings[i]?.decision !== undefined,
    );
    expect(survived.map(({ path }) => path)).toEqual([]);
  });

  it('has only one answer for each broken signature', async () => {
    const signature = genuine.signature as string;
    const { signature: _, ...unsigned } = genuine;
    expect(await linkOf({ ...genuine, signature: `${signature.slice(1)}${signature[0]}` })).toBe('signature');
    expect(await linkOf({ ...genuine, signature: signature.toUpperCase() })).toBe('signature');
    expect(await linkOf({ ...genuine, signature: signature.slice(1) })).toBe('signature');
    expect(await linkOf({ ...genuine, signature: `${signature}\n` })).toBe('signature');
    expect(await linkOf({ ...genuine, signature: null })).toBe('signature');
    expect(await linkOf({ ...genuine, signature: [signature] })).toBe('signature');
    expect(await linkOf(unsigned)).toBe('incomplete');
    for (const evidence of [{}, 'text', false, 0, []]) expect(await linkOf(evidence)).toBe('incomplete');
  });

  it('fails under another key, no domain or another one', async () => {
    expect(await linkOf(seal(decisionBody(), { key: OTHER_KEY }))).toBe('signature');
    expect(await linkOf(seal(decisionBody(), { domain: '' }))).toBe('signature');
    expect(await linkOf(seal(decisionBody(), { domain: 'revl.attestation/v2\0' }))).toBe('signature');
    expect((await readOne([decisionRecord(genuine)], [await keyOf(OTHER_KEY)])).link).toBe('signature');
  });

  it('has no canonical bytes with a lone surrogate, whatever its signature', async () => {
    const text = logText([HEADER, decisionRecord(genuine)]).replace('"cloud"', '"\\ud800"');
    expect((await readOne(text)).link).toBe('vocabulary');
  });

  it('is refused under another record than its own', async () => {
    expect(await linkOf(genuine, { component: 'Other' })).toBe('crossing');
    expect(await linkOf(genuine, { stepIndex: 1 })).toBe('crossing');
    expect(await linkOf(genuine, { stepIndex: null })).toBe('crossing');
    expect(await linkOf(genuine, { stepIndex: '0' })).toBe('crossing');
    // Python's equality
    expect(await linkOf(genuine, { stepIndex: float('0.0') })).toBe('verified');
    expect(await linkOf(genuine, { stepIndex: false })).toBe('verified');
    const other = seal(decisionBody({ step_index: 5 }));
    const swapped = await readAll([
      decisionRecord(other, { stepIndex: 0 }),
      decisionRecord(genuine, { stepIndex: 5 }),
      decisionRecord(genuine, {
        stepIndex: 6,
        evidenceRefused: { link: 'placement', reason: 'was refused' },
      }),
    ]);
    expect(swapped.map(({ link }) => link)).toEqual(['crossing', 'crossing', 'crossing']);
  });
});

describe('the suite itself', () => {
  // revl-wal.md 7: with a MAC that skips one member, the edit of that member must stop being `signature`
  it('would notice a verifier that skips key_id', async () => {
    const signedWithoutKeyId = seal(decisionBody(), { uncovered: ['key_id'] });
    const edited = decisionRecord({ ...signedWithoutKeyId, key_id: keyIdOf(OTHER_KEY) });
    const skipping = {
      coveredBytes: (evidence: Parameters<typeof sealBytes>[0]) =>
        sealBytes(new Map([...evidence].filter(([member]) => member !== 'key_id'))),
    };
    expect((await readOne([decisionRecord(signedWithoutKeyId)], [KEY], skipping)).verified).toBe(true);
    expect((await readOne([edited], [KEY], skipping)).link).toBe('key-identity');
    // the real one covers it
    expect((await readOne([edited])).link).toBe('signature');
    expect(await linkOf(signedWithoutKeyId)).toBe('signature');
    expect(await linkOf({ ...genuine, key_id: keyIdOf(OTHER_KEY) })).toBe('signature');
  });
});
