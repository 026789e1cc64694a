import type { Answer } from './executor.ts';

export type ReadAnswer =
  | {
      readonly is: 'answered';
      /** One line of JSON; undefined where the tool gave no output. */
      readonly outputJson: string | undefined;
      readonly servedFromCache: boolean;
    }
  /** Half a sentence. */
  | { readonly is: 'failed'; readonly said: string };

const MEMBERS: ReadonlySet<string> = new Set([
  'output',
  'outputText',
  'servedFromCache',
] satisfies (keyof Answer)[]);

/**
 * What an executor answered, held against what it may answer. Nothing is mended: a value that JSON would write as
 * another one (NaN as null), or an output that is returned bare, would be lost without anybody hearing of it.
 */
export function readAnswer(answer: unknown): ReadAnswer {
  if (answer === undefined) return { is: 'answered', outputJson: undefined, servedFromCache: false };
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { is: 'failed', said: 'it answered with a bare value, where an object with "output" is wanted' };
  }
  const strange = Object.keys(answer).find((name) => !MEMBERS.has(name));
  if (strange !== undefined) {
    return {
      is: 'failed',
      said: `it answered with the member ${JSON.stringify(strange)}, where an object with "output" is wanted`,
    };
  }
  const { output, outputText, servedFromCache } = answer as Readonly<Record<keyof Answer, unknown>>;
  try {
    const outputJson = outputText === undefined ? jsonOf(output) : checkedJson(outputText);
    return { is: 'answered', outputJson, servedFromCache: servedFromCache === true };
  } catch (error) {
    return { is: 'failed', said: `its output is no JSON: ${(error as Error).message}` };
  }
}

/** @throws Error with half a sentence. */
function jsonOf(output: unknown): string | undefined {
  if (output === undefined) return undefined;
  const text = JSON.stringify(output, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`it holds ${value}`);
    if (typeof value === 'bigint') throw new Error('it holds a BigInt; "outputText" takes all digits');
    return value;
  }) as string | undefined;
  if (text === undefined) throw new Error(`it is a ${typeof output}`);
  return text;
}

/** @throws Error where it is no JSON. */
function checkedJson(text: unknown): string {
  if (typeof text !== 'string') throw new Error('"outputText" is no string');
  JSON.parse(text);
  // JSON has line breaks between its tokens alone
  return text.replace(/[\r\n]/g, ' ');
}
