import type { Format } from '../format.ts';
import { detectLangSmith } from './detect.ts';
import { parseLangSmith } from './parse.ts';

/** Runs of LangSmith (formats.md 1.12). */
export const langsmith: Format = {
  id: 'langsmith',
  label: 'LangSmith',
  detect: detectLangSmith,
  parse: parseLangSmith,
};
