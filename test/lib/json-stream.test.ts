import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Damage,
  type JsonVisitor,
  type Shape,
  type WalkOptions,
  walkJson,
} from '../../src/lib/json-stream.ts';
import { isJsonNumber, isJsonObject, type Json } from '../../src/lib/json-value.ts';

type Tag = 'item' | 'note' | 'group';

const ITEM: Shape<Tag> = { object: 'item', array: 'item', scalar: 'item' };
const TOP: Shape<Tag> = {
  object: {
    members: new Map<string, Shape<Tag>>([
      [
        'groups',
        {
          array: {
            object: {
              members: new Map([
                ['items', { array: ITEM }],
                ['note', { scalar: 'note' }],
              ]),
              scope: 'group',
            },
          },
        },
      ],
    ]),
  },
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const reused = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const some = bytes.subarray(at, at + size);
    // a source may reuse its piece
    reused.fill(0x58);
    reused.set(some);
    yield reused.subarray(0, some.length);
  }
}

interface Walked {
  readonly values: readonly {
    readonly tag: Tag;
    readonly value: unknown;
    readonly text: string;
    readonly line: number;
  }[];
  readonly events: readonly string[];
  readonly damage: readonly Damage[];
  readonly unfit: number;
  readonly unknown: number;
}

async function walk(bytes: Uint8Array, size = 7, options: WalkOptions = {}): Promise<Walked> {
  const values: { tag: Tag; value: unknown; text: string; line: number }[] = [];
  const events: string[] = [];
  const damage: Damage[] = [];
  let unfit = 0;
  let unknown = 0;
  const visitor: JsonVisitor<Tag> = {
    root(head, from) {
      const start = new TextDecoder().decode(head.subarray(from, from + 12));
      if (/^\{\s*"groups"/.test(start)) return TOP;
      return /^\{\s*"id"/.test(start) ? ITEM : undefined;
    },
    value: (tag, value, place) => {
      values.push({
        tag,
        value: plain(value),
        text: new TextDecoder().decode(bytes.subarray(place.offset, place.offset + place.length)),
        line: place.line(),
      });
    },
    open: (tag, offset) => void events.push(`open ${tag} ${offset}`),
    close: (tag) => void events.push(`close ${tag}`),
    unfit: () => {
      unfit++;
    },
    unknown: () => {
      unknown++;
    },
    damage: (found) => void damage.push(found),
    salvages: (tag, value) => {
      if (!isJsonObject(value)) return undefined;
      if (value.has('groups')) return 'top';
      return value.has('id') ? (tag === 'item' ? 'element' : 'top') : undefined;
    },
  };
  await walkJson(pieces(bytes, size), visitor, options);
  return { values, events, damage, unfit, unknown };
}

function plain(value: Json): unknown {
  if (isJsonNumber(value)) return Number(value.token);
  if (isJsonObject(value)) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

const ids = ({ values }: Walked): unknown[] => values.map(({ value }) => (value as { id?: unknown }).id);

describe('a walk over JSON', () => {
  it('hands out what the shape names, with its bytes and line, however the stream is cut', async () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ unit: 'binary', maxLength: 6 }).filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    })).value;
    const group = fc.record({
      other: json,
      items: fc.array(fc.record({ id: fc.nat(), inner: json }), { maxLength: 5 }),
      note: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { maxLength: 4 }),
        json,
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(undefined, 1, '\t'),
        async (groups, more, size, indent) => {
          const bytes = utf8(`${JSON.stringify({ groups, more }, undefined, indent)}\n`);
          const walked = await walk(bytes, size);
          const wanted = groups.flatMap(({ items, note }) => [
            ...items.map((item) => ({ tag: 'item', value: item })),
            { tag: 'note', value: note },
          ]);
          expect(walked.damage).toEqual([]);
          expect(
            walked.values.map(({ tag, value }) => ({ tag, value: JSON.parse(JSON.stringify(value)) })),
          ).toEqual(JSON.parse(JSON.stringify(wanted)));
          for (const { text, value, line } of walked.values) {
            expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
            expect(line).toBeGreaterThan(0);
          }
          expect(walked.events.filter((event) => event === 'close group')).toHaveLength(groups.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads lines, values one after the other, and a byte order mark', async () => {
    const bytes = utf8('\ufeff{"id":1}\n{"id":2}{"id":3}\r\n\n  {"id":4}');
    for (const size of [1, 3, 100]) {
      const walked = await walk(bytes, size);
      expect(ids(walked)).toEqual([1, 2, 3, 4]);
      expect(walked.values.map(({ line }) => line)).toEqual([1, 2, 2, 4]);
      expect(walked.damage).toEqual([]);
    }
  });

  it('passes over what no shape names, of any size, in bounded memory', async () => {
    const long = 'x'.repeat(3_000_000);
    const bytes = utf8(
      `{"other":{"deep":["${long}",1.5e3,{"\\"}":[[]]}]}}\n{"groups":[{"items":[{"id":1}],"unnamed":"${long}"}]}`,
    );
    const walked = await walk(bytes, 65_536);
    expect(ids(walked)).toEqual([1]);
    expect(walked.unknown).toBe(1);
    expect(walked.damage).toEqual([]);
  });

  it('tells values of another type than the shape foresees', async () => {
    const walked = await walk(
      utf8('{"groups":{"items":[]}}\n{"groups":null}\n{"groups":[1,{"items":"none"}]}'),
    );
    expect(walked.values).toEqual([]);
    expect(walked.unfit).toBe(3);
    expect(walked.damage).toEqual([]);
  });
});

describe('damage', () => {
  it('a record cut inside a text, with the next one glued on, loses the cut record only (formats.md 3.10)', async () => {
    const text = '{"id":1,"t":"abc"}\n{"id":2,"t":"ab{"id":3,"t":"abc"}\n{"id":4}\n';
    for (const size of [1, 5, 1_000]) {
      const walked = await walk(utf8(text), size);
      expect(ids(walked)).toEqual([1, 3, 4]);
      expect(walked.damage).toMatchObject([{ kind: 'syntax', line: 2, lostFrom: 19, lostTo: 34 }]);
    }
  });

  it('a record cut at the end of its line loses itself only', async () => {
    for (const cut of ['{"id":2,"t":"ab', '{"id":2,"t":[1,', '{"id":2,"t":', '{"id":2', '{"id":2,"n":{"id']) {
      const walked = await walk(utf8(`{"id":1}\n${cut}\n{"id":3}\n`));
      expect([cut, ...ids(walked)]).toEqual([cut, 1, 3]);
      expect(walked.damage).toHaveLength(1);
    }
  });

  it('a NUL run is a hole, not the end (claude-code #49876)', async () => {
    const between = await walk(utf8(`{"id":1}\n${'\0'.repeat(300)}\n{"id":2}\n`), 50);
    expect(ids(between)).toEqual([1, 2]);
    expect(between.damage.every(({ kind }) => kind === 'nul')).toBe(true);
    const inside = await walk(utf8(`{"id":1}\n{"id":2,"t":"a${'\0'.repeat(300)}\n{"id":3}\n`), 50);
    expect(ids(inside)).toEqual([1, 3]);
    expect(inside.damage).toMatchObject([{ kind: 'nul', line: 2 }]);
  });

  it('text between the records is told and stepped over', async () => {
    const walked = await walk(utf8('Starting up…\n{"id":1}\nWARN oops {not json}\n{"id":2}\n'));
    expect(ids(walked)).toEqual([1, 2]);
    expect(walked.damage).toHaveLength(2);
  });

  it('a broken element of a list leaves the others in their list', async () => {
    const text =
      '{"groups":[{"items":[{"id":1},{"id":2,"t":tru},{"id":3}],"note":"n"},{"items":[{"id":4}]}]}';
    for (const size of [1, 11, 1_000]) {
      const walked = await walk(utf8(text), size);
      expect(ids(walked)).toEqual([1, 3, undefined, 4]);
      expect(walked.events.filter((event) => event.startsWith('open'))).toHaveLength(2);
      expect(walked.damage).toHaveLength(1);
    }
  });

  it('keeps everything before a cut at any byte, and tells the cut', async () => {
    const text = '{"groups":[{"note":"é","items":[{"id":1,"t":"\\u00e9"},{"id":22},{"id":3}]}]}';
    const bytes = utf8(text);
    for (let end = 1; end < bytes.length; end++) {
      const walked = await walk(bytes.slice(0, end), 9);
      const whole = ['{"id":1,"t":"\\u00e9"}', '{"id":22}', '{"id":3}'].filter(
        (item) => text.indexOf(item) + item.length + 1 <= end,
      ).length;
      expect(walked.values.filter(({ tag }) => tag === 'item').length).toBeGreaterThanOrEqual(
        Math.max(0, whole - 1),
      );
      if (end >= 10) expect(walked.damage.map(({ kind }) => kind)).toContain('truncated');
    }
  });

  it('does not climb a tower of brackets (a million of them) again and again', async () => {
    for (const tower of ['['.repeat(1_000_000), '{"a":'.repeat(300_000), '{"groups":['.repeat(100_000)]) {
      const walked = await walk(utf8(`{"id":1}\n${tower}\n{"id":2}\n`), 65_536);
      expect(ids(walked)).toEqual([1, 2]);
      expect(walked.damage.length).toBeGreaterThan(0);
    }
  });

  it('depth 256 is read, 257 is told', async () => {
    const nested = (depth: number): string => `{"id":1,"t":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect((await walk(utf8(nested(256)))).damage).toEqual([]);
    expect((await walk(utf8(`${nested(257)}\n{"id":2}`))).damage).toMatchObject([{ kind: 'too-deep' }]);
  });

  it('a value above the limit is passed over and told', async () => {
    const text = `{"groups":[{"items":[{"id":1},{"id":2,"t":"${'x'.repeat(500_000)}"},{"id":3}]}]}`;
    const walked = await walk(utf8(text), 10_000, { maxValue: 100_000 });
    expect(ids(walked)).toEqual([1, 3]);
    expect(walked.damage).toMatchObject([{ kind: 'too-big' }]);
  });

  it('never throws and never hangs on random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '{"id":1}',
            '{"groups":[',
            ']',
            '}',
            '"',
            '\\',
            ',',
            ':',
            '\0',
            '\n',
            '{"',
            'x',
            '[',
            '{"items":[',
            '1',
          ),
          { maxLength: 60 },
        ),
        fc.integer({ min: 1, max: 20 }),
        async (parts, size) => {
          await walk(utf8(parts.join('')), size);
        },
      ),
      { numRuns: 400 },
    );
  });
});
