import { readFileSync } from 'node:fs';

/** Its command line: `npm start` where it names itself, else the file of its program. */
const WRAPPER = /(?:^|[/\s])(?:npm|npx|pnpm|yarn)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/;
/** Between npm and the program there is a shell, or none where the shell replaces itself. */
const MAX_SHELLS = 2;
const LOOK_MS = 500;

/**
 * Calls `end` once when the npm or npx that started this process is gone. A supervisor signals only the process it
 * started, and npm passes no signal on: the programs below it would go on without anyone to stop them.
 * @param {() => void} end
 * @returns {boolean} false without such a wrapper, or without /proc: nothing is watched
 */
export function endWithWrapper(end) {
  const chain = wrappersOf(process.ppid);
  if (chain.length === 0) return false;
  const timer = setInterval(() => {
    if (chain.every((pid, i) => parentOf(i === 0 ? 'self' : /** @type {number} */ (chain[i - 1])) === pid))
      return;
    clearInterval(timer);
    end();
  }, LOOK_MS);
  timer.unref();
  return true;
}

/**
 * @param {number} parent
 * @returns {number[]} from the parent up to the wrapper; empty without a wrapper
 */
function wrappersOf(parent) {
  const chain = [parent];
  for (let shells = 0; shells <= MAX_SHELLS; shells++) {
    const pid = /** @type {number} */ (chain.at(-1));
    if (WRAPPER.test(readProc(pid, 'cmdline').replaceAll('\0', ' '))) return chain;
    const above = parentOf(pid);
    if (above === null || above <= 1) return [];
    chain.push(above);
  }
  return [];
}

/**
 * The parent changes when a process ends, also before its exit code is read.
 * @param {number | 'self'} pid
 * @returns {number | null}
 */
function parentOf(pid) {
  // The name in brackets may contain anything: state and parent stand behind the last bracket (proc(5)).
  const found = /.*\) \S (\d+)/s.exec(readProc(pid, 'stat'));
  return found ? Number(found[1]) : null;
}

/**
 * @param {number | 'self'} pid
 * @param {'stat' | 'cmdline'} file
 * @returns {string} empty when there is no such process
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
