/** What the user's module does: one recorded call, made again in a working copy of the snapshot. */
export interface ExecutorModule {
  readonly execute: Execute;
  /** The state of a resource that is neither a file nor a table of the snapshot, as it is now. */
  readonly stateOf?: (resource: string, world: ExecutorWorld) => ReportedState | Promise<ReportedState>;
}

export type Execute = (
  call: CallToExecute,
  world: ExecutorWorld,
) => Answer | undefined | Promise<Answer | undefined>;

export interface CallToExecute {
  readonly agent: string | undefined;
  readonly turn: number | undefined;
  readonly index: number | undefined;
  readonly callId: string | undefined;
  readonly tool: string;
  /** The recorded input; undefined where none was recorded. Numbers beyond 2^53 lose digits here and none in `inputText`. */
  readonly input: unknown;
  /** The same as JSON, as it was recorded. */
  readonly inputText: string | undefined;
  /** The recorded key, salted with the attempt; undefined where none was recorded. Never the recorded key itself. */
  readonly idempotencyKey: string | undefined;
  readonly attempt: string;
}

export interface ExecutorWorld {
  /** The working copy of the snapshot: an absolute path. It is thrown away afterwards. */
  readonly folder: string;
  /** Aborts when the call's time is over. */
  readonly signal: AbortSignal;
}

/** An executor that answers anything else has failed. */
export interface Answer {
  /** JSON. Absent: the tool gave no output; null is an output. */
  readonly output?: unknown;
  /** The output as JSON text, instead of it: for numbers with more digits than a double has. */
  readonly outputText?: string;
  /** A cache answered and the tool did not run. */
  readonly servedFromCache?: boolean;
}

export type ReportedState =
  /** `scheme:value` */
  | { readonly fingerprint: string; readonly epoch?: string }
  | { readonly absent: true }
  /** It cannot say. */
  | undefined;
