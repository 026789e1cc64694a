import type { Format } from '../format.ts';
import { detectClaudeCode } from './detect.ts';
import { parseClaudeCode } from './parse.ts';

/** Sessions of Claude Code (`~/.claude/projects/…/*.jsonl`) and their web export. */
export const claudeCode: Format = {
  id: 'claude-code',
  label: 'Claude Code session',
  detect: detectClaudeCode,
  parse: parseClaudeCode,
};
