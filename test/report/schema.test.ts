import { describe, expect, it } from 'vitest';
import { BASES } from '../../src/model/order.ts';
import { PROBLEM_CODES } from '../../src/model/problem.ts';
import { MODES, REQUIREMENTS, SEAL_LINKS } from '../../src/model/seal.ts';
import { CALL_REASONS, VERDICTS } from '../../src/model/verdict.ts';
import { OUTCOME_REASONS } from '../../src/verdicts/session/outcome.ts';
import { findingsSchema, type Schema, schemaErrors } from './validate-findings.ts';

const { $defs } = findingsSchema;
const at = (start: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Schema)[key], start);
const sorted = (list: unknown): readonly unknown[] => [...(list as unknown[])].sort();

describe('the published schema', () => {
  it.each([
    ['problem codes', at($defs.problemCode, 'enum'), Object.keys(PROBLEM_CODES)],
    ['verdicts', at($defs.verdict, 'enum'), VERDICTS],
    ['bases', at($defs.basis, 'enum'), BASES],
    ['bases of edges', at($defs.order, 'properties', 'edges', 'required'), BASES],
    ['requirements', at($defs.requirement, 'enum'), REQUIREMENTS],
    ['modes', at($defs.mode, 'properties', 'mode', 'enum'), MODES],
    ['reasons of calls', at($defs.call, 'properties', 'reasons', 'items', 'enum'), Object.keys(CALL_REASONS)],
    ['reasons of sessions', at($defs.session, 'properties', 'reasons', 'items', 'enum'), OUTCOME_REASONS],
    ['links', at($defs.decisionReading, 'properties', 'link', 'enum'), [...SEAL_LINKS, null]],
  ])('has the closed vocabulary of %s', (_, published, own) => {
    expect(sorted(published)).toEqual(sorted(own));
  });

  it('refuses what is no findings document', () => {
    for (const wrong of [null, {}, [], { kind: 'witnessmark.findings', version: 2 }, { kind: 'other' }]) {
      expect(schemaErrors(wrong)).not.toEqual([]);
    }
  });

  it('has a description or a vocabulary for every problem code', () => {
    for (const [code, [severity, meaning]] of Object.entries(PROBLEM_CODES)) {
      expect(['error', 'warning', 'info'], code).toContain(severity);
      expect(meaning.length, code).toBeGreaterThan(10);
    }
  });
});
