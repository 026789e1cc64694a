import { isJsonNumber, type Json } from '../../lib/json-value.ts';
import { tellAttributes } from './attribute-problems.ts';
import { type AttributeNotes, type Attributes, readAttributes, textOf } from './attributes.ts';
import { type ReadId, type Respelling, readId } from './ids.ts';
import { counted, type Tally } from './tally.ts';
import { createTimeWatch, type TimeWatch } from './time-watch.ts';
import { type ReadTime, readTime, type TimeUnit } from './times.ts';

/** Where a span stands. */
export interface SpanPlace {
  readonly offset: number;
  readonly length: number;
  line(): number;
}

export interface SpanNotesOptions {
  readonly path: string;
  /** The source names its records in its own way: an id that is no hex is nothing odd. */
  readonly ownIds?: boolean;
  /** An object in the place of OTLP's attribute list is the format's own way. */
  readonly plainAttributes?: boolean;
}

/** Reads what can be odd in a span, and keeps the ledger of it: one for each file. */
export interface SpanNotes {
  traceId(place: SpanPlace, raw: Json | undefined): string;
  spanId(place: SpanPlace, raw: Json | undefined): string;
  /** Undefined for a root. */
  parentId(place: SpanPlace, raw: Json | undefined): string | undefined;
  linkedId(place: SpanPlace, raw: Json | undefined, digits: 32 | 16): string | undefined;
  time(place: SpanPlace, which: 'start' | 'end', raw: Json | undefined, unit: TimeUnit): ReadTime;
  interval(place: SpanPlace, start: ReadTime, end: ReadTime): void;
  endByDuration(): void;
  attributes(place: SpanPlace, raw: Json | undefined): Attributes;
  dropped(place: SpanPlace, count: number): void;
  cut(place: SpanPlace, attribute: string): void;
  rejected(place: SpanPlace, why: string): void;
  readonly tally: Tally;
  /** Tells what only the whole file shows. */
  finish(): void;
}

const RESPELLED: Readonly<Record<Respelling, string>> = {
  'upper-case': 'in upper case',
  '0x': 'with 0x before them',
  dashes: 'as UUIDs',
  short: 'without their leading zeros',
  base64: 'in base64',
  'base64-of-hex': 'in base64 of their hexadecimal text',
  blank: 'with blanks around them',
};

export function createSpanNotes(tally: Tally, options: SpanNotesOptions): SpanNotes {
  const watch: TimeWatch = createTimeWatch();
  let durations = 0;

  const noted = (place: SpanPlace, read: ReadId): void => {
    if (read.is === 'missing') return;
    const { respelled, odd } = read;
    if (respelled !== undefined && !(options.ownIds === true && respelled === 'dashes')) {
      tally.once(
        'id-respelled',
        respelled,
        place,
        (count) =>
          `${counted(count, 'id is', 'ids are')} written ${RESPELLED[respelled]}; they were read as lower-case hexadecimal digits.`,
      );
    }
    if (odd !== undefined && options.ownIds !== true) {
      tally.once(
        'id-odd',
        odd,
        place,
        (count) =>
          `${counted(count, 'id is', 'ids are')} odd: ${odd}. ${count === 1 ? 'It is' : 'They are'} compared as written.`,
      );
    }
  };

  const read = (place: SpanPlace, raw: Json | undefined, digits: 32 | 16): string | undefined => {
    const text = textOf(raw);
    if (text === undefined) return undefined;
    const id = readId(text, digits);
    noted(place, id);
    return id.is === 'id' ? id.id : undefined;
  };

  return {
    tally,
    traceId: (place, raw) => {
      const id = read(place, raw, 32);
      if (id !== undefined) return id;
      missing(tally, place, 'trace');
      return syntheticId(options.path, place);
    },
    spanId: (place, raw) => {
      const id = read(place, raw, 16);
      if (id !== undefined) return id;
      missing(tally, place, 'span');
      return syntheticId(options.path, place);
    },
    parentId: (place, raw) => read(place, raw, 16),
    linkedId: (place, raw, digits) => read(place, raw, digits),
    time(place, which, raw, unit) {
      const time = readTime(raw, unit);
      if (time.is === 'unreadable') {
        tally.each(
          'time-unreadable',
          place,
          `The ${which} of a span cannot be read as a time; it counts as missing.`,
        );
      }
      if (time.is === 'time') {
        if (isJsonNumber(raw) || typeof raw === 'string') watch.saw(time);
        if (time.assumed !== undefined) assumed(tally, place, time.assumed);
      }
      return time;
    },
    interval(place, start, end) {
      if (start.is !== 'time' || end.is !== 'time') {
        const what = start.is === 'time' ? 'end' : end.is === 'time' ? 'start' : 'start and no end';
        tally.each('time-missing', place, `A span has no ${what}; how long it took is unknown.`);
      } else if (end.at < start.at) {
        tally.each(
          'end-before-start',
          place,
          `A span ends ${start.at - end.at} ns before it starts; both times are kept as they are.`,
        );
      }
    },
    endByDuration: () => {
      durations++;
    },
    attributes(place, raw) {
      const found: AttributeNotes = { direct: 0, keyless: 0, twice: 0 };
      const attributes = readAttributes(raw, found);
      if (found.direct > 0 && options.plainAttributes !== true) {
        tally.once(
          'value-coerced',
          'attributes',
          place,
          (count) =>
            `In ${counted(count, 'place')} attributes are written directly, not as OTLP's typed values; they were read all the same.`,
        );
      }
      tellAttributes(tally, place, found, 'span');
      return attributes;
    },
    dropped(place, count) {
      tally.each(
        'attribute-dropped',
        place,
        `A span says that ${count} of its attributes, events or links were dropped; what it does not have may have been there.`,
      );
    },
    cut(place, attribute) {
      tally.each(
        'attribute-cut',
        place,
        `The value of ${attribute} is cut; what stands before the cut was read.`,
      );
    },
    rejected(place, why) {
      tally.each('span-rejected', place, `An entry of the list of spans is no span: ${why}.`, undefined, {
        rejected: 1,
      });
    },
    finish() {
      const rounded = watch.rounded();
      if (rounded !== undefined) tally.once('time-rounded', '', NOWHERE, () => rounded);
      if (durations > 0) {
        tally.once(
          'value-coerced',
          'duration',
          NOWHERE,
          () => `The ends of ${counted(durations, 'span')} were computed from their durations.`,
        );
      }
      tally.finish();
    },
  };
}

const NOWHERE = { offset: 0, line: () => 1 };

/** An id that no other span has or names. It carries the place, which is the same however the files are ordered. */
const syntheticId = (path: string, place: SpanPlace): string => `no-id@${place.offset}:${path}`;

function missing(tally: Tally, place: SpanPlace, which: 'trace' | 'span'): void {
  tally.each(
    'id-missing',
    place,
    `A span has no ${which} id; it was given one that joins nothing.`,
    'Export the span with its ids.',
  );
}

function assumed(tally: Tally, place: SpanPlace, what: 'utc' | 'us' | 'ms' | 's'): void {
  const said =
    what === 'utc'
      ? (count: number) =>
          `${counted(count, 'time names', 'times name')} no time zone and ${count === 1 ? 'was' : 'were'} read as UTC.`
      : (count: number) =>
          `${counted(count, 'time')} without a unit ${count === 1 ? 'was' : 'were'} read as ${UNITS[what]}, by size.`;
  tally.once('value-coerced', what, place, said);
}

const UNITS = { us: 'microseconds', ms: 'milliseconds', s: 'seconds' } as const;
