import { Lane, type LaneLimits, type Pause } from './lane';
import type { LaneName } from './request-class';

export type Lanes = Readonly<Record<LaneName, Lane>>;

/** Longer than any page needs on a busy machine. */
const MAX_HOLD_MS = 10_000;

/**
 * The queues of this process.
 *
 * React renders on one thread. A second page in work uses the time in which the first waits for the database; more
 * than a few only slow each other down and hold memory. So these are constants and not figures of a machine: a faster
 * machine has its turns sooner.
 *
 * @param render settings of the lane of pages and the API; the others follow from what they are for
 */
export function openLanes(
  render: Pick<LaneLimits, 'atOnce' | 'waiting' | 'maxWaitMs'>,
  pause: Pause | null = null,
): Lanes {
  return {
    render: new Lane({ ...render, maxHoldMs: MAX_HOLD_MS }, pause),
    // One computation without a pause; a second one would only take turns from pages.
    image: new Lane({
      ...render,
      atOnce: 1,
      waiting: Math.ceil(render.waiting / 4),
      maxHoldMs: MAX_HOLD_MS,
    }),
    // Bytes on their way to the disk cost little each, and slow senders are normal.
    upload: new Lane({ atOnce: 32, waiting: 64, maxWaitMs: 60_000, maxHoldMs: null }),
    download: new Lane({ atOnce: 32, waiting: 64, maxWaitMs: render.maxWaitMs, maxHoldMs: null }),
  };
}
