import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until the answer is truthy.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {{ timeoutMs: number; intervalMs?: number }} options
 * @returns {Promise<T | null>} the first truthy answer, null when the time is up
 */
export async function waitUntil(check, { timeoutMs, intervalMs = 20 }) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (performance.now() > deadline) return null;
    await delay(intervalMs);
  }
}
