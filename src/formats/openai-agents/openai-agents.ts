import type { Format } from '../format.ts';
import { detectOpenAiAgents } from './detect.ts';
import { parseOpenAiAgents } from './parse.ts';

/** Traces of the OpenAI Agents SDK as its exporter sends them (formats.md 1.14). */
export const openAiAgents: Format = {
  id: 'openai-agents',
  label: 'OpenAI Agents SDK',
  detect: detectOpenAiAgents,
  parse: parseOpenAiAgents,
};
