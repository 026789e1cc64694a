import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadHashes } from '../../src/lib/hash.ts';
import { NOTHING_MADE } from '../../src/model/people.ts';
import { canonicalDocument } from '../../src/report/canonical-document.ts';
import { writeCaseDocument } from '../../src/report/case-document.ts';
import { DIVERGENT, OVERLAPPING } from '../engine/bundles.ts';
import { findingsOf } from '../engine/open-bundle-of.ts';
import { madeFindings, madePeople } from './made-findings.ts';
import { schemaErrors } from './validate-findings.ts';

beforeAll(loadHashes);

const exported = { at: '2027-01-01T00:00:00Z', title: 'x' };

describe('an exported case', () => {
  it('is a findings document with what people made, and fits the schema', () => {
    const log = [
      {
        seq: 0,
        at: '2027',
        author: 'a',
        action: 'pin',
        detail: '{}',
        previous: '0'.repeat(64),
        hash: 'f'.repeat(64),
      },
    ];
    const document = writeCaseDocument(madeFindings('x'), madePeople('x'), log, exported);
    expect(schemaErrors(document)).toEqual([]);
    expect(document).toMatchObject({
      ...madeFindings('x'),
      people: { names: null, pins: [{ before: 'x' }] },
    });
  });

  it('has a digest over the findings alone', async () => {
    const findings = await findingsOf({ ...DIVERGENT, 'trace.json': OVERLAPPING });
    const one = writeCaseDocument(findings, NOTHING_MADE, [], exported);
    const other = writeCaseDocument(findings, madePeople('y'), [], { at: '2030', title: 'another' });
    expect(other.resultDigest).toBe(one.resultDigest);
    const { resultDigest: _, people: __, actionLog: ___, exported: ____, ...rest } = one;
    const digest = createHash('sha256').update(canonicalDocument(rest)).digest('hex');
    expect(one.resultDigest).toBe(`sha256:${digest}`);
    const edited = { ...findings, policy: { expectSealed: true } };
    expect(writeCaseDocument(edited, NOTHING_MADE, [], exported).resultDigest).not.toBe(one.resultDigest);
  });

  it('is digested in a form that does not depend on the order of members', () => {
    expect(canonicalDocument({ b: [1, { z: null, a: 'é"' }], a: true })).toBe(
      '{"a":true,"b":[1,{"a":"é\\"","z":null}]}',
    );
    expect(canonicalDocument({ a: undefined, 'a"': 1 })).toBe('{"a\\"":1}');
  });
});
