import type { Format } from '../format.ts';
import { detectMlflow } from './detect.ts';
import { parseMlflow } from './parse.ts';

/** Traces of MLflow (formats.md 1.13). */
export const mlflow: Format = {
  id: 'mlflow',
  label: 'MLflow',
  detect: detectMlflow,
  parse: parseMlflow,
};
