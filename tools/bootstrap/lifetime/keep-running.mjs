import { setTimeout as delay } from 'node:timers/promises';

/** How long after its end a program is started again: longer each time, so that one that cannot run takes no machine. */
const FIRST_MS = 200;
const LAST_MS = 10_000;

/** A process that ran this long was healthy: its next end counts as the first. */
const WELL_MS = 30_000;

/**
 * Starts a program, and starts it again whenever it has ended.
 * @template T
 * @param {object} program
 * @param {() => Promise<T> | T} program.start
 * @param {(started: T) => Promise<string>} program.ended resolves with what it ended with, for a person
 * @param {(why: string) => void} program.onEnd told about each end, and each start that failed
 * @param {() => boolean} program.isStopping true: it was ended on purpose, and stays so
 * @param {number} [program.tries] how many ends in a row are too many; without it there are never too many
 * @param {T} [program.running] what runs already
 * @returns {Promise<string>} resolves when it is given up, or stays ended on purpose, with its last end
 */
export async function keepRunning({
  start,
  ended,
  onEnd,
  isStopping,
  tries = Number.POSITIVE_INFINITY,
  running,
}) {
  let failures = 0;
  for (let next = running; ; next = undefined) {
    const began = performance.now();
    const why = await runOnce({ start, ended, running: next });
    if (isStopping()) return why;
    failures = performance.now() - began > WELL_MS ? 1 : failures + 1;
    onEnd(why);
    if (failures >= tries) return why;
    await delay(Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS));
    if (isStopping()) return why;
  }
}

/**
 * @template T
 * @param {{ start: () => Promise<T> | T; ended: (started: T) => Promise<string>; running: T | undefined }} program
 */
async function runOnce({ start, ended, running }) {
  try {
    return await ended(running ?? (await start()));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
