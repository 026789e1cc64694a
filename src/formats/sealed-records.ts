import type { ByteSource } from '../intake/byte-source.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../lib/json-stream.ts';
import { isJsonObject, type JsonObject } from '../lib/json-value.ts';
import type { OtherSeal } from '../model/other-seal.ts';
import type { Emit } from './format.ts';
import { counted, createTally } from './spans/tally.ts';
import { tellFacts, walkProblems } from './spans/walk-problems.ts';

const ITEM: Shape<'item'> = { object: 'item' };
const LIST: Shape<'item'> = { array: ITEM };

/** One record: what is sealed in it, without its place; undefined when it is none. */
export type ReadSeal = (value: JsonObject) => Omit<OtherSeal, 'at'> | undefined;

/** Reads sealed records out of a document, a list, or an object a line. */
export async function parseSealedRecords(
  source: ByteSource,
  file: number,
  emit: Emit,
  signal: AbortSignal,
  read: ReadSeal,
): Promise<void> {
  const tally = createTally(source.path, emit.problem);
  const tellStrange = (place: ValuePlace): void =>
    tally.once(
      'record-unknown',
      '',
      place,
      (count) =>
        `${counted(count, 'object is', 'objects are')} no sealed record and ${count === 1 ? 'was' : 'were'} not read.`,
      { rejected: 1 },
    );
  const visitor: JsonVisitor<'item'> = {
    root: (bytes, from) => (bytes[from] === 0x5b ? LIST : ITEM),
    value(_tag, value, place, facts) {
      tellFacts(tally, place, facts);
      const seal = isJsonObject(value) ? read(value) : undefined;
      if (seal === undefined) {
        tellStrange(place);
        return;
      }
      const at = { file, line: place.line(), offset: place.offset, length: place.length };
      if (seal.unsupported !== undefined) tally.each('unsupported-scheme', place, seal.unsupported);
      emit.otherSeal?.({ ...seal, at });
    },
    salvages: (tag) => (tag === undefined ? 'top' : 'element'),
    ...walkProblems(tally, 'sealed records'),
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  tally.finish();
}
