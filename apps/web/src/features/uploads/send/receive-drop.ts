import { sendOrAsk } from '../table/asked-table';
import { readDropped } from './read-drop';
import type { Dropped } from './take-dropped';

/** Sends what was dropped; of a table alone it is asked first which column is what. Folders are listed first, which takes a moment when they are large. */
export async function receiveDrop(dropped: readonly Dropped[]): Promise<void> {
  await sendOrAsk(await readDropped(dropped));
}
