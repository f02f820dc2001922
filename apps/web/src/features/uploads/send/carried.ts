import type { Dropped } from './take-dropped';

/** Of the window: a page without Next's router leaves there what was dropped on it, for the upload page that follows. */
const holder = globalThis as typeof globalThis & { basecaseDropped?: readonly Dropped[] };

export function carry(dropped: readonly Dropped[]): void {
  holder.basecaseDropped = dropped;
}

/** What was dropped on the page before; once. */
export function takeCarried(): readonly Dropped[] {
  const dropped = holder.basecaseDropped ?? [];
  delete holder.basecaseDropped;
  return dropped;
}
