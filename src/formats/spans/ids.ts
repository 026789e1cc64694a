import { hexOf } from '../../lib/hex.ts';

/** An id as it is compared, and what was done to it. */
export type ReadId =
  | { readonly is: 'id'; readonly id: string; readonly respelled?: Respelling; readonly odd?: string }
  /** Empty, all zeros, or not there. */
  | { readonly is: 'missing' };

export type Respelling = 'upper-case' | '0x' | 'dashes' | 'short' | 'base64' | 'base64-of-hex' | 'blank';

const MISSING: ReadId = { is: 'missing' };

/**
 * One spelling for every id (formats.md 1.13, 3.13): lower-case hex of 32 or 16 digits, else the source's own text.
 * 32 hex digits are hex, though they would be valid base64 too.
 * @param digits 32 for trace ids, 16 for span ids.
 */
export function readId(raw: string, digits: 32 | 16): ReadId {
  if (raw.length === digits && isLowerHex(raw))
    return isZeros(raw) ? MISSING : { is: 'id', id: raw, ...rightPadded(raw) };
  const text = raw.trim();
  if (text === '') return MISSING;
  if (text !== raw) return again(readId(text, digits), 'blank');
  if (/^0[xX][0-9a-fA-F]+$/.test(text)) return again(readId(text.slice(2), digits), '0x');
  if (/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text)) return uuid(text);
  if (/^[0-9a-fA-F]+$/.test(text)) return hexId(text, digits);
  return base64Id(text, digits) ?? { is: 'id', id: text, odd: 'it is no hexadecimal number' };
}

function again(read: ReadId, respelled: Respelling): ReadId {
  return read.is === 'id' ? { ...read, respelled } : read;
}

/** Some products name spans by UUIDs; they lose their dashes and keep their length. */
function uuid(text: string): ReadId {
  const id = text.replaceAll('-', '').toLowerCase();
  return isZeros(id) ? MISSING : { is: 'id', id, respelled: 'dashes' };
}

function hexId(text: string, digits: number): ReadId {
  if (isZeros(text)) return MISSING;
  const id = text.toLowerCase();
  if (text.length < digits) return { is: 'id', id: id.padStart(digits, '0'), respelled: 'short' };
  if (text.length > digits && text.length !== 32) {
    return { is: 'id', id, odd: `it has ${text.length} hexadecimal digits instead of ${digits}` };
  }
  return id === text ? { is: 'id', id } : { is: 'id', id, respelled: 'upper-case' };
}

/** 24 characters ending in `==` are 16 bytes, 12 ending in `=` are 8; 44 are the text of 32 hex digits (swift #537). */
function base64Id(text: string, digits: number): ReadId | undefined {
  if (!/^[A-Za-z0-9+/_-]+={1,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  let bytes: string;
  try {
    bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
  if (bytes.length === digits && /^[0-9a-fA-F]+$/.test(bytes)) {
    return isZeros(bytes) ? MISSING : { is: 'id', id: bytes.toLowerCase(), respelled: 'base64-of-hex' };
  }
  if (bytes.length !== digits / 2) return undefined;
  const id = hexOf(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
  return isZeros(id) ? MISSING : { is: 'id', id, respelled: 'base64' };
}

/** A 64-bit id padded on the wrong side (otel-js #742): said, never joined with its other half. */
function rightPadded(id: string): { odd?: string } {
  return id.length === 32 && id.endsWith('0000000000000000')
    ? { odd: 'its second half is zero, as if a short id had been padded on the right' }
    : {};
}

function isLowerHex(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!((c >= 48 && c <= 57) || (c >= 97 && c <= 102))) return false;
  }
  return true;
}

function isZeros(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== 48) return false;
  return true;
}
