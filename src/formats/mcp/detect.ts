import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';
import { ENVELOPES } from './message.ts';

/** Other protocols speak JSON-RPC too: a method of MCP must stand in the beginning. */
const METHODS =
  /^(initialize|ping|tools\/|resources\/|prompts\/|sampling\/|notifications\/|completion\/|logging\/)/;

export function detectMcp(head: Uint8Array): Detection | undefined {
  for (const { paths, texts } of outlineOf(head).records) {
    for (const at of ['', ...ENVELOPES.map((name) => `${name}.`)]) {
      const method = texts.get(`${at}method`);
      if (paths.has(`${at}jsonrpc`) && method !== undefined && METHODS.test(method))
        return { confidence: 'certain', why: `a line is a JSON-RPC message with the MCP method ${method}` };
    }
  }
  return undefined;
}
