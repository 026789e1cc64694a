import type { Format } from '../format.ts';
import { detectJsConsole } from './detect.ts';
import { parseJsConsole } from './parse.ts';

/** What the ConsoleSpanExporter of the JavaScript SDK prints: objects as Node's `util.inspect` shows them, not JSON. */
export const jsConsole: Format = {
  id: 'js-console',
  label: 'console output of the JavaScript SDK',
  detect: detectJsConsole,
  parse: parseJsConsole,
};
