import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that processes had (resident), with all that they started and that still run. Linux only. */
export interface ProcessMemory {
  pid: number;
  megabytes: number;
}

/** @returns nothing where the system does not tell */
export function peakMemory(pids: readonly number[]): ProcessMemory[] {
  return pids.flatMap((pid) => {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      const own = kilobytes === undefined ? [] : [{ pid, megabytes: Number(kilobytes) / 1000 }];
      return [...own, ...peakMemory(childrenOf(pid))];
    } catch {
      // It has ended, or this is not Linux.
      return [];
    }
  });
}

/** Of all threads: each notes what it started. */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
