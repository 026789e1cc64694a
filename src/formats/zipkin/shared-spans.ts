import type { JsonObject } from '../../lib/json-value.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import { textOf } from '../spans/attributes.ts';

/** The halves of one RPC, which Zipkin gives one id (formats.md 1.6). */
export interface SharedSpans {
  /** Looks at a record; all of them come by before the first question. */
  note(json: JsonObject): void;
  /** Own id and parent id of a record, with the halves told apart. */
  idsOf(json: JsonObject): { readonly id: string | undefined; readonly parentId: string | undefined };
  /** A record without times and kind, beside a fuller one of its id and service: a late part of that one. */
  isFragment(json: JsonObject): boolean;
  /** Ids whose two halves are in the file. */
  count(): number;
}

interface Halves {
  clients: number;
  servers: number;
  readonly serverServices: Set<string>;
  readonly clientServices: Set<string>;
  /** Services whose record of this id has times or a kind. */
  readonly full: Set<string>;
}

export function createSharedSpans(): SharedSpans {
  const halves = new Map<string, Halves>();
  const keyOf = (trace: string | undefined, id: string): string => `${trace ?? ''} ${id}`;
  const bothOf = (trace: string | undefined, id: string | undefined): Halves | undefined => {
    const found = id === undefined ? undefined : halves.get(keyOf(trace, id));
    return found !== undefined && found.clients > 0 && found.servers > 0 ? found : undefined;
  };
  return {
    note(json) {
      const id = idText(json, 'id');
      if (id === undefined) return;
      const key = keyOf(idText(json, 'traceId'), id);
      const own = halves.get(key) ?? {
        clients: 0,
        servers: 0,
        serverServices: new Set(),
        clientServices: new Set(),
        full: new Set(),
      };
      halves.set(key, own);
      const service = serviceOf(json);
      if (looksLikeFragment(json)) return;
      if (service !== undefined) own.full.add(service);
      if (isServerHalf(json)) {
        own.servers++;
        if (service !== undefined) own.serverServices.add(service);
      } else {
        own.clients++;
        if (service !== undefined) own.clientServices.add(service);
      }
    },
    idsOf(json) {
      const trace = idText(json, 'traceId');
      const id = idText(json, 'id');
      const parentId = idText(json, 'parentId');
      // the server half is a child of the client half
      if (id !== undefined && isServerHalf(json) && bothOf(trace, id) !== undefined) {
        return { id: serverId(id), parentId: id };
      }
      const above = bothOf(trace, parentId);
      const service = serviceOf(json);
      const underServer =
        above !== undefined &&
        parentId !== undefined &&
        service !== undefined &&
        above.serverServices.has(service) &&
        !above.clientServices.has(service);
      return { id, parentId: underServer ? serverId(parentId) : parentId };
    },
    isFragment(json) {
      const id = idText(json, 'id');
      const service = serviceOf(json);
      if (id === undefined || service === undefined || !looksLikeFragment(json)) return false;
      return halves.get(keyOf(idText(json, 'traceId'), id))?.full.has(service) === true;
    },
    count: () => [...halves.values()].filter(({ clients, servers }) => clients > 0 && servers > 0).length,
  };
}

const serverId = (id: string): string => `${id.padStart(16, '0')}:server`;

const looksLikeFragment = (json: JsonObject): boolean =>
  !json.has('timestamp') && !json.has('duration') && !json.has('kind');

const isServerHalf = (json: JsonObject): boolean =>
  json.get('shared') === true || json.get('kind') === 'SERVER';

const idText = (json: JsonObject, key: string): string | undefined => {
  const text = textOf(json.get(key))?.toLowerCase();
  return text === undefined || text === '' ? undefined : text;
};

export function serviceOf(json: JsonObject): string | undefined {
  const endpoint = json.get('localEndpoint');
  const name = isJsonObject(endpoint) ? endpoint.get('serviceName') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
