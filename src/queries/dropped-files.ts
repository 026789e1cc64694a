import type { ChosenBundle, ChosenFile } from './use-import.ts';

/** Files and folders of a drop, with their paths. Must be called in the drop event itself: the list is empty afterwards. */
export function readDropped(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(chosenFiles(transfer.files));
  return readEntries(entries);
}

/** Files of an `<input type=file>`, with or without `webkitdirectory`. */
export const chosenFiles = (files: Iterable<File>): readonly ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Folders are walked with a list of what is still to be read, not by recursion: depth is up to whoever made the bundle. */
async function readEntries(entries: readonly FileSystemEntry[]): Promise<readonly ChosenFile[]> {
  const found: ChosenFile[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (entry.isDirectory) waiting.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
    else {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    }
  }
  return found;
}

/** `readEntries` of the platform gives a part (100 in Chromium) at a time, and an empty part at the end. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

/**
 * Files as a bundle with a title. Paths of a single folder are relative to it, and it gives the title
 * (design.md 8: an input's path is its place in the bundle).
 */
export function bundleOf(files: readonly ChosenFile[]): ChosenBundle {
  const [first] = files;
  const folder = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/') + 1) : undefined;
  if (folder !== undefined && files.every(({ path }) => path.startsWith(folder))) {
    return {
      title: folder.slice(0, -1),
      files: files.map(({ path, file }) => ({ path: path.slice(folder.length), file })),
    };
  }
  const title = files.length > 1 ? `${first?.path} and ${files.length - 1} more` : (first?.path ?? 'nothing');
  return { title, files };
}
