import { readdirSync } from 'node:fs';
import { fromRoot } from '../bootstrap/paths.mjs';

/** Folders that are written while checks run, and packages that are not ours. */
const NOT_READ = new Set(['node_modules', '.next', '.turbo', 'dist']);

/**
 * Files of the project below a folder. Folders of a build are not even opened: what is in one can be gone before it is
 * looked at.
 * @param {string} folder relative to the root
 * @returns {string[]} relative to the root
 */
export function filesBelow(folder) {
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_READ.has(entry.name) ? [] : filesBelow(file);
    return entry.isFile() ? [file] : [];
  });
}
