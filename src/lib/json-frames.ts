import type { Frame, JsonVisitor, ObjectShape, Shape } from './json-shape.ts';

/** The arrays and objects that a walk stands in. Slots are used again, so that a long walk makes no garbage. */
export interface FrameStack<Tag extends string> {
  depth(): number;
  /** The innermost one. Only while `depth()` is above 0. */
  top(): Frame<Tag>;
  /** @param byte where it begins, in the stream */
  push(
    isArray: boolean,
    own: Shape<Tag> | undefined,
    object: ObjectShape<Tag> | undefined,
    byte: number,
  ): void;
  /** Closes the frames above `level`; objects with a scope are told. */
  closeTo(level: number): void;
  /** The innermost open array whose elements are handed out whole. */
  innermostArray(): { readonly tag: Tag; readonly level: number } | undefined;
}

export function createFrameStack<Tag extends string>(visitor: JsonVisitor<Tag>): FrameStack<Tag> {
  const frames: Frame<Tag>[] = [];
  let depth = 0;

  return {
    depth: () => depth,
    top: () => frames[depth - 1] as Frame<Tag>,
    push(isArray, own, object, byte) {
      const frame = frames[depth];
      if (frame === undefined) frames.push({ isArray, shape: own, object });
      else {
        frame.isArray = isArray;
        frame.shape = own;
        frame.object = object;
      }
      depth++;
      if (object?.scope !== undefined) visitor.open?.(object.scope, byte);
    },
    closeTo(level) {
      while (depth > level) {
        depth--;
        const scope = frames[depth]?.object?.scope;
        if (scope !== undefined) visitor.close?.(scope);
      }
    },
    innermostArray() {
      for (let level = depth; level > 0; level--) {
        const frame = frames[level - 1] as Frame<Tag>;
        const tag = frame.isArray ? frame.shape?.object : undefined;
        if (typeof tag === 'string') return { tag, level };
      }
      return undefined;
    },
  };
}
