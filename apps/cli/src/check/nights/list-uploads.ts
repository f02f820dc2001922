import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasArchiveSuffix } from '@basecase/ingest';
import { naturalOrder } from '@basecase/ingest/model';

/** Folders within folders that are looked into: one for the server, one for the year, ... */
const DEEPEST = 6;

/**
 * Past uploads below a directory, in the order of names: archives, and folders that hold files themselves. A folder
 * that has only archives and folders in it is looked into, because each of them may be another night.
 *
 * @returns paths; other files at the top are only counted
 */
export async function listUploads(directory: string): Promise<{ paths: string[]; files: number }> {
  const { folders, archives, files } = await listFolder(directory);
  const below = await Promise.all(folders.map((folder) => uploadsIn(folder, 1)));
  return { paths: [...archives, ...below.flat()].sort(naturalOrder), files: files.length };
}

async function uploadsIn(folder: string, depth: number): Promise<string[]> {
  const { folders, archives, files } = await listFolder(folder);
  if (files.length > 0 || depth >= DEEPEST) return [folder];
  const below = await Promise.all(folders.map((each) => uploadsIn(each, depth + 1)));
  return [...archives, ...below.flat()];
}

async function listFolder(
  folder: string,
): Promise<{ folders: string[]; archives: string[]; files: string[] }> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => !name.startsWith('.'),
  );
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const at = (names: readonly string[]) => names.map((name) => join(folder, name));
  return {
    folders: at(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)),
    archives: at(files.filter(hasArchiveSuffix)),
    files: at(files.filter((name) => !hasArchiveSuffix(name))),
  };
}
