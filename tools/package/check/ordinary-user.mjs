import { chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inState } from '../../bootstrap/paths.mjs';
import { canReach, NOBODY } from '../../postgres/account.mjs';

/**
 * @typedef {object} OrdinaryUser a user with nothing but Node.js
 * @property {string} home empty but for what the checks put there; removed by `leave`
 * @property {import('../../postgres/account.mjs').Account | null} account null: as ourselves
 * @property {Record<string, string | undefined>} env nothing of ours
 * @property {(name: string, from?: string) => string} place their own directory, with a copy of a file or folder in it
 * @property {() => void} leave
 */

/**
 * Whoever runs this, or `nobody` when that is root. The cache of npm is kept from one run to the next where they can
 * reach it.
 * @returns {OrdinaryUser}
 */
export function becomeOrdinaryUser() {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
  // Paths of real users have spaces and quotes.
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "a user's home ")));
  const own = (/** @type {string} */ directory) => {
    mkdirSync(directory, { recursive: true });
    if (account) chownSync(directory, account.uid, account.gid);
    return directory;
  };
  own(home);
  const kept = inState('test/npm-cache');
  mkdirSync(path.dirname(kept), { recursive: true });
  const cache = own(
    account === null || canReach(path.dirname(kept), account) ? kept : path.join(home, 'npm-cache'),
  );
  // npx keeps what it unpacks next to its downloads: each check begins without.
  rmSync(path.join(cache, '_npx'), { recursive: true, force: true });
  return {
    home,
    account,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      npm_config_cache: cache,
      npm_config_registry: process.env.npm_config_registry,
      npm_config_update_notifier: 'false',
    },
    place(name, from) {
      const directory = own(path.join(home, name));
      if (from) {
        const to = path.join(directory, path.basename(from));
        cpSync(from, to, { recursive: true });
      }
      return directory;
    },
    // A failed process may still be ending.
    leave: () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }),
  };
}
