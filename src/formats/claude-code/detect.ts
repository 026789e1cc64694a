import type { Detection } from '../format.ts';
import { outlineOf } from '../outline.ts';

export function detectClaudeCode(head: Uint8Array): Detection | undefined {
  for (const { paths, texts } of outlineOf(head).records) {
    if (paths.has('loglines[]') && (paths.has('loglines[].message') || paths.has('loglines[].type'))) {
      return { confidence: 'certain', why: 'there are loglines, as the web export of Claude Code has them' };
    }
    if (paths.has('parentUuid') && paths.has('sessionId')) {
      return {
        confidence: 'certain',
        why: 'a line has a parentUuid and a sessionId, as Claude Code writes it',
      };
    }
    if (texts.get('type') === 'summary' && paths.has('leafUuid')) {
      return { confidence: 'likely', why: 'a line is a summary with a leafUuid, as Claude Code writes it' };
    }
  }
  return undefined;
}
