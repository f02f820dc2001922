import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether a process lives. A zombie (ended, but not yet collected by its parent) does not.
 * @param {number} pid
 * @param {string} [mark] text that the process's command line must contain; ids are reused, so an id alone proves nothing
 */
export function isRunning(pid, mark = '') {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, but belongs to somebody else.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  const command = commandLine(pid);
  if (command === null) return true; // nothing known: be careful and believe it
  return command !== '' && command.includes(mark);
}

/**
 * The command line of a process, arguments separated by blanks.
 * @param {number} pid
 * @returns {string | null} '' for a zombie or a process that is gone, null when this system does not tell
 */
export function commandLine(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      return code === 'ENOENT' || code === 'ESRCH' ? '' : null;
    }
  }
  if (process.platform === 'win32') return null;
  const result = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return result.error ? null : result.stdout.trim();
}

/**
 * Whether a process lives and runs this very program, not one of the same name in another checkout. Where the system
 * does not tell the directory that it was started in, its name has to be enough.
 * @param {number} pid
 * @param {string} script absolute path
 */
export function runsScript(pid, script) {
  if (!isRunning(pid, path.basename(script))) return false;
  const command = commandLine(pid);
  if (command === null || command.includes(script)) return true;
  const directory = workingDirectory(pid);
  if (directory === null) return true;
  return command.split(' ').some((word) => path.resolve(directory, word) === script);
}

/**
 * @param {number} pid
 * @returns {string | null} null when the system does not tell
 */
function workingDirectory(pid) {
  if (process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // another user's process, or one that just ended
  }
}
