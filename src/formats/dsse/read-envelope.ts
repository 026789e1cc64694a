import { base64Bytes } from '../../lib/base64.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { ED25519_SIGNATURE_BYTES } from '../../model/ed25519.ts';
import type { OtherSeal } from '../../model/other-seal.ts';

const utf8 = new TextEncoder();

/** `DSSEv1 <bytes of type> <type> <bytes of payload> <payload>`: what a DSSE signature is made over. */
export function preAuthEncoding(type: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const typeBytes = utf8.encode(type);
  const head = utf8.encode(`DSSEv1 ${typeBytes.length} ${type} ${payload.length} `);
  const out = new Uint8Array(head.length + payload.length);
  out.set(head);
  out.set(payload, head.length);
  return out;
}

/** Undefined when it is no envelope. Base64 of both alphabets is read, as DSSE allows. */
export function readEnvelope(value: JsonObject): Omit<OtherSeal, 'at'> | undefined {
  const [type, payloadText, list] = [value.get('payloadType'), value.get('payload'), value.get('signatures')];
  if (typeof type !== 'string' || typeof payloadText !== 'string' || !isJsonArray(list)) return undefined;
  const payload = anyBase64(payloadText);
  const signatures = list.flatMap((one) => signatureOf(one) ?? []);
  const isWhole = signatures.length === list.length && list.length > 0;
  const body = payload ?? new Uint8Array(0);
  return {
    carrier: 'dsse',
    type,
    signed: preAuthEncoding(type, body),
    payload: body,
    signatures,
    carriesKey: false,
    unsupported:
      payload === undefined
        ? 'The payload of an envelope is no base64: its seal cannot be checked.'
        : !isWhole || signatures.some(({ bytes }) => bytes.length !== ED25519_SIGNATURE_BYTES)
          ? 'An envelope has a signature that is none of Ed25519: its seal cannot be checked here.'
          : undefined,
  };
}

function signatureOf(value: Json): OtherSeal['signatures'][number] | undefined {
  const sig = isJsonObject(value) ? value.get('sig') : undefined;
  const bytes = typeof sig === 'string' ? anyBase64(sig) : undefined;
  if (bytes === undefined || !isJsonObject(value)) return undefined;
  const keyId = value.get('keyid');
  return { keyId: typeof keyId === 'string' && keyId !== '' ? keyId : undefined, bytes };
}

const anyBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  base64Bytes(text.replaceAll('-', '+').replaceAll('_', '/'));
