import type { Json } from '../../lib/json-value.ts';
import type { Attributes } from '../spans/attributes.ts';

/** Messages that are spelled out in numbered keys: `PREFIX.N.rest`. */
export interface FlatMessages {
  readonly prefix: string;
  /** Between the number and the members (`message.` in OpenInference). */
  readonly inside: string;
}

/**
 * Puts numbered keys together into a list of message objects, in the order of the numbers; gaps are allowed
 * (openinference #2261). Undefined when there are none.
 */
export function gatherMessages(
  attributes: Attributes,
  { prefix, inside }: FlatMessages,
): readonly Json[] | undefined {
  let messages: Map<number, Map<string, Json>> | undefined;
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix)) continue;
    const rest = key.slice(prefix.length);
    const dot = rest.indexOf('.');
    const digits = dot < 0 ? rest : rest.slice(0, dot);
    if (!/^[0-9]{1,6}$/.test(digits)) continue;
    const member = dot < 0 ? '' : rest.slice(dot + 1);
    if (!member.startsWith(inside)) continue;
    messages ??= new Map();
    const number = Number(digits);
    const message = messages.get(number) ?? new Map<string, Json>();
    messages.set(number, message);
    place(message, member.slice(inside.length), value);
  }
  if (messages === undefined) return undefined;
  return [...messages.entries()].sort(([a], [b]) => a - b).map(([, message]) => finish(message));
}

/** Members of a message that are numbered lists themselves, and what their entries are wrapped in. */
const LISTS: readonly { readonly key: string; readonly inside: string }[] = [
  { key: 'tool_calls', inside: 'tool_call.' },
  { key: 'contents', inside: 'message_content.' },
];

function place(message: Map<string, Json>, member: string, value: Json): void {
  for (const { key, inside } of LISTS) {
    if (!member.startsWith(`${key}.`)) continue;
    const rest = member.slice(key.length + 1);
    const dot = rest.indexOf('.');
    if (dot < 0 || !/^[0-9]{1,6}$/.test(rest.slice(0, dot))) return;
    const entries = entriesOf(message, key);
    const number = Number(rest.slice(0, dot));
    const entry = entries.get(number) ?? new Map<string, Json>();
    entries.set(number, entry);
    const name = rest.slice(dot + 1);
    entry.set(lastName(name.startsWith(inside) ? name.slice(inside.length) : name), value);
    return;
  }
  message.set(member, value);
}

/** `function.name` is the name, `function.arguments` the arguments. */
const lastName = (name: string): string =>
  name.startsWith('function.') ? name.slice('function.'.length) : name;

/** Lists under construction, by message: a Map by number until it is finished. */
const building = new WeakMap<Map<string, Json>, Map<string, Map<number, Map<string, Json>>>>();

function entriesOf(message: Map<string, Json>, key: string): Map<number, Map<string, Json>> {
  const lists = building.get(message) ?? new Map<string, Map<number, Map<string, Json>>>();
  building.set(message, lists);
  const entries = lists.get(key) ?? new Map<number, Map<string, Json>>();
  lists.set(key, entries);
  return entries;
}

function finish(message: Map<string, Json>): Json {
  for (const [key, entries] of building.get(message) ?? []) {
    message.set(
      key,
      [...entries.entries()].sort(([a], [b]) => a - b).map(([, entry]) => entry),
    );
  }
  return message;
}
