/** A span before it is written; times in ns. */
export interface MadeSpan {
  readonly spanId: string;
  readonly parentId?: string;
  readonly name: string;
  /** OTLP's number: 1 internal, 3 client. */
  readonly kind: 1 | 3;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Attributes that the exporter cut. */
  readonly dropped?: number;
}

const BATCH = 8;

/** OTLP/JSON Lines as a collector's file exporter writes them: spans in the order in which they ended, a batch a line. */
export function otlpLines(
  traceId: string,
  resource: Readonly<Record<string, string | number>>,
  scope: { readonly name: string; readonly version: string },
  spans: readonly MadeSpan[],
): string {
  const ended = [...spans].sort((a, b) => (a.end === b.end ? 0 : a.end < b.end ? -1 : 1));
  let text = '';
  for (let at = 0; at < ended.length; at += BATCH) {
    const batch = ended.slice(at, at + BATCH).map((span) => written(traceId, span));
    text += `${JSON.stringify({
      resourceSpans: [
        { resource: { attributes: keyValues(resource) }, scopeSpans: [{ scope, spans: batch }] },
      ],
    })}\n`;
  }
  return text;
}

const written = (traceId: string, span: MadeSpan): object => ({
  traceId,
  spanId: span.spanId,
  parentSpanId: span.parentId ?? '',
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: String(span.start),
  endTimeUnixNano: String(span.end),
  attributes: keyValues(span.attributes),
  ...(span.dropped === undefined ? {} : { droppedAttributesCount: span.dropped }),
  status: {},
});

const keyValues = (values: MadeSpan['attributes']): object[] =>
  Object.entries(values).flatMap(([key, value]): object[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
