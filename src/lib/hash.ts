import { createBLAKE3, createSHA256, createSHA512, type IHasher } from 'hash-wasm';

/** The digest schemes that are computed here; the other fingerprint schemes are a server's own. */
export type DigestScheme = 'sha256' | 'sha512' | 'blake3';

interface Hashes {
  readonly sha256: IHasher;
  readonly sha512: IHasher;
  readonly blake3: IHasher;
  /** One more SHA-256, whose state is swapped between the streams. */
  readonly streams: IHasher;
}

let loading: Promise<void> | undefined;
let hashes: Hashes | undefined;

/** Compiles the hash functions (WebAssembly, inlined in the library). To be awaited once before any other call here. */
export function loadHashes(): Promise<void> {
  loading ??= Promise.all([createSHA256(), createSHA512(), createBLAKE3(), createSHA256()]).then(
    ([sha256, sha512, blake3, streams]) => {
      hashes = { sha256, sha512, blake3, streams };
    },
  );
  return loading;
}

function loaded(): Hashes {
  if (hashes === undefined) throw new Error('hash functions used before loadHashes() (a bug in Witnessmark)');
  return hashes;
}

/** Lower-case hex. A string is hashed as UTF-8, lone surrogates as U+FFFD. */
export function sha256Hex(data: Uint8Array | string): string {
  return loaded().sha256.init().update(data).digest('hex');
}

/** Lower-case hex. */
export function digestHex(scheme: DigestScheme, bytes: Uint8Array): string {
  return loaded()[scheme].init().update(bytes).digest('hex');
}

/** A SHA-256 over pieces. Any number of them may run at once. */
export interface Sha256Stream {
  update(bytes: Uint8Array): void;
  /** Ends the stream. */
  hex(): string;
}

/** Whose state is in the shared hasher now. */
let active: { state: Uint8Array | undefined } | undefined;

export function createSha256(): Sha256Stream {
  const { streams } = loaded();
  const own: { state: Uint8Array | undefined } = { state: undefined };
  const takeOver = (): void => {
    if (active === own) return;
    if (active !== undefined) active.state = streams.save();
    if (own.state === undefined) streams.init();
    else streams.load(own.state);
    active = own;
  };
  return {
    update(bytes) {
      takeOver();
      streams.update(bytes);
    },
    hex() {
      takeOver();
      active = undefined;
      return streams.digest('hex');
    },
  };
}
