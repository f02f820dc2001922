/** Words in package names that name an operating system, as npm's `os` field spells it. */
const OPERATING_SYSTEMS = /** @type {Record<string, string>} */ ({
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  macos: 'darwin',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win32: 'win32',
  windows: 'win32',
});

/** The same for processors and npm's `cpu` field. */
const PROCESSORS = /** @type {Record<string, string>} */ ({
  64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x32: 'ia32',
  x64: 'x64',
});

/**
 * @typedef {{ version?: string; integrity?: string; link?: boolean; inBundle?: boolean; dev?: boolean; optional?: boolean; os?: string[]; cpu?: string[];
 *   optionalDependencies?: Record<string, string> }} LockEntry one value of `packages` in package-lock.json (version 3)
 * @typedef {Record<string, LockEntry>} LockPackages keyed by path: `node_modules/a/node_modules/b`, '' is the project
 */

/**
 * Entries that the lock lacks: optional dependencies with an exact version, named for a platform, that no
 * node_modules directory above their dependent holds.
 * @param {LockPackages} packages
 * @returns {LockPackages} the entries to add, at the top level
 */
export function missingEntries(packages) {
  /** @type {LockPackages} */
  const missing = {};
  for (const [at, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = /^\d+\.\d+\.\d+[^\s|<>]*$/.exec(range)?.[0]; // a range names no version to write down
      const platform = platformOf(name);
      if (!version || !platform || isResolvable(packages, at, name)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(platform.cpu && { cpu: [platform.cpu] }),
        ...(entry.dev && { dev: true }),
        optional: true,
        ...(platform.os && { os: [platform.os] }),
      };
    }
  }
  return missing;
}

/**
 * Installed packages whose content npm cannot check: entries without an integrity hash. Workspaces and links to them
 * have none, and neither have packages inside the archive of another one.
 * @param {LockPackages} packages
 * @returns {string[]} paths of the entries
 */
export function entriesWithoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(
      ([at, entry]) => at.includes('node_modules/') && !entry.link && !entry.inBundle && !entry.integrity,
    )
    .map(([at]) => at);
}

/**
 * Node's way up: next to the dependent, then in each node_modules above it.
 * @param {LockPackages} packages
 * @param {string} at path of the dependent
 * @param {string} name
 */
function isResolvable(packages, at, name) {
  for (let directory = at; ; ) {
    if (`${directory && `${directory}/`}node_modules/${name}` in packages) return true;
    if (directory === '') return false;
    const above = directory.lastIndexOf('node_modules/');
    directory = above > 0 ? directory.slice(0, above - 1) : '';
  }
}

/**
 * @param {string} name of a package: `@turbo/darwin-64`
 * @returns {{ os: string | undefined; cpu: string | undefined } | null} null when it names no platform
 */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = words.map((word) => OPERATING_SYSTEMS[word]).find(Boolean);
  const cpu = words.map((word) => PROCESSORS[word]).find(Boolean);
  return os || cpu ? { os, cpu } : null;
}
