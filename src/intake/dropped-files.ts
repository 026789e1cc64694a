import { pushAll } from '../lib/push-all.ts';
/** A file as it was dropped or chosen, with its place: what goes over to the worker. */
export interface DroppedFile {
  readonly file: File;
  /** Relative inside a dropped folder; the base name of a file dropped itself. */
  readonly path: string;
  /** The dropped folder's name, for a file inside it. */
  readonly heldBy: readonly string[];
}

/** Files that a file input or folder input chose. */
export function chosenFiles(files: Iterable<File>): readonly DroppedFile[] {
  return Array.from(files, (file) => placed(file, file.webkitRelativePath));
}

/**
 * Files and folders of a drop. Must be called in the drop event itself: the entries are gone after it. A folder's
 * files come sorted; folders that cannot be read are left out and named in `unreadable`.
 */
export async function droppedFiles(
  transfer: DataTransfer,
): Promise<{ readonly files: readonly DroppedFile[]; readonly unreadable: readonly string[] }> {
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file !== null) loose.push(file);
    }
  }
  const files: DroppedFile[] = loose.map((file) => placed(file, ''));
  const unreadable: string[] = [];
  // a stack, not recursion: a folder may be nested as deep as a disk allows
  const open = entries.reverse();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    try {
      if (isFile(entry)) files.push(placed(await fileOf(entry), entry.fullPath));
      else if (isFolder(entry)) {
        const inner = await entriesOf(entry);
        pushAll(
          open,
          inner.sort((a, b) => (a.name < b.name ? 1 : -1)),
        );
      }
    } catch {
      unreadable.push(entry.fullPath);
    }
  }
  return { files, unreadable };
}

/** The first part of a place is the dropped folder itself. */
function placed(file: File, place: string): DroppedFile {
  const parts = place.split('/').filter((part) => part !== '');
  return parts.length < 2
    ? { file, path: file.name, heldBy: [] }
    : { file, path: parts.slice(1).join('/'), heldBy: parts.slice(0, 1) };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, fail) => entry.file(done, fail));

/** A reader gives a part of its entries at a time and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return entries;
    pushAll(entries, some);
  }
}
