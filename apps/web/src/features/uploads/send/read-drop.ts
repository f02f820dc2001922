import type { Dropped } from './take-dropped';
import type { PathFile } from './tar-blob';

/** All files of what was dropped, folders with all that is in them. */
export async function readDropped(dropped: readonly Dropped[]): Promise<PathFile[]> {
  const lists = await Promise.all(
    dropped.map((each) => (each instanceof File ? [{ path: each.name, file: each }] : readEntry(each, ''))),
  );
  return lists.flat();
}

async function readEntry(entry: FileSystemEntry, folder: string): Promise<PathFile[]> {
  const path = folder + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const files: PathFile[] = [];
  // A reader gives some entries at a time, and none when it is done.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return files;
    for (const each of some) files.push(...(await readEntry(each, `${path}/`)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Files of an `<input type="file">`; one that chooses folders says where each file lies. */
export function readInput(list: FileList): PathFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}
