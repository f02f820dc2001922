import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { canReach, NOBODY } from './account.mjs';

/** Where the data goes when the server's account cannot reach the checkout (root, under a 0700 directory). */
const FALLBACK_PARENT = '/var/lib/basecase';

const nobody = { uid: NOBODY, gid: NOBODY };
const isRoot = () => process.getuid?.() === 0;

/**
 * The directory for a cluster: the wanted one, or for root under a directory that `nobody` cannot pass (such as /root)
 * its own one below /var/lib, always the same for the same wanted directory.
 * @param {string} wanted
 * @returns {{ home: string; notice: string | null }}
 */
export function chooseHome(wanted) {
  mkdirSync(wanted, { recursive: true });
  if (!isRoot()) return { home: wanted, notice: null };
  for (const directory of [path.dirname(wanted), wanted]) chmodSync(directory, 0o711); // to be passed by `nobody`, and read by root only
  if (canReach(wanted, nobody)) return { home: wanted, notice: null };
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const home = path.join(FALLBACK_PARENT, name);
  for (const directory of [FALLBACK_PARENT, home]) {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o711);
  }
  return {
    home,
    notice: `PostgreSQL does not run as root, and no other user can reach ${wanted}: its data is in ${home}.`,
  };
}
