import { readRecordContents } from '../../formats/calls/record-contents.ts';
import { ATTRIBUTE_NAMES } from '../../formats/conventions/attribute-names.ts';
import { looseValue, saysNothing } from '../../formats/conventions/loose-content.ts';
import { isJsonObject, type Json } from '../../lib/json-value.ts';
import type { CallRecord, StateRecord } from '../../model/call.ts';
import type { CaseReader } from '../case-reader.ts';
import { readSpanAttributes } from './span-json.ts';

/** The values of one side of a call, read again from its file. */
export interface CallContents {
  readonly input: Json | undefined;
  readonly output: Json | undefined;
  /** Bytes of the content attached to a state; undefined when there is none. */
  state(when: 'pre' | 'post', state: StateRecord): Promise<Uint8Array | undefined>;
}

const NOTHING: CallContents = { input: undefined, output: undefined, state: async () => undefined };

/** Content that is larger is not shown whole, and so is not read whole. */
const READ_BYTES = 64 * 1024 * 1024;

export async function readCallContents(record: CallRecord, reader: CaseReader): Promise<CallContents> {
  const { file, offset, length } = record.at;
  const bytes = await (await reader.source(file)).read(offset, length);
  switch (record.source) {
    case 'trace': {
      const attributes = readSpanAttributes(bytes);
      if (attributes === undefined) return NOTHING;
      return {
        ...NOTHING,
        input: valueUnder(attributes, ATTRIBUTE_NAMES.toolInput),
        output: valueUnder(attributes, ATTRIBUTE_NAMES.toolOutput),
      };
    }
    case 'log':
    case 'transcript': {
      const contents = readRecordContents(bytes);
      if (contents === undefined) return NOTHING;
      return {
        input: contents.input,
        output: contents.output,
        state: async (when, state) =>
          state.content?.in === 'bundle'
            ? bundleFile(state.content.path, reader)
            : contents.stateContent(when, state.resource),
      };
    }
  }
}

async function bundleFile(path: string, reader: CaseReader): Promise<Uint8Array | undefined> {
  const file = reader.evidence.files.find((one) => one.path === path);
  if (file === undefined) return undefined;
  const source = await reader.source(file.index);
  return source.read(0, Math.min(source.size, READ_BYTES));
}

/** As the conventions chose it when the span was read (`formats/conventions/derive-facts.ts`). */
function valueUnder(attributes: ReadonlyMap<string, Json>, keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && (!saysNothing(value) || isJsonObject(value))) return looseValue(value);
  }
  return undefined;
}
