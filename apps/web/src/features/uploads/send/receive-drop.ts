import { sendFiles } from './queue-of-page';
import { readDropped } from './read-drop';
import type { Dropped } from './take-dropped';

/** Sends what was dropped. Folders are listed first, which takes a moment when they are large. */
export async function receiveDrop(dropped: readonly Dropped[]): Promise<void> {
  sendFiles(await readDropped(dropped));
}
