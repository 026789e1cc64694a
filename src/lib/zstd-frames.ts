/** One frame of a zstd file (RFC 8878), by its headers alone. */
export type ZstdFrame =
  | {
      readonly is: 'frame';
      readonly from: number;
      readonly to: number;
      /** The low 32 bits of the XXH64 of the content; undefined when the frame carries none. */
      readonly checksum: number | undefined;
      /** Bytes that a decoder must keep to look back. */
      readonly window: number;
    }
  | { readonly is: 'skippable'; readonly from: number; readonly to: number }
  | { readonly is: 'truncated'; readonly from: number }
  | { readonly is: 'other'; readonly from: number }
  | { readonly is: 'dictionary'; readonly from: number };

export const isZstd = (head: Uint8Array): boolean =>
  head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;

/** Walks the frames; the last entry says why the walk ended early, if it did. */
export function* zstdFrames(bytes: Uint8Array): Generator<ZstdFrame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return yield { is: 'truncated', from: at };
    const magic = view.getUint32(at, true);
    if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
      if (at + 8 > bytes.length) return yield { is: 'truncated', from: at };
      const to = at + 8 + view.getUint32(at + 4, true);
      if (to > bytes.length) return yield { is: 'truncated', from: at };
      yield { is: 'skippable', from: at, to };
      at = to;
      continue;
    }
    if (magic !== 0xfd2fb528) return yield { is: 'other', from: at };
    const frame = frameAt(view, at);
    yield frame;
    if (frame.is !== 'frame') return;
    at = frame.to;
  }
}

function frameAt(view: DataView, from: number): ZstdFrame {
  const size = view.byteLength;
  if (from + 6 > size) return { is: 'truncated', from };
  const descriptor = view.getUint8(from + 4);
  const single = (descriptor & 0x20) !== 0;
  const contentField = [single ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const dictionaryField = [0, 1, 2, 4][descriptor & 3] as number;
  let at = from + 5;
  let window = 0;
  if (!single) {
    const byte = view.getUint8(at++);
    const base = 2 ** (10 + (byte >> 3));
    window = base + (base / 8) * (byte & 7);
  }
  if (at + dictionaryField + contentField > size) return { is: 'truncated', from };
  for (let i = 0; i < dictionaryField; i++)
    if (view.getUint8(at + i) !== 0) return { is: 'dictionary', from };
  at += dictionaryField;
  if (single) window = contentSize(view, at, contentField);
  at += contentField;
  for (let last = false; !last; ) {
    if (at + 3 > size) return { is: 'truncated', from };
    const header = view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
    last = (header & 1) === 1;
    const kind = (header >> 1) & 3;
    if (kind === 3) return { is: 'other', from };
    // a run is one byte, whatever its length
    at += 3 + (kind === 1 ? 1 : header >> 3);
    if (at > size) return { is: 'truncated', from };
  }
  const hasChecksum = (descriptor & 4) !== 0;
  if (hasChecksum && at + 4 > size) return { is: 'truncated', from };
  const checksum = hasChecksum ? view.getUint32(at, true) : undefined;
  return { is: 'frame', from, to: hasChecksum ? at + 4 : at, checksum, window };
}

function contentSize(view: DataView, at: number, field: number): number {
  switch (field) {
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint16(at, true) + 256;
    case 4:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
