import { NO_TIME, spanAt } from '../../model/span-table.ts';
import type { SpanDetail } from '../messages.ts';
import type { Asking } from './asking.ts';
import { cutBytes, cutString, jsonText, SHOWN_BYTES } from './shown-text.ts';
import { readSpanAttributes } from './span-json.ts';

/** A span that is larger is shown raw; its attributes are not taken apart. */
const PARSED_BYTES = 8 * 1024 * 1024;
/** Lines are counted up to a place in a file of this size. */
const COUNTED_BYTES = 64 * 1024 * 1024;

/** Everything that is shown of one span, read again from its file. @throws RangeError when there is no such row. */
export async function answerSpan(row: number, { reader }: Asking): Promise<SpanDetail> {
  const { spans, files } = reader.evidence;
  const span = spanAt(spans, row);
  const [file, offset, length] = [spans.file[row] ?? 0, spans.offset[row] ?? 0, spans.length[row] ?? 0];
  const source = await reader.source(file);
  const isParsed = length <= PARSED_BYTES;
  const bytes = await source.read(offset, isParsed ? length : SHOWN_BYTES);
  const attributes = isParsed ? readSpanAttributes(bytes) : undefined;
  const time = (column: BigInt64Array): string | null => {
    const value = column[row];
    return value === undefined || value === NO_TIME ? null : String(value);
  };
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentId ?? null,
    name: span.name,
    service: span.resource.serviceName,
    startNs: time(spans.start),
    endNs: time(spans.end),
    file: files[file]?.path ?? '',
    line: source.size > COUNTED_BYTES ? null : await lineAt(source, offset),
    byte: offset,
    raw: cutBytes(bytes, length),
    attributes: [...(attributes ?? [])].map(([key, value]) => ({
      key,
      value: cutString(jsonText(value)).text,
    })),
  };
}

const LF = 0x0a;

async function lineAt(source: { stream(): AsyncIterable<Uint8Array> }, offset: number): Promise<number> {
  let line = 1;
  let at = 0;
  for await (const piece of source.stream()) {
    for (let lf = piece.indexOf(LF); lf >= 0; lf = piece.indexOf(LF, lf + 1)) {
      if (at + lf >= offset) return line;
      line++;
    }
    at += piece.length;
    if (at >= offset) return line;
  }
  return line;
}
