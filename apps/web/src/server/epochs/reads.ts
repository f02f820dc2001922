import { AsyncLocalStorage } from 'node:async_hooks';
import type { WrittenState } from './epoch-reader';

/**
 * Nothing is kept for longer: where no night is measured any more, nothing is written, and that is what a page has to say.
 */
export const MAX_AGE_MS = 5 * 60_000;

/**
 * Data that an answer was made of. It holds as long as none of this was written; whatever is shared by all heatmaps (facts of
 * servers, names) counts always.
 */
export class Reads {
  /** It may be of anything. */
  everything = false;
  /** By their keys. */
  readonly heatmaps = new Set<string>();
  /** Keys of kept answers of which only the content counts. */
  readonly answers = new Set<string>();

  /** The last write of what it read, answers left out. */
  lastWrite(state: WrittenState): number {
    if (this.everything) return state.newest;
    return Math.max(state.shared, ...[...this.heatmaps].map((key) => state.ofHeatmap(key)));
  }

  /** Whether single heatmaps are all that it read, and none of them was written after an epoch. */
  holdsSince(epoch: number, state: WrittenState): boolean {
    if (state.newest <= epoch) return true;
    if (this.everything || state.shared > epoch) return false;
    for (const key of this.heatmaps) if (state.ofHeatmap(key) > epoch) return false;
    return true;
  }
}

/** On globalThis: Next.js puts copies of this module into several bundles, which must share one. */
const holder = globalThis as typeof globalThis & { basecaseReads?: AsyncLocalStorage<Reads | null> };
holder.basecaseReads ??= new AsyncLocalStorage();
const collecting = holder.basecaseReads;

/** Does something and notes in `reads` what it reads. */
export function collectReads<T>(reads: Reads, work: () => T): T {
  return collecting.run(reads, work);
}

/** Later reads are not noted for this request: the caller notes them all at once. */
export function uncollected<T>(work: () => T): T {
  return collecting.run(null, work);
}

/** Collector of current reads; null without one. */
export function currentReads(): Reads | null {
  return collecting.getStore() ?? null;
}

/** Notes a read that no epoch covers. */
export function noteEverything(): void {
  const reads = currentReads();
  if (reads) reads.everything = true;
}
