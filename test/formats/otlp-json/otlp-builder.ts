/** Small builders of OTLP/JSON: `attr` types a value as the mapping wants it. */
export const TRACE = '0af7651916cd43dd8448eb211c80319c';
export const BASE = 1_793_000_000_000_000_000n;

export function attr(key: string, value: unknown): { key: string; value: unknown } {
  return { key, value: anyValue(value) };
}

export function anyValue(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (value === null || value === undefined) return {};
  return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => attr(key, inner)) } };
}

export const spanId = (n: number): string => n.toString(16).padStart(16, '0');

export function span(n: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    traceId: TRACE,
    spanId: spanId(n),
    name: `span ${n}`,
    kind: 1,
    startTimeUnixNano: String(BASE + BigInt(n) * 1_000_001n),
    endTimeUnixNano: String(BASE + BigInt(n) * 1_000_001n + 500_003n),
    ...more,
  };
}

export const scoped = (spans: readonly unknown[], name = 'lib'): unknown => ({ scope: { name }, spans });
export const grouped = (
  spans: readonly unknown[],
  resource: Record<string, unknown> = { 'service.name': 'svc' },
): Record<string, unknown> => ({
  resource: { attributes: Object.entries(resource).map(([key, value]) => attr(key, value)) },
  scopeSpans: [scoped(spans)],
});
export const request = (...groups: readonly unknown[]): { resourceSpans: readonly unknown[] } => ({
  resourceSpans: groups,
});
