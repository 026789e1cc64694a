import { appendPiece, type ByteWindow, createByteWindow, lineAt } from './byte-window.ts';
import {
  broken,
  endsItself,
  isWordByte,
  keyText,
  QUOTE,
  scanText,
  skipSpace,
  startsValue,
} from './json-bytes.ts';
import { createFrameStack } from './json-frames.ts';
import { resync } from './json-resync.ts';
import { MAX_DEPTH, scanJson } from './json-scan.ts';
import {
  type Damage,
  type Expect,
  type JsonVisitor,
  MAX_VALUE,
  type ObjectShape,
  ROOT_PEEK,
  type Shape,
} from './json-shape.ts';

export type { Damage, JsonVisitor, ObjectShape, Shape, ValuePlace } from './json-shape.ts';

export interface WalkOptions {
  readonly maxValue?: number;
  readonly signal?: AbortSignal;
}

/**
 * Walks a stream of JSON values (one document of any size, JSON Lines, values one after the other) in bounded memory
 * and without recursion. Damage never ends the walk: it is told, and the walk goes on at the next value that fits.
 * @throws what `signal` throws.
 */
export async function walkJson<Tag extends string>(
  pieces: AsyncIterable<Uint8Array>,
  visitor: JsonVisitor<Tag>,
  options: WalkOptions = {},
): Promise<void> {
  const walk = createWalk(visitor, options.maxValue ?? MAX_VALUE);
  for await (const piece of pieces) {
    options.signal?.throwIfAborted();
    walk.feed(piece);
  }
  walk.end();
}

function createWalk<Tag extends string>(visitor: JsonVisitor<Tag>, maxValue: number) {
  const window: ByteWindow = createByteWindow();
  const frames = createFrameStack(visitor);
  let expect: Expect = 'value';
  /** For the value that comes next; undefined passes it over. */
  let shape: Shape<Tag> | undefined;
  let key: string | undefined;
  let at = 0;
  /** Where the last string or value began: a search behind damage starts there. */
  let tokenFrom = 0;
  /** Of the string that is passed over. */
  const text = { escaped: false, plain: true };
  let whole = false;
  /** A value that was cut by the end of the window is scanned again only when twice as much is there. */
  let wanted = 0;
  /** The value at `at` is passed over though its shape has a tag (it was too big). */
  let passOver = false;
  /** The next value is of a member that its object's shape does not name. */
  let strange = false;
  let search: { from: number; readonly damage: Omit<Damage, 'lostTo'> } | undefined;

  const offset = (index: number): number => window.base + index;

  function feed(piece: Uint8Array): void {
    // positions are kept relative to the stream while the window moves
    window.from = Math.min(at, Math.max(tokenFrom, at - ROOT_PEEK), search?.from ?? at);
    const before = window.base;
    appendPiece(window, piece);
    const moved = window.base - before;
    at -= moved;
    tokenFrom = Math.max(0, tokenFrom - moved);
    if (search !== undefined) search.from -= moved;
    if (window.to - at >= wanted) run();
    visitor.progress?.(offset(at));
  }

  function end(): void {
    whole = true;
    wanted = 0;
    run();
    while (frames.depth() > 0 || expect === 'in-string') {
      damaged('truncated', 'the file ends inside a value', window.to);
      run();
    }
    visitor.progress?.(offset(window.to));
  }

  function report(kind: Damage['kind'], said: string, byte: number, lostFrom: number, lostTo: number): void {
    visitor.damage({
      kind,
      said,
      byte: offset(byte),
      line: lineAt(window, byte),
      lostFrom: offset(lostFrom),
      lostTo: offset(lostTo),
    });
  }

  /** Goes on until more bytes are needed. */
  function run(): void {
    for (;;) {
      if (search !== undefined && !goOnSearching()) return;
      if (!step()) return;
    }
  }

  /** One token. False: more bytes are needed (or the stream has ended). */
  function step(): boolean {
    if (expect === 'in-string') return passString();
    if (expect === 'in-word') return passWord();
    at = skipSpace(window.bytes, at, window.to);
    if (at >= window.to) return false;
    const byte = window.bytes[at] as number;
    switch (expect) {
      case 'value':
        return frames.depth() === 0 ? topValue(byte) : value(byte);
      case 'first': {
        const { isArray } = frames.top();
        if (byte === (isArray ? 0x5d : 0x7d)) return close();
        if (!isArray) return takeKey(byte);
        prepareElement();
        return value(byte);
      }
      case 'key':
        return takeKey(byte);
      case 'colon':
        if (byte !== 0x3a) return damaged('syntax', 'a colon is missing behind a key', at);
        at++;
        expect = 'value';
        return true;
      case 'after': {
        const { isArray } = frames.top();
        if (byte === 0x2c) {
          at++;
          if (isArray) {
            prepareElement();
            expect = 'value';
          } else expect = 'key';
          return true;
        }
        if (byte === (isArray ? 0x5d : 0x7d)) return close();
        return damaged('syntax', `a comma or the end of the ${isArray ? 'array' : 'object'} is missing`, at);
      }
    }
  }

  function prepareElement(): void {
    shape = frames.top().shape;
    key = undefined;
  }

  function close(): boolean {
    at++;
    tokenFrom = at;
    frames.closeTo(frames.depth() - 1);
    expect = frames.depth() === 0 ? 'value' : 'after';
    return true;
  }

  function topValue(byte: number): boolean {
    tokenFrom = at;
    if (byte === 0) return nulRun();
    if (byte === 0xef && offset(at) === 0) {
      if (window.to - at < 3 && !whole) return false;
      if (window.bytes[at + 1] === 0xbb && window.bytes[at + 2] === 0xbf) {
        at += 3;
        return true;
      }
    }
    if (!startsValue(byte)) return damaged('syntax', 'there is text that is no JSON', at);
    if (window.to - at < ROOT_PEEK && !whole) {
      wanted = ROOT_PEEK;
      return false;
    }
    wanted = 0;
    key = undefined;
    shape = visitor.root(window.bytes.subarray(0, Math.min(window.to, at + ROOT_PEEK)), at);
    if (shape === undefined) visitor.unknown?.(offset(at), lineAt(window, at));
    return value(byte);
  }

  function nulRun(): boolean {
    const from = at;
    while (at < window.to && window.bytes[at] === 0) at++;
    // a run that goes on in the next piece is told in parts
    report('nul', 'NUL bytes stand between two values', from, from, at);
    return true;
  }

  function value(byte: number): boolean {
    tokenFrom = at;
    const isObject = byte === 0x7b;
    const isArray = byte === 0x5b;
    const named = strange;
    strange = false;
    if (passOver) shape = undefined;
    passOver = false;
    const wish = isObject ? shape?.object : isArray ? shape?.array : shape?.scalar;
    if (typeof wish === 'string') return takeValue(wish);
    if (isObject || isArray) {
      if (named) visitor.stranger?.(key ?? '', offset(at), lineAt(window, at));
      if (frames.depth() >= MAX_DEPTH) {
        return damaged('too-deep', `values are nested deeper than ${MAX_DEPTH} levels`, at);
      }
      if (wish === undefined && shape !== undefined) tellUnfit();
      frames.push(
        isArray,
        isArray ? (wish as Shape<Tag>) : undefined,
        isObject ? (wish as ObjectShape<Tag>) : undefined,
        offset(at),
      );
      expect = 'first';
      at++;
      return true;
    }
    if (byte === QUOTE) {
      if (shape !== undefined) tellUnfit();
      at++;
      text.escaped = false;
      expect = 'in-string';
      return true;
    }
    if (!startsValue(byte)) return damaged(broken(byte), 'a value is missing', at);
    // null stands for "none" everywhere
    if (shape !== undefined && byte !== 0x6e && frames.depth() > 0) tellUnfit();
    expect = 'in-word';
    return true;
  }

  function tellUnfit(): void {
    visitor.unfit?.(key, offset(at), lineAt(window, at));
  }

  function takeValue(tag: Tag): boolean {
    const from = at;
    const view = window.to === window.bytes.length ? window.bytes : window.bytes.subarray(0, window.to);
    const scanned = scanJson(view, { from });
    if (scanned.ok) {
      const { end: to, value: taken, facts } = scanned.value;
      // a number or word that touches the end may go on
      if (to >= window.to && !whole && !endsItself(view[to - 1] as number)) return needTwice();
      wanted = 0;
      at = to;
      // a string may have swallowed the beginning of the next record; an object that was handed out has not
      if (view[to - 1] !== QUOTE) tokenFrom = to;
      expect = frames.depth() === 0 ? 'value' : 'after';
      visitor.value(
        tag,
        taken,
        { offset: offset(from), length: to - from, key, line: () => lineAt(window, from) },
        facts,
      );
      return true;
    }
    const { error } = scanned;
    if (error.kind === 'truncated' || error.kind === 'empty') {
      // the rest may hold whole records that a cut one seemed to go on with
      if (whole) return damaged('truncated', error.said, error.byte);
      if (window.to - at < maxValue) return needTwice();
      report('too-big', `a value is longer than ${maxValue} bytes`, from, from, from);
      wanted = 0;
      passOver = true;
      return true;
    }
    wanted = 0;
    const isNul = view[error.byte] === 0;
    return damaged(isNul ? 'nul' : error.kind, error.said, error.byte);
  }

  function needTwice(): boolean {
    wanted = Math.min(maxValue, 2 * (window.to - at));
    return false;
  }

  function takeKey(byte: number): boolean {
    if (byte !== QUOTE) return damaged(broken(byte), 'a key is missing', at);
    const { object } = frames.top();
    tokenFrom = at;
    const { bytes, to } = window;
    const inKey = { escaped: false, plain: true };
    const close = scanText(bytes, at + 1, to, inKey);
    const stopped = bytes[close] as number;
    if (close < to && stopped !== QUOTE) {
      return damaged(broken(stopped), 'a raw control character stands inside a key', close);
    }
    if (close >= to) {
      if (to - at > ROOT_PEEK) return damaged('syntax', `a key is longer than ${ROOT_PEEK} bytes`, at);
      return false;
    }
    if (object === undefined) {
      shape = undefined;
      key = undefined;
    } else {
      key = keyText(bytes, at, close + 1, inKey.plain);
      shape = object.members.get(key) ?? object.others;
      strange = shape === undefined;
    }
    at = close + 1;
    expect = 'colon';
    return true;
  }

  function passString(): boolean {
    at = scanText(window.bytes, at, window.to, text);
    if (at >= window.to) return false;
    const byte = window.bytes[at] as number;
    if (byte !== QUOTE) {
      return damaged(broken(byte), 'a raw control character stands inside a string', at);
    }
    at++;
    expect = frames.depth() === 0 ? 'value' : 'after';
    return true;
  }

  function passWord(): boolean {
    const { bytes, to } = window;
    while (at < to && isWordByte(bytes[at] as number)) at++;
    if (at >= to && !whole) return false;
    expect = frames.depth() === 0 ? 'value' : 'after';
    return at < to;
  }

  /** Starts the search for the next value that fits. Always true: the walk goes on with the search. */
  function damaged(kind: Damage['kind'], said: string, byte: number): boolean {
    // behind a value that is too deep, so that a tower of brackets is not climbed again from every step
    const from = kind === 'too-deep' ? byte : Math.min(tokenFrom, at);
    search = {
      from: kind === 'too-deep' ? byte + 1 : from + (window.bytes[from] === 0x7b && from !== byte ? 1 : 0),
      damage: { kind, said, byte: offset(byte), line: lineAt(window, byte), lostFrom: offset(from) },
    };
    wanted = 0;
    strange = false;
    return true;
  }

  /** True when the walk can go on, false when more bytes are needed or nothing is left. */
  function goOnSearching(): boolean {
    if (search === undefined) return true;
    const inner = frames.innermostArray();
    const found = resync(window, search.from, whole, {
      maxValue,
      salvages: (candidate) => visitor.salvages(inner?.tag, candidate),
      opens: (from) =>
        visitor.root(window.bytes.subarray(0, Math.min(window.to, from + ROOT_PEEK)), from) !== undefined,
    });
    if (found.is === 'more') {
      search.from = found.from;
      at = found.from;
      wanted = found.wanted;
      return false;
    }
    wanted = 0;
    const to = found.is === 'none' ? window.to : found.at;
    visitor.damage({ ...search.damage, lostTo: offset(to) });
    search = undefined;
    at = to;
    tokenFrom = to;
    if (found.is === 'element' && inner !== undefined) {
      frames.closeTo(inner.level);
      prepareElement();
      expect = 'value';
      return true;
    }
    frames.closeTo(0);
    expect = 'value';
    return found.is !== 'none';
  }

  return { feed, end };
}
