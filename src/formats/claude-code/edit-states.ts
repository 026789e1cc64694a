import { sha256Hex } from '../../lib/hash.ts';
import { isJsonObject, type Json } from '../../lib/json-value.ts';
import type { StateRecord } from '../../model/call.ts';

/**
 * The states of a file before and after an edit, out of the texts that the transcript keeps of it (`toolUseResult`):
 * the file as it was, and the file as written or the replacement. Undefined where the texts do not give both.
 */
export function editStates(
  result: Json | undefined,
): { readonly pre: readonly StateRecord[]; readonly post: readonly StateRecord[] } | undefined {
  if (!isJsonObject(result)) return undefined;
  const path = result.get('filePath');
  const original = result.get('originalFile');
  if (typeof path !== 'string' || path === '') return undefined;
  const resource = `file://${path}`;
  const before: StateRecord | undefined =
    typeof original === 'string'
      ? textState(resource, original)
      : original === null
        ? { resource, absent: true }
        : undefined;
  const content = result.get('content');
  const after = typeof content === 'string' ? content : replaced(original, result);
  if (before === undefined || after === undefined) return undefined;
  return { pre: [before], post: [textState(resource, after)] };
}

const textState = (resource: string, text: string): StateRecord => ({
  resource,
  fingerprint: { scheme: 'sha256', value: sha256Hex(text) },
  absent: false,
});

/** One replacement (or all of them) of a text that stands in the file; nothing is guessed where it does not. */
function replaced(original: Json | undefined, result: ReadonlyMap<string, Json>): string | undefined {
  const [from, to] = [result.get('oldString'), result.get('newString')];
  if (typeof original !== 'string' || typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (from === '' || !original.includes(from)) return undefined;
  if (result.get('replaceAll') === true) return original.split(from).join(to);
  const at = original.indexOf(from);
  // two places and no "all": which one was edited is not told
  if (original.includes(from, at + 1)) return undefined;
  return original.slice(0, at) + to + original.slice(at + from.length);
}
