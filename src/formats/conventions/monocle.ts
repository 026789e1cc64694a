import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import type { SpanEvent } from './histories.ts';
import { looseValue } from './loose-content.ts';

/**
 * Monocle keeps what a span is about in two events, `data.input` and `data.output`, as JSON texts of an own shape
 * (formats.md 1.8, 2.4). They are put under names that the tables know; spans of others come back as they are.
 */
export function withMonocle(attributes: Attributes, events: readonly SpanEvent[]): Attributes {
  if (!attributes.has('monocle_apptrace.version')) return attributes;
  const more = new Map(attributes);
  const type = textOf(attributes.get('span.type')) ?? '';
  const name = attributes.get('entity.1.name');
  if (type === 'agentic.invocation' && name !== undefined) more.set('gen_ai.agent.name', name);
  const session = attributes.get('scope.agentic.session');
  if (session !== undefined) more.set('session.id', session);
  const input = eventValue(events, 'data.input', 'input');
  const output = eventValue(events, 'data.output', 'response');
  if (type === 'agentic.tool.invocation') {
    if (name !== undefined) more.set('gen_ai.tool.name', name);
    const [only] = isJsonArray(input) && input.length === 1 ? input : [input];
    if (only !== undefined) more.set('gen_ai.tool.call.arguments', only);
    if (output !== undefined) more.set('gen_ai.tool.call.result', output);
  } else if (type.startsWith('inference')) {
    if (isJsonArray(input)) more.set('monocle.input.messages', input.flatMap(messagesOf));
    if (output !== undefined) more.set('monocle.output.messages', messagesOf(output));
  }
  return more;
}

function eventValue(events: readonly SpanEvent[], event: string, key: string): Json | undefined {
  return events.find(({ name }) => name === event)?.attributes.get(key);
}

/** `{"ai": …}`, `{"tool": …}`, `{"tools": […]}`: one message, or none where there is neither a call nor a result. */
function messagesOf(text: Json): readonly Json[] {
  const entry = looseValue(text);
  if (!isJsonObject(entry)) return [];
  const messages: Json[] = [];
  for (const [role, content] of entry) {
    if (role === 'tool')
      messages.push(
        new Map<string, Json>([
          ['role', 'tool'],
          ['content', content],
        ]),
      );
    else if (role === 'ai' || role === 'assistant' || role === 'tools') {
      const calls = callsIn(content);
      if (calls.length > 0)
        messages.push(
          new Map<string, Json>([
            ['role', 'assistant'],
            ['tool_calls', calls],
          ]),
        );
    }
  }
  return messages;
}

/** Calls as an object, a list, a text of either, or a list of texts. */
function callsIn(content: Json): readonly Json[] {
  const value = looseValue(content);
  const list = isJsonArray(value) ? value.map(looseValue) : [value];
  return list.filter(isJsonObject).flatMap((entry) => {
    const name = textOf(entry.get('name') ?? entry.get('tool_name') ?? entry.get('tool_function'));
    return name === undefined ? [] : [callOf(entry, name)];
  });
}

function callOf(entry: JsonObject, name: string): Json {
  const call = new Map<string, Json>([['name', name]]);
  const id = entry.get('id') ?? entry.get('tool_id');
  if (id !== undefined) call.set('id', id);
  const given = entry.get('args') ?? entry.get('tool_arguments');
  // an empty text is what Monocle writes when it did not catch the arguments
  if (given !== undefined && given !== '') call.set('arguments', given);
  return call;
}
