import { Decompress } from 'fzstd';

/** zstd as a stream of the platform, for members of zip archives; their CRC covers what comes out. */
export class ZstdStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor() {
    let give: (piece: Uint8Array) => void = () => undefined;
    const decoder = new Decompress((piece) => give(piece.slice()));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        give = (piece) => {
          if (piece.length > 0) controller.enqueue(piece);
        };
      },
      transform: (chunk) => void decoder.push(chunk.slice()),
      flush: () => void decoder.push(new Uint8Array(0), true),
    });
    this.readable = readable;
    this.writable = writable;
  }
}
