import { readdirSync, readFileSync } from 'node:fs';

/*
 * What Linux tells of processes in /proc: https://man7.org/linux/man-pages/man5/proc.5.html. Elsewhere there is nothing, and
 * of a process that has ended neither.
 */

/** Clock ticks of /proc/PID/stat in a second, on every architecture that Node.js runs on. */
const TICKS = 100;

/** A process and all that it started and that still runs, with what those started. */
export function treeOf(pid: number): number[] {
  const tasks = orNothing(() => readdirSync(`/proc/${pid}/task`), []);
  const children = tasks.flatMap((task) =>
    orNothing(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'), '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** The most memory that a process had (resident), in MB; null when it is not told. */
export function peakMegabytes(pid: number): number | null {
  const status = orNothing(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1000;
}

/** Computing of a process so far, in milliseconds, and that of what it started and has seen end; 0 when it is not told. */
export function cpuMs(pid: number): { own: number; ofEnded: number } {
  const [, user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid);
  const ms = (ticks: number) => (ticks / TICKS) * 1000;
  return { own: ms(user + system), ofEnded: ms(endedUser + endedSystem) };
}

/** @returns null when it is not told */
export function parentOf(pid: number): number | null {
  return statOf(pid)[0] ?? null;
}

/** Parent; user and system time, its own and those of what has ended. The name before them may hold anything. */
function statOf(pid: number): number[] {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [parent, ...rest.slice(9, 13)].flatMap((text) => (text === undefined ? [] : [Number(text)]));
}

function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
