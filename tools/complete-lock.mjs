// Adds to package-lock.json the entries of other platforms' optional packages that the registry in use did not list,
// and the hash of each package that has none. Without the entries npm 11's `npm ci` calls the lock out of sync, and other
// platforms cannot install from it; without the hash npm would install whatever a registry sends.
// usage: node tools/complete-lock.mjs [--check] [FILE]     --check only lists what is missing, exit code 1 if anything is
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './bootstrap/paths.mjs';
import { entriesWithoutIntegrity, missingEntries } from './checks/lock-entries.mjs';

const args = process.argv.slice(2);
const file = args.find((arg) => !arg.startsWith('--')) ?? fromRoot('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingEntries(lock.packages);
const packages = { ...lock.packages, ...missing };
const unhashed = entriesWithoutIntegrity(packages);

if (args.includes('--check')) {
  for (const name of Object.keys(missing)) console.error(`missing: ${name}`);
  for (const name of unhashed) console.error(`without integrity: ${name}`);
  if (unhashed.length > 0) console.error('Run: npm run lock:complete');
  process.exitCode = unhashed.length > 0 ? 1 : 0;
} else {
  for (const at of unhashed) packages[at] = withIntegrity(at, packages[at]);
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  if (unhashed.length > 0) {
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  }
  console.log([`${unhashed.length} entries completed`, ...unhashed].join('\n'));
}

/**
 * The entry with the hash that the registry publishes, in the place where npm writes it: after the version.
 * @param {string} at path of the entry: `node_modules/@turbo/darwin-64`
 * @param {import('./checks/lock-entries.mjs').LockEntry} entry
 * @throws if the registry does not know this version
 */
function withIntegrity(at, { version, ...rest }) {
  const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const integrity = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
  }).trim();
  if (!integrity.startsWith('sha'))
    throw new Error(`The registry gives no integrity for ${name}@${version}.`);
  return { version, integrity, ...rest };
}
