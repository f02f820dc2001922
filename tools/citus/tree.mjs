import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * A directory with PostgreSQL as Debian lays it out below `/usr`: the server finds its libraries and extensions from where
 * its own program is, so it works anywhere.
 */

/** Written when everything is there and the server was seen to load Citus. */
const MARK = 'whole';

/** @param {string} tree */
export const isWhole = (tree) => existsSync(path.join(tree, MARK));

/** @param {string} tree */
export function markWhole(tree) {
  writeFileSync(path.join(tree, MARK), '');
}

/**
 * Starts over.
 * @param {string} tree
 */
export function startTree(tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
}

/**
 * @param {string} archive `.tar.xz` with paths from the root of the file system
 * @param {string} tree
 * @returns {string | null} what went wrong
 */
export function unpackExtension(archive, tree) {
  const failure = runQuietly('tar', ['-xJf', archive, '-C', tree]);
  if (failure === null) openForAll(tree);
  return failure;
}

/**
 * The server runs as another user than root: everybody may read.
 * @param {string} tree
 */
function openForAll(tree) {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: Record<string, string> }} [options]
 * @returns {string | null} what went wrong, in one line
 */
export function runQuietly(command, args, { cwd, env } = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
  });
  if (status === 0) return null;
  return error ? error.message : (stderr.trim().split('\n').at(-1) ?? `exit code ${status}`);
}
