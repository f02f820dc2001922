import { rmSync } from 'node:fs';
import path from 'node:path';
import { tail } from '../bootstrap/step-error.mjs';
import { startPostgres } from '../postgres/launcher.mjs';

/**
 * Whether a server takes the extension: one that is older than the headers that it was built with does not.
 * @param {import('../postgres/programs.mjs').Programs} programs
 * @param {string} folder for a server that is thrown away
 * @returns {Promise<string | null>} why not
 */
export async function loadsCitus(programs, folder) {
  const home = path.join(folder, 'trial');
  const settings = { shared_preload_libraries: 'citus' };
  try {
    const server = await startPostgres({ home, port: 0, durable: false, settings, programs });
    await server.stop();
    return null;
  } catch (error) {
    const { message, log } = /** @type {import('../bootstrap/step-error.mjs').StepError} */ (error);
    return (log && tail(log).match(/FATAL: .*/)?.[0]) || message;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
