import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether a process lives. A zombie (ended, but not yet collected by its parent) does not.
 * @param {number} pid
 * @param {string} [mark] text that the process's command line must contain; ids are reused, so an id alone proves nothing
 */
export function isRunning(pid, mark = '') {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
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

/** Fields of /proc/PID/stat after the name of the program, which may hold anything: the 22nd of all is the start. */
const START_FIELD = 22 - 3;

/**
 * When a process began, by its operating system: ids are reused, but not with the same time.
 * @param {number} pid
 * @returns {string | null} null when it is gone, or this system does not tell
 */
export function startOf(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? null;
    } catch {
      return null; // it ended, or /proc is not there
    }
  }
  if (process.platform === 'win32') return null;
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim().replace(/\s+/g, '-') || null;
}
