import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { HistoryItem } from '../../model/span.ts';
import { readCutJson } from './cut-json.ts';
import { looseContent, looseValue } from './loose-content.ts';

/** Calls and results of a recorded message list, in its order. */
export interface ReadMessages {
  readonly items: readonly HistoryItem[];
  /** The text lost its end, or entries were of a shape that is not known. */
  readonly cut: boolean;
}

/**
 * Reads a list of messages of any maker: parts of the GenAI conventions and Gemini, `tool_calls` and `tool` roles of
 * OpenAI, content blocks of Anthropic and Vercel, items of the Responses API, LangChain's serialised messages
 * (formats.md 2.4). Texts that hold JSON are opened. Needs `loadHashes()`.
 */
export function readMessages(source: Json | undefined): ReadMessages {
  if (source === undefined || source === null) return NOTHING;
  let value: Json = source;
  let cut = false;
  if (typeof source === 'string') {
    const read = readCutJson(source);
    // a plain text is a prompt, not a list
    if (read.is === 'unreadable') return looksLikeList(source) ? UNREAD : NOTHING;
    value = read.value;
    cut = read.is === 'cut';
  }
  const items: HistoryItem[] = [];
  for (const message of listOf(value)) {
    if (typeof message === 'string') {
      const inner = looseValue(message);
      if (isJsonObject(inner)) readMessage(inner, items);
      else if (isJsonArray(inner))
        for (const entry of inner) if (isJsonObject(entry)) readMessage(entry, items);
    } else if (isJsonObject(message)) readMessage(message, items);
  }
  // the entry at the cut lost its id with its end: it must not spoil the batch that stands before it
  if (cut && items.length > 0 && items.at(-1)?.callId === undefined) items.pop();
  return { items, cut };
}

const NOTHING: ReadMessages = Object.freeze({ items: [], cut: false });
const UNREAD: ReadMessages = Object.freeze({ items: [], cut: true });

const looksLikeList = (text: string): boolean => /^\s*[[{]/.test(text);

/** A list, a list of lists (batches), or an object that holds the list. */
function listOf(value: Json): readonly Json[] {
  if (isJsonArray(value))
    return value.some(isJsonArray) ? value.flatMap((entry) => (isJsonArray(entry) ? entry : [entry])) : value;
  if (!isJsonObject(value)) return [];
  for (const key of ['messages', 'contents', 'input', 'output', 'choices', 'generations', 'candidates']) {
    const inner = value.get(key);
    if (isJsonArray(inner)) return listOf(inner);
  }
  return [value];
}

/** Members under which a message is wrapped: a choice, LangChain's constructor form, a candidate. */
const WRAPPERS = ['message', 'kwargs', 'data', 'content'] as const;

function readMessage(outer: JsonObject, items: HistoryItem[]): void {
  if (isDefinition(outer.get('content'))) return;
  let message = outer;
  // a wrapper holds an object; three levels are met (`generations` → `message` → `kwargs`)
  for (let level = 0; level < 3; level++) {
    if (isOwnMessage(message)) break;
    const inner = WRAPPERS.map((key) => message.get(key)).find(isJsonObject);
    if (inner === undefined) break;
    message = inner;
  }
  if (readItem(message, items)) return;
  const seen = new Set<string>();
  for (const part of partsOf(message)) {
    const item = partItem(part);
    if (item === undefined) continue;
    items.push(item);
    if (item.is === 'call' && item.callId !== undefined) seen.add(item.callId);
  }
  for (const call of toolCallsOf(message)) {
    const item = callItem(call);
    // Anthropic through LangChain writes its calls twice: as blocks and as tool_calls
    if (item.callId === undefined ? seen.size === 0 : !seen.has(item.callId)) items.push(item);
    if (item.callId !== undefined) seen.add(item.callId);
  }
}

const isOwnMessage = (message: JsonObject): boolean =>
  message.has('parts') ||
  message.has('tool_calls') ||
  message.has('tool_call_id') ||
  isJsonArray(message.get('content'));

/** A message that is one call or one result as a whole. */
function readItem(message: JsonObject, items: HistoryItem[]): boolean {
  const part = partItem(message);
  if (part !== undefined) {
    items.push(part);
    return true;
  }
  const named = textMember(message, ['role', 'type']);
  const role = named?.toLowerCase();
  // Langfuse's JavaScript handler writes the tool's name as the role of its result
  if (named !== undefined && items.some(({ is, tool }) => is === 'call' && tool === named)) {
    items.push(resultItem(undefined, message, named, message.get('content')));
    return true;
  }
  if (role !== 'tool' && role !== 'toolmessage' && role !== 'function' && role !== 'tool_result')
    return false;
  if (partsOf(message).some((inner) => partItem(inner)?.is === 'result')) return false;
  // Koog labels its calls with the role of results; a call names a function and carries no result id
  const content = message.get('content');
  const id = textMember(message, ['tool_call_id', 'toolCallId', 'id']);
  const inner = typeof content === 'string' ? looseValue(content) : content;
  if (
    id === undefined &&
    isJsonArray(inner) &&
    inner.some((entry) => isJsonObject(entry) && entry.has('function'))
  ) {
    for (const entry of inner) if (isJsonObject(entry)) items.push(callItem(entry));
    return true;
  }
  items.push(
    resultItem(
      textMember(message, ['tool_call_id', 'toolCallId']) ?? idOfToolMessage(message),
      message,
      textMember(message, ['name', 'tool_name']),
      content ?? message.get('artifact'),
    ),
  );
  return true;
}

/** Langfuse's LangChain handler puts the tools that were offered among the messages. */
const isDefinition = (content: Json | undefined): boolean => {
  const offered = isJsonObject(content) ? content.get('function') : undefined;
  return isJsonObject(offered) && offered.has('parameters') && !offered.has('arguments');
};

/** Only where nothing else names the call: LangChain's own `id` of a message is not the call's. */
const idOfToolMessage = (message: JsonObject): string | undefined =>
  message.has('additional_kwargs') || message.has('response_metadata')
    ? undefined
    : textMember(message, ['id']);

function partsOf(message: JsonObject): readonly JsonObject[] {
  for (const key of ['parts', 'content', 'contents']) {
    const list = message.get(key);
    if (isJsonArray(list)) return list.filter(isJsonObject);
    if (typeof list === 'string' && key === 'content' && /^\s*\[/.test(list)) {
      const inner = looseValue(list);
      if (isJsonArray(inner) && inner.some((entry) => isJsonObject(entry) && isPart(entry)))
        return inner.filter(isJsonObject);
    }
  }
  return [];
}

const isPart = (entry: JsonObject): boolean => partItem(entry) !== undefined;

function toolCallsOf(message: JsonObject): readonly JsonObject[] {
  const own = message.get('tool_calls') ?? message.get('toolCalls');
  const list = typeof own === 'string' ? looseValue(own) : own;
  if (isJsonArray(list) && list.length > 0) return list.map(unwrapCall).filter(isJsonObject);
  const more = message.get('additional_kwargs');
  const again = isJsonObject(more) ? more.get('tool_calls') : undefined;
  return isJsonArray(again) ? again.filter(isJsonObject) : [];
}

/** OpenInference wraps each call: `{"tool_call": {…}}`. */
const unwrapCall = (entry: Json): Json =>
  isJsonObject(entry) && isJsonObject(entry.get('tool_call'))
    ? (entry.get('tool_call') as JsonObject)
    : entry;

/** A block or item by its type; undefined when it is neither a call nor a result. */
function partItem(part: JsonObject): HistoryItem | undefined {
  const type = textMember(part, ['type', 'part_kind', 'kind']);
  switch (type) {
    case 'tool_call':
    case 'tool_use':
    case 'tool-call':
    case 'function_call':
    case 'custom_tool_call':
      return callItem(part);
    case 'tool_call_response':
    case 'tool_result':
    case 'tool-result':
    case 'tool-return':
    case 'function_call_output':
    case 'custom_tool_call_output':
      return resultItem(undefined, part, undefined, undefined);
    case undefined:
    case 'function':
      break;
    default:
      return undefined;
  }
  const call = part.get('functionCall') ?? part.get('function_call');
  if (isJsonObject(call)) return callItem(call);
  const named = part.get('function');
  // with neither id nor arguments it is the definition of a tool
  if (isJsonObject(named) && (part.has('id') || named.has('arguments'))) return callItem(part);
  if (part.has('toolCallId') && part.has('toolName')) {
    return part.has('result') || part.has('output')
      ? resultItem(undefined, part, undefined, undefined)
      : callItem(part);
  }
  const answer = part.get('functionResponse') ?? part.get('function_response');
  if (isJsonObject(answer)) return resultItem(undefined, answer, undefined, undefined);
  return undefined;
}

const CALL_IDS = ['call_id', 'tool_call_id', 'toolCallId', 'tool_use_id', 'id'] as const;
const NAMES = ['name', 'toolName', 'tool_name'] as const;
const ARGUMENTS = ['arguments', 'args', 'input', 'parameters'] as const;
const RESULTS = ['response', 'result', 'output', 'content'] as const;

function callItem(call: JsonObject): HistoryItem {
  const inner = call.get('function');
  const named = isJsonObject(inner) ? inner : call;
  const callId = trimmed(textMember(call, CALL_IDS));
  const tool = textMember(named, NAMES) ?? (typeof inner === 'string' ? inner : undefined);
  const argument = memberOf(named, ARGUMENTS) ?? memberOf(call, ARGUMENTS);
  return {
    is: 'call',
    ...(callId === undefined ? {} : { callId }),
    ...(tool === undefined ? {} : { tool }),
    ...(argument === undefined || argument === null
      ? {}
      : { argumentsKey: looseContent(argument).equalityKey }),
  };
}

function resultItem(
  id: string | undefined,
  part: JsonObject,
  name: string | undefined,
  content: Json | undefined,
): HistoryItem {
  const callId = trimmed(id ?? textMember(part, CALL_IDS));
  const tool = name ?? textMember(part, NAMES);
  const result = unwrapResult(content ?? memberOf(part, RESULTS));
  return {
    is: 'result',
    ...(callId === undefined ? {} : { callId }),
    ...(tool === undefined ? {} : { tool }),
    ...(result === undefined || result === null ? {} : { resultKey: looseContent(result).equalityKey }),
  };
}

/** A result that is wrapped to be shown: one block of text, `{type, value}` of Vercel. */
function unwrapResult(result: Json | undefined): Json | undefined {
  const only = isJsonArray(result) && result.length === 1 ? result[0] : result;
  if (!isJsonObject(only)) return result;
  const type = only.get('type');
  if (type === 'text' || type === 'json') return only.get('text') ?? only.get('value') ?? result;
  return result;
}

/** The conventions' own example has a blank before an id (formats.md 2.1). */
function trimmed(id: string | undefined): string | undefined {
  const text = id?.trim();
  return text === '' ? undefined : text;
}

function textMember(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object.get(key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function memberOf(object: JsonObject, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = object.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
