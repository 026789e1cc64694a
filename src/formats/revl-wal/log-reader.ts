import type { ByteLine } from '../../lib/byte-lines.ts';
import { type ScanFacts, scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonObject, JsonNumber, type JsonObject } from '../../lib/json-value.ts';
import { pythonStrip } from '../../lib/python-strip.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { WalReading, WalRecord } from '../../model/wal.ts';

/** Lines above this are not read (security.md, huge lines). */
export const MAX_LOG_LINE = 32 * 1024 * 1024;

/** How a reading ended, with what belongs into the ledger. */
export interface LogEnd {
  readonly reading: WalReading;
  /** Set when the last content line was dropped. */
  readonly torn: (LineFailure & { readonly length: number }) | undefined;
  /** Set when the log is refused. */
  readonly refusal: Refusal | undefined;
}

export interface LineFailure {
  readonly line: number;
  /** Into the file. */
  readonly byte: number;
  readonly said: string;
}

export interface Refusal extends LineFailure {
  readonly why: 'corrupt' | 'newer-version' | 'limit';
}

export interface LogReader {
  /** Lines in file order. */
  take(line: ByteLine): void;
  end(): LogEnd;
}

/**
 * The reading algorithm of revl-wal.md 1.2: the last content line may be broken (`torn`), any line before it may not.
 * `onFacts` hears of every line that was read and is worth a problem.
 */
export function createLogReader(onFacts: (line: ByteLine, facts: ScanFacts) => void): LogReader {
  let header: JsonObject = new Map();
  const records: WalRecord[] = [];
  let complete = false;
  /** A line that failed: torn if it stays the last content line. */
  let failed: (LineFailure & { readonly length: number }) | undefined;
  let refusal: Refusal | undefined;
  let lastContentLine = 0;

  const readLine = (line: ByteLine): void => {
    const parsed = parseLine(line);
    if (!parsed.ok) {
      if (parsed.error.why === 'unreadable') failed = { ...parsed.error, length: line.length };
      else
        refusal = {
          ...parsed.error,
          why: parsed.error.why,
          said: `${parsed.error.said}; nothing in the log is read`,
        };
      return;
    }
    const { value, facts } = parsed.value;
    if (facts.duplicateKeys.length > 0 || facts.loneSurrogates.length > 0) onFacts(line, facts);
    const record = value.get('record');
    if (record === 'header') {
      refusal = refusalOfVersion(value, line);
      header = value;
      return;
    }
    if (record === 'activation-complete') complete = true;
    records.push({
      line: line.line,
      offset: line.offset,
      length: line.length,
      kind: typeof record === 'string' ? record : undefined,
      value,
    });
  };

  return {
    take(line) {
      if (isBlankLine(line.bytes)) return;
      lastContentLine = line.line;
      if (refusal === undefined && failed === undefined) readLine(line);
    },
    end() {
      if (refusal === undefined && failed !== undefined && failed.line < lastContentLine) {
        refusal = { ...failed, why: 'corrupt', said: saidOfCorruption(failed, lastContentLine) };
      }
      if (refusal !== undefined) {
        return {
          reading: { is: 'refused', line: refusal.line, said: refusal.said },
          torn: undefined,
          refusal,
        };
      }
      return {
        reading: { is: 'read', header, records, complete, torn: failed !== undefined },
        torn: failed,
        refusal: undefined,
      };
    },
  };
}

/** Only the ASCII bytes space, TAB, CR, LF, VT, FF; what Python's `strip` also takes makes no line blank. */
function isBlankLine(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false;
  }
  return true;
}

interface ParsedLine {
  readonly value: JsonObject;
  /** Offsets count from the line's start. */
  readonly facts: ScanFacts;
}

interface ParseFailure extends LineFailure {
  /** `unreadable` on the last content line is a torn tail; the others refuse the log wherever they stand. */
  readonly why: 'unreadable' | 'corrupt' | 'limit';
}

function parseLine(line: ByteLine): Result<ParsedLine, ParseFailure> {
  const at = (byte: number, why: ParseFailure['why'], said: string): Result<never, ParseFailure> =>
    fail({ line: line.line, byte: line.offset + byte, why, said });
  if (line.length > line.bytes.length) {
    return at(0, 'limit', `line ${line.line} is longer than ${MAX_LOG_LINE / 1024 / 1024} MiB`);
  }
  const text = pythonStrip(line.bytes, 0, line.bytes.length);
  const scanned = scanWholeJson(line.bytes.subarray(0, text.to), {
    from: text.from,
    python: true,
    utf8: 'strict',
  });
  if (!scanned.ok) {
    const { kind, said, byte } = scanned.error;
    // revl would read such a line; that we do not is our limit, not a cut
    if (kind === 'too-deep') return at(byte, 'limit', `in line ${line.line} ${said}`);
    return at(byte, 'unreadable', said);
  }
  const { value, facts } = scanned.value;
  if (!isJsonObject(value)) {
    return at(text.from, 'corrupt', `line ${line.line} is JSON but no object, so it is no record`);
  }
  return ok({ value, facts });
}

/** Python's `walVersion in {1}`: 1, 1.0 and true are in. */
function refusalOfVersion(header: JsonObject, line: ByteLine): Refusal | undefined {
  const version = header.get('walVersion');
  const number = version instanceof JsonNumber ? Number(version.token) : undefined;
  if (version === true || number === 1) return undefined;
  const stated =
    number !== undefined
      ? `says walVersion ${number}`
      : version === undefined
        ? 'states no walVersion'
        : 'states a walVersion that is no number';
  return {
    line: line.line,
    byte: line.offset,
    why: number !== undefined && number > 1 ? 'newer-version' : 'corrupt',
    said: `the header in line ${line.line} ${stated}; only version 1 is known, so nothing in the log is read`,
  };
}

function saidOfCorruption(failed: LineFailure, lastContentLine: number): string {
  const after = lastContentLine - failed.line;
  return (
    `line ${failed.line} cannot be read (${failed.said}) and ${after} more ${after === 1 ? 'line follows' : 'lines follow'}: ` +
    'the log is corrupt before its end, so nothing in it is read'
  );
}
