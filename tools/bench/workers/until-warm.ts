/** Uploads after which is looked whether one costs less than before: some for each reader. */
const BATCH = 40;
/** Of the least that one cost in any batch before: what is above it no longer falls. */
const FALLS = 0.95;
/** So often in a row: one batch alone may have been unlucky. */
const IN_A_ROW = 2;
/** Whatever is found: on a machine with other work, it may never settle. */
const MOST = 10;

export interface WarmUp {
  uploads: number;
  /** False: the computing for one still fell when it was ended. */
  isWarm: boolean;
}

/**
 * Sends uploads until the computing for one no longer falls. A reader compiles its code while it reads the first dozens, and
 * those cost several times as much.
 *
 * @param send sends so many, and returns milliseconds of computing for one of them
 */
export async function untilWarm(send: (count: number) => Promise<number>): Promise<WarmUp> {
  let least = Number.POSITIVE_INFINITY;
  let steady = 0;
  for (let batch = 1; batch <= MOST; batch += 1) {
    const ms = await send(BATCH);
    steady = ms < FALLS * least ? 0 : steady + 1;
    least = Math.min(least, ms);
    if (steady === IN_A_ROW) return { uploads: batch * BATCH, isWarm: true };
  }
  return { uploads: MOST * BATCH, isWarm: false };
}
