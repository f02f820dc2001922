/**
 * @typedef {{ version?: string; link?: boolean; optional?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock package-lock.json, or npm's node_modules/.package-lock.json
 */

/**
 * The first package that is not installed as the lock wants it. Packages for other platforms may be absent.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed what npm wrote down after its last installation
 * @returns {string | null} its path, null when all are there
 */
export function firstDifference({ packages: wanted = {} }, { packages: installed = {} }) {
  for (const [at, entry] of Object.entries(wanted)) {
    if (entry.link || !at.includes('node_modules/')) continue; // the workspaces themselves
    const found = installed[at];
    if (!found && entry.optional) continue;
    if (found?.version !== entry.version) return at;
  }
  return null;
}
