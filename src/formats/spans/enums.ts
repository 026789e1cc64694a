import { isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { SPAN_KINDS, type SpanKind, type SpanStatus } from '../../model/span.ts';

/** `3`, `"SPAN_KIND_CLIENT"`, `"SpanKind.CLIENT"`, `"CLIENT"`; anything else is unspecified. */
export function readKind(value: Json | undefined, numbers: 'otlp' | 'api'): SpanKind {
  if (value === undefined || value === null) return 'unspecified';
  if (isJsonNumber(value)) return kindOfNumber(value.token, numbers);
  if (typeof value !== 'string') return 'unspecified';
  if (/^[0-9]$/.test(value)) return kindOfNumber(value, numbers);
  const word = value.slice(Math.max(value.lastIndexOf('_'), value.lastIndexOf('.')) + 1).toLowerCase();
  return SPAN_KINDS.find((kind) => kind === word) ?? 'unspecified';
}

const kindOfNumber = (token: string, numbers: 'otlp' | 'api'): SpanKind =>
  SPAN_KINDS[Number(token) + (numbers === 'api' ? 1 : 0)] ?? 'unspecified';

/** A status object (`code`, `status_code`, `statusCode`), a bare name or a number: 0 unset, 1 ok, 2 error. */
export function readStatus(value: Json | undefined): SpanStatus {
  const code = isJsonObject(value)
    ? (value.get('code') ?? value.get('status_code') ?? value.get('statusCode') ?? value.get('Code'))
    : value;
  const text = isJsonNumber(code) ? code.token : typeof code === 'string' ? code : '';
  const word = text.slice(Math.max(text.lastIndexOf('_'), text.lastIndexOf('.')) + 1).toLowerCase();
  if (word === '1' || word === 'ok') return 'ok';
  return word === '2' || word === 'error' ? 'error' : 'unset';
}
