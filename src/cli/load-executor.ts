import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExecutorModule } from '../replay/executor.ts';

/** The user's module: `execute`, or its default export. @throws Error with a sentence where it is none. */
export async function loadExecutor(path: string): Promise<ExecutorModule> {
  const { execute, default: fallback, stateOf } = await importModule(path);
  const found = execute ?? fallback;
  if (typeof found !== 'function') {
    throw new Error(`${path} exports no function: it wants "export async function execute(call, world)".`);
  }
  return {
    execute: found as ExecutorModule['execute'],
    ...(typeof stateOf === 'function' ? { stateOf: stateOf as NonNullable<ExecutorModule['stateOf']> } : {}),
  };
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href);
  } catch (error) {
    throw new Error(
      `The executor ${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
