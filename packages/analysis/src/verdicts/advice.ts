import { GUARD } from './judge-column';

/** How to measure the noise of a machine; with every "not calibrated". A test follows it and sees the evidence accepted. */
export const CALIBRATE = 'Run the base once more on another day, or record in rounds.';

/** Why a change is possible at most on a machine of which nothing is known, and how to settle it (docs/method.md §3.7). */
export const UNKNOWN_NOISE = `Possible at most: nothing is known of the noise of this machine, and others may use it. ${CALIBRATE}`;

/** Why the guard made a change possible (docs/method.md §3.3). */
export const GUARDED = `Possible at most: it is under ${GUARD} standard errors of its repeats, or this test moved as far between runs that should be the same.`;
