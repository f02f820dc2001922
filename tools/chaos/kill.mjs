import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { VICTIMS } from './world.mjs';

/** The next kill comes after so many milliseconds: some while everything runs, some while it is still starting. */
const PAUSE_MS = /** @type {const} */ ([50, 2000]);

/** How long to wait for a victim that is not there: readers only are while something is read. */
const FIND_MS = 5000;

/**
 * Kills processes at random moments, with the signal that no process can handle.
 * @param {object} options
 * @param {import('./world.mjs').World} options.world
 * @param {import('./random.mjs').Random} options.random
 * @param {number} options.kills
 * @param {(victim: import('./world.mjs').Victim, pid: number) => void} options.onKill
 */
export async function killAtRandom({ world, random, kills, onKill }) {
  const victims = VICTIMS.filter((victim) => victim !== 'web' || world.url !== null);
  for (let done = 0; done < kills; ) {
    await delay(random.between(...PAUSE_MS));
    const victim = random.pick(victims);
    const pids = await waitUntil(() => found(world.find(victim)), { timeoutMs: FIND_MS });
    if (pids === null) continue;
    const pid = random.pick(pids);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue; // it has just ended by itself
    }
    onKill(victim, pid);
    done += 1;
  }
}

/** @param {number[]} pids */
const found = (pids) => (pids.length > 0 ? pids : null);
