import type { Format } from '../format.ts';
import { detectMcp } from './detect.ts';
import { parseMcp } from './parse.ts';

/** Recorded traffic between an MCP client and a server: JSON-RPC messages, a line each, bare or in an envelope. */
export const mcp: Format = {
  id: 'mcp',
  label: 'MCP traffic',
  detect: detectMcp,
  parse: parseMcp,
};
