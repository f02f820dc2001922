import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, root } from '../bootstrap/paths.mjs';

/**
 * One round of made-up inputs in its own process, which prints what it found.
 * @param {{ seed: number; logs?: number; archives?: number; manifests?: number; values?: number; requests?: number; url?: string }} round
 *   how many of each; url: of a server on this machine, for the requests
 * @returns {Promise<boolean>} false when a fault was found
 */
export async function runRound(round) {
  const options = Object.entries(round).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = startChild(process.execPath, ['--import', 'tsx', fromRoot('tools/fuzz/run.ts'), ...options], {
    cwd: root,
    env: {},
  });
  return (await ended(child)).code === 0;
}
