import type { Json } from './json-value.ts';
import { compareCodeUnits, isIntegerToken, type Spelling, writeJson } from './json-write.ts';

/**
 * RFC 8785 canonical JSON in which integers keep all their digits (design.md 4): `12345678901234567890` stays, `1.0`
 * becomes `1`. What RFC 8785 has no form for is written so that the result stays total and repeatable: NaN and
 * Infinity bare, a float beyond the doubles as it is spelled, lone surrogates as escapes.
 */
export function canonicalRfc8785(value: Json): string {
  return writeJson(value, RFC8785);
}

const RFC8785: Spelling = {
  compareKeys: compareCodeUnits,
  number: (token) => {
    if (isIntegerToken(token)) return token === '-0' ? '0' : token;
    const double = Number(token);
    return Number.isFinite(double) ? String(double) : token;
  },
  string: (text) => JSON.stringify(text),
};
