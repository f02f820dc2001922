/**
 * @typedef {{ version?: string; link?: boolean; optional?: boolean; dev?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lock package-lock.json, or npm's node_modules/.package-lock.json
 */

/**
 * The first package that is not installed as the lock wants it. Packages for other platforms may be absent.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed what npm wrote down after its last installation
 * @param {{ dev: boolean }} options dev: false when packages that only development needs may be absent too
 * @returns {string | null} its path, null when all are there
 */
export function firstDifference({ packages: wanted = {} }, { packages: installed = {} }, { dev }) {
  for (const [at, entry] of Object.entries(wanted)) {
    if (!at.includes('node_modules/')) continue; // the workspaces themselves; links lead to them
    const found = installed[at];
    if (!found && (entry.optional || (entry.dev && !dev))) continue;
    if (!found || found.version !== entry.version) return at;
  }
  return null;
}

/**
 * Paths of the packages that an installation makes, those of other platforms left out.
 * @param {Lock} lock
 * @param {{ dev: boolean }} options
 */
export function wantedPackages({ packages = {} }, { dev }) {
  return Object.entries(packages)
    .filter(
      ([at, entry]) => at.includes('node_modules/') && !entry.link && !entry.optional && (dev || !entry.dev),
    )
    .map(([at]) => at);
}
