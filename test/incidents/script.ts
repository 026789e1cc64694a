/**
 * What a scripted agent does, turn by turn. `run-script.ts` plays it and writes down what a tracer, a recorder of calls
 * and a sealed log would have written.
 */
export interface Script {
  readonly agent: string;
  readonly task: string;
  readonly turns: readonly ScriptedTurn[];
}

export interface ScriptedTurn {
  /** What the model says beside its calls; the whole answer of a turn without calls. */
  readonly says: string;
  /** Several calls run at once. */
  readonly calls: readonly ScriptedCall[];
  /**
   * `dropped`: the exporter cut the messages of this model call. `compacted`: the conversation starts anew from a summary
   * at this turn. Recorded in full otherwise.
   */
  readonly messages?: 'dropped' | 'compacted';
  /** The calls run on a pool that loses the context: their spans have no call id, no index and no arguments. */
  readonly pooled?: true;
}

export interface ScriptedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly output: Json;
  readonly effects: 'none' | 'read' | 'write';
  readonly before?: readonly State[];
  /** Nothing was touched when absent. */
  readonly after?: readonly State[];
  /** What the call takes, in ms; the default differs from call to call. */
  readonly takes?: number;
  /** The call hands over to another agent. */
  readonly runs?: Script;
  /** The span between the turn and this call was sampled away. */
  readonly orphaned?: true;
}

/** As in `witnessmark.calls/1` (design.md 3.1). */
export interface State {
  readonly resource: string;
  readonly fingerprint: string;
  readonly epoch?: string;
  readonly content?: { readonly path: string };
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A state by its row version, counted within an epoch. */
export const rows = (table: string, version: number, epoch: string): State => ({
  resource: `db:${table}`,
  fingerprint: `row-version:${version}`,
  epoch,
});
