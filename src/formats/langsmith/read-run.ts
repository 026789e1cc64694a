import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { SpanRecord } from '../../model/span.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { makeSpan } from '../spans/make-span.ts';
import { NO_RESOURCE, type ResourceShelf } from '../spans/resources.ts';
import type { SpanNotes, SpanPlace } from '../spans/span-notes.ts';

/**
 * A run of LangSmith as a span (formats.md 1.12). `dotted_order` is not read: in Python it is the start time again, so
 * it witnesses nothing.
 */
export function readRun(
  run: JsonObject,
  place: SpanPlace,
  shelf: ResourceShelf,
  notes: SpanNotes,
): SpanRecord {
  return makeSpan(
    {
      traceId: run.get('trace_id') ?? run.get('id'),
      spanId: run.get('id'),
      parentId: run.get('parent_run_id'),
      name: textOf(run.get('name')) ?? '',
      start: run.get('start_time'),
      end: run.get('end_time'),
      unit: 'by-size',
      status: (run.get('error') ?? null) === null ? 'unset' : 'error',
      resource: resourceOf(run, shelf),
      attributes: attributesOf(run),
    },
    place,
    notes,
  );
}

function attributesOf(run: JsonObject): Attributes {
  const attributes = new Map<string, Json>();
  const type = textOf(run.get('run_type'));
  if (type !== undefined) attributes.set('langsmith.span.kind', type);
  const metadata = memberOf(memberOf(run, 'extra'), 'metadata');
  for (const [key, value] of metadata ?? []) attributes.set(`langsmith.metadata.${key}`, value);
  // one of three keys names the thread; `session_id` of the run itself is the project
  const thread = THREAD_KEYS.map((key) => textOf(metadata?.get(key))).find((text) => text !== undefined);
  if (thread !== undefined) attributes.set('langsmith.metadata.thread_id', thread);
  for (const key of ['execution_order', 'child_execution_order']) {
    const value = run.get(key);
    if (value !== undefined && value !== null) attributes.set(key, value);
  }
  const [inputs, outputs] = [run.get('inputs'), run.get('outputs')];
  if (type === 'tool') addTool(attributes, run, inputs, outputs);
  else {
    if (isFull(inputs)) attributes.set('langsmith.inputs', inputs);
    if (isFull(outputs)) attributes.set('langsmith.outputs', outputs);
  }
  return attributes;
}

const THREAD_KEYS = ['session_id', 'thread_id', 'conversation_id'] as const;

function addTool(
  attributes: Map<string, Json>,
  run: JsonObject,
  inputs: Json | undefined,
  outputs: Json | undefined,
): void {
  const name = textOf(run.get('name'));
  if (name !== undefined) attributes.set('gen_ai.tool.name', name);
  const input = only(inputs, 'input');
  if (isFull(input)) attributes.set('gen_ai.tool.call.arguments', input);
  const output = only(outputs, 'output');
  if (!isFull(output)) return;
  // a ToolMessage: the call's id, and what the model read
  const message = isJsonObject(output) ? (memberOf(output, 'kwargs') ?? output) : undefined;
  const id = textOf(message?.get('tool_call_id'));
  if (id !== undefined) attributes.set('gen_ai.tool.call.id', id);
  attributes.set('gen_ai.tool.call.result', id === undefined ? output : (message?.get('content') ?? output));
}

/** The only member where there is no other. */
function only(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && value.size === 1 && value.has(key) ? value.get(key) : value;
}

const isFull = (value: Json | undefined): value is Json =>
  value !== undefined &&
  value !== null &&
  !(isJsonObject(value) && value.size === 0) &&
  !(isJsonArray(value) && value.length === 0);

function resourceOf(run: JsonObject, shelf: ResourceShelf) {
  const runtime = memberOf(memberOf(run, 'extra'), 'runtime');
  const project = textOf(run.get('session_name'));
  if (runtime === undefined && project === undefined) return NO_RESOURCE;
  const attributes = new Map<string, Json>();
  if (project !== undefined) attributes.set('service.name', project);
  for (const [key, value] of runtime ?? [])
    if (typeof value === 'string') attributes.set(`runtime.${key}`, value);
  return shelf.of(attributes);
}

function memberOf(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object?.get(key);
  return isJsonObject(value) ? value : undefined;
}
