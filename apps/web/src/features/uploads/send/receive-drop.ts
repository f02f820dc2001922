import { sendFiles } from './queue-of-page';
import { readEntries } from './read-drop';

/** Sends what was dropped. Folders are listed first, which takes a moment when they are large. */
export async function receiveDrop(entries: readonly FileSystemEntry[]): Promise<void> {
  sendFiles(await readEntries(entries));
}
