import { statSync } from 'node:fs';
import path from 'node:path';
import { StepError } from '../bootstrap/step-error.mjs';

/** `nobody` on Linux. PostgreSQL refuses to run as root; the number needs no entry in /etc/passwd. */
export const NOBODY = 65534;

/**
 * @typedef {{ uid: number; gid: number }} Account
 */

/**
 * The account that the server must run as.
 * @param {string} dataDir may not exist yet
 * @param {number} [me] user id of this process
 * @returns {Account | null} null: as ourselves
 * @throws {StepError} when the data belongs to another user
 */
export function serverAccount(dataDir, me = process.getuid?.() ?? -1) {
  const owner = ownerOf(dataDir);
  if (me === 0) {
    // Data that an ordinary user created stays that user's, so that both can go on using it.
    return owner !== null && owner.uid !== 0 ? owner : { uid: NOBODY, gid: NOBODY };
  }
  if (owner !== null && me !== -1 && owner.uid !== me) {
    throw new StepError(
      `The database in ${dataDir} belongs to another user (id ${owner.uid}; you are ${me}).`,
      {
        hint: `start as that user (as root if it was first started by root), or remove ${path.dirname(dataDir)} to start over.`,
      },
    );
  }
  return null;
}

/**
 * @param {string} directory
 * @returns {Account | null} null when it does not exist
 */
function ownerOf(directory) {
  const stats = statSync(directory, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : null;
}

/**
 * Whether an account may pass through (directory) or execute (file) this path and everything above it, going by the mode bits.
 * @param {string} target must exist
 * @param {Account} account
 */
export function canReach(target, account) {
  for (let at = path.resolve(target); ; at = path.dirname(at)) {
    if (!isExecutableBy(statSync(at), account)) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * @param {{ mode: number; uid: number; gid: number }} stats
 * @param {Account} account
 */
export function isExecutableBy({ mode, uid, gid }, account) {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
