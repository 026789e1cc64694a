import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { preAuthEncoding } from '../../../src/formats/dsse/read-envelope.ts';
import { canonicalRfc8785 } from '../../../src/lib/json-canonical-rfc8785.ts';
import { scanWholeJson } from '../../../src/lib/json-scan.ts';
import type { FindingsDocument } from '../../../src/model/findings.ts';
import { importPublicKey } from '../../../src/verdicts/seal/ed25519-key.ts';
import { recordedLog } from '../../engine/bundles.ts';
import { CASE, NOTHING, newEngine, openFiles } from '../../engine/open-bundle-of.ts';
import { parseFindings } from '../../report/validate-findings.ts';

const utf8 = new TextEncoder();
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'));

let pair: CryptoKeyPair;
let publicKey: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair;
  publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
});

afterEach(() => vi.restoreAllMocks());

const sign = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes));

async function envelope(
  statement: object,
  type = 'application/vnd.in-toto+json',
): Promise<Record<string, unknown>> {
  const payload = utf8.encode(JSON.stringify(statement));
  const sig = base64(await sign(preAuthEncoding(type, payload)));
  return { payloadType: type, payload: base64(payload), signatures: [{ keyid: 'ci', sig }] };
}

async function receipt(body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const scanned = scanWholeJson(utf8.encode(JSON.stringify(body)));
  if (!scanned.ok) throw new Error(scanned.error.said);
  const signature = await sign(utf8.encode(canonicalRfc8785(scanned.value.value)));
  return { ...body, signature: Buffer.from(signature).toString('hex') };
}

/** The document of a call log and one more file. */
async function check(file: unknown, key?: Uint8Array): Promise<FindingsDocument> {
  const engine = newEngine();
  if (key !== undefined) await engine.giveKey(Uint8Array.from(key));
  await openFiles({ 'recorded.jsonl': recordedLog(), 'seal.json': JSON.stringify(file) }, engine);
  return parseFindings(JSON.stringify(await engine.ask({ is: 'findings', caseId: CASE, assumed: NOTHING })));
}

const digestOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', utf8.encode(text))).toString('hex');

describe('DSSE envelopes', () => {
  test('are verified with a key that was given, and name the file that they seal', async () => {
    const statement = {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'calls', digest: { sha256: await digestOf(recordedLog()) } },
        { name: 'lost', digest: { sha256: 'f'.repeat(64) } },
      ],
    };
    const { otherSeals } = await check(await envelope(statement), publicKey);
    expect(otherSeals).toMatchObject([
      {
        input: 'seal.json',
        carrier: 'dsse',
        type: 'application/vnd.in-toto+json',
        keyIds: ['ci'],
        state: 'verified',
        subjects: [
          { name: 'calls', path: 'recorded.jsonl' },
          { name: 'lost', path: null },
        ],
      },
    ]);
  });

  test('that were altered, in the payload or its type, are not verified, and nothing is read out of them', async () => {
    const whole = await envelope({ subject: [{ name: 'x', digest: { sha256: 'a'.repeat(64) } }] });
    for (const altered of [
      { ...whole, payload: base64(utf8.encode('{"subject":[]}')) },
      { ...whole, payloadType: 'text/plain' },
    ]) {
      const { otherSeals } = await check(altered, publicKey);
      expect(otherSeals).toMatchObject([{ state: 'not-verified', subjects: [] }]);
    }
  });

  test('are unchecked without a key, and with a key that is no public key', async () => {
    const whole = await envelope({ subject: [{ name: 'x', digest: { sha256: 'a'.repeat(64) } }] });
    expect((await check(whole)).otherSeals).toMatchObject([{ state: 'unchecked', subjects: [] }]);
    expect((await check(whole, utf8.encode('a password'))).otherSeals).toMatchObject([
      { state: 'unchecked' },
    ]);
  });

  test('without Ed25519 here are of an unsupported scheme, not without a key', async () => {
    const whole = await envelope({ subject: [{ name: 'x', digest: { sha256: 'a'.repeat(64) } }] });
    vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
    expect((await check(whole, publicKey)).otherSeals).toMatchObject([
      { state: 'unsupported-scheme', said: expect.stringContaining('Ed25519'), subjects: [] },
    ]);
  });

  test('of another scheme are told as that, never as unsealed', async () => {
    const other = { ...(await envelope({})), signatures: [{ sig: base64(new Uint8Array(71)) }] };
    const document = await check(other, publicKey);
    expect(document.otherSeals).toMatchObject([{ state: 'unsupported-scheme' }]);
    expect(document.inputs.flatMap(({ problems }) => problems.map(({ code }) => code))).toContain(
      'unsupported-scheme',
    );
  });
});

describe('receipts', () => {
  const BODY = { receipt_id: 'r-1', action: 'pay', amount: 12.5, nested: { b: 1, a: [1, 2] } };

  test('are sealed over all of them but the signature, in whatever order their members stand', async () => {
    const whole = await receipt(BODY);
    expect((await check(whole, publicKey)).otherSeals).toMatchObject([
      { carrier: 'receipt', state: 'verified' },
    ]);
    const turned = Object.fromEntries(Object.entries(whole).reverse());
    expect((await check(turned, publicKey)).otherSeals).toMatchObject([{ state: 'verified' }]);
  });

  test('of which any member was changed, added or taken out are not verified', async () => {
    const whole = await receipt(BODY);
    const { action: _, ...without } = whole;
    for (const altered of [
      { ...whole, amount: 12.6 },
      { ...whole, more: 1 },
      without,
      { ...whole, nested: { a: [2, 1], b: 1 } },
    ])
      expect((await check(altered, publicKey)).otherSeals).toMatchObject([{ state: 'not-verified' }]);
  });

  test('that bring a key of their own are not believed for it', async () => {
    const whole = await receipt({ ...BODY, public_key: Buffer.from(publicKey).toString('hex') });
    const [seal] = (await check(whole)).otherSeals ?? [];
    expect(seal?.state).toBe('unchecked');
    expect(seal?.said).toContain('proves no origin');
  });

  test('that name another scheme are not checked by this one', async () => {
    const whole = await receipt({ ...BODY, alg: 'ES256' });
    expect((await check(whole, publicKey)).otherSeals).toMatchObject([{ state: 'unsupported-scheme' }]);
  });
});

describe('public keys', () => {
  test.each([
    ['zero', '00'.repeat(32)],
    ['the identity', `01${'00'.repeat(31)}`],
    ['the identity with its sign set', `01${'00'.repeat(30)}80`],
    ['of order two', `ec${'ff'.repeat(30)}7f`],
    ['of order eight', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['of order eight, the other', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['the prime, which spells zero', `ed${'ff'.repeat(30)}7f`],
    ['the prime and one, which spells the identity', `ee${'ff'.repeat(30)}7f`],
    ['the highest', 'ff'.repeat(32)],
  ])('%s: refused before anything is verified with it', async (_, hex) => {
    expect(await importPublicKey(fromHex(hex))).toEqual({ is: 'refused' });
  });

  test('raw, in DER and in PEM; a secret of another length is none', async () => {
    const der = Uint8Array.from([...fromHex('302a300506032b6570032100'), ...publicKey]);
    const pem = `-----BEGIN PUBLIC KEY-----\n${base64(der)}\n-----END PUBLIC KEY-----\n`;
    for (const file of [publicKey, der, utf8.encode(pem)])
      expect((await importPublicKey(file)).is).toBe('key');
    expect((await importPublicKey(utf8.encode('secret'))).is).toBe('none');
  });

  test('a forgeable key is warned about when it is given', async () => {
    const { warnings } = await newEngine().giveKey(fromHex(`01${'00'.repeat(31)}`));
    expect(warnings.join(' ')).toContain('would verify any message');
  });
});
