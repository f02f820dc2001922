// Adds to package-lock.json the entries of other platforms' optional packages that the registry in use did not list.
// Without them npm 11's `npm ci` calls the lock out of sync, and other platforms cannot install from it.
// usage: node tools/complete-lock.mjs [--check] [FILE]     --check only lists them, exit code 1 if there are any
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './bootstrap/paths.mjs';
import { missingEntries } from './checks/lock-entries.mjs';

const args = process.argv.slice(2);
const file = args.find((arg) => !arg.startsWith('--')) ?? fromRoot('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingEntries(lock.packages);
const names = Object.keys(missing);

if (args.includes('--check')) {
  for (const name of names) console.error(`missing: ${name}`);
  if (names.length > 0) console.error('Run: npm run lock:complete');
  process.exitCode = names.length > 0 ? 1 : 0;
} else {
  const all = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1));
  if (names.length > 0) {
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(all) }, null, 2)}\n`);
  }
  console.log(`${names.length} entries added${names.length > 0 ? `:\n${names.join('\n')}` : ''}`);
}
