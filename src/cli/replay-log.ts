import { lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { isMissing, snapshotFolder } from '../replay/working-copy.ts';

export interface ReplayLog {
  readonly write: (line: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Something stands in it. */
  readonly isBegun: () => boolean;
}

/**
 * Made when the first line is written, so that a refusal leaves nothing. @throws Error with a sentence where something
 * is there already, and where the log would stand in the snapshot.
 */
export async function createLog(out: string, snapshot: string): Promise<ReplayLog> {
  const folder = await realpath(dirname(out)).catch((error: unknown) => {
    if (isMissing(error)) throw new Error(`There is no folder ${dirname(out)} for the log.`);
    throw error;
  });
  const path = join(folder, basename(out));
  const from = await snapshotFolder(snapshot);
  if (path === from || path.startsWith(from + sep)) {
    throw new Error(`${out} is in the snapshot, and nothing is written there: choose another --out.`);
  }
  if (await isThere(path)) throw new Error(`${out} is there already, and a replay writes over nothing.`);
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    async write(line) {
      file ??= await open(path, 'wx');
      await file.appendFile(`${line}\n`);
      // a crash of the machine loses the call it happened in and nothing else
      await file.datasync();
    },
    close: async () => file?.close(),
    isBegun: () => file !== undefined,
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
