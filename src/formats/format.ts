import type { ByteSource } from '../intake/byte-source.ts';
import type { CallLog } from '../model/call.ts';
import type { CausalTrace } from '../model/causal-trace.ts';
import type { OtherSeal } from '../model/other-seal.ts';
import type { Problem } from '../model/problem.ts';
import type { Manifest } from '../model/session.ts';
import type { SpanRecord, ToldFacts } from '../model/span.ts';
import type { ToolEvent } from '../model/tool-event.ts';
import type { WalFile } from '../model/wal.ts';

/** A reader of one format. Adding one touches its folder, one line of `registry.ts`, one row of the README and one sample. */
export interface Format {
  /** Stands in the findings as `inputs[].format`. */
  readonly id: string;
  readonly label: string;
  /** Why these first bytes are of this format, or undefined. Content only, never the name. */
  detect(head: Uint8Array): Detection | undefined;
  /** Emits records and problems and nothing else; throws only on bugs of ours and when `signal` aborts. */
  parse(source: ByteSource, file: number, emit: Emit, signal: AbortSignal): Promise<void>;
}

export interface Detection {
  readonly confidence: 'certain' | 'likely';
  /** "the first line has resourceSpans". */
  readonly why: string;
}

export interface Emit {
  span(record: SpanRecord): void;
  /** Joined to the spans when all files are read. */
  spanFacts?(told: ToldFacts): void;
  /** Made into calls when all files are read. */
  toolEvent?(event: ToolEvent): void;
  callLog(log: CallLog): void;
  wal(log: WalFile): void;
  /** Only revl's own format has one. */
  causalTrace?(trace: CausalTrace): void;
  /** A sealed record that is no decision of a write-ahead log. */
  otherSeal?(seal: OtherSeal): void;
  problem(problem: Problem): void;
  /** `incident.json`, of which a bundle has one. */
  manifest?(manifest: Manifest): void;
  /** Bytes read so far, for progress. */
  progress(bytes: number): void;
}

/** Bytes handed to `detect`. */
export const HEAD_BYTES = 64 * 1024;
