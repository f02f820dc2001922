import { readdirSync, readFileSync } from 'node:fs';

/** A process that no other one can be taken for: pids are given again, but not within one boot at the same tick. */
export interface ProcessId {
  pid: number;
  /** Clock ticks after the boot, of /proc/<pid>/stat. */
  startTicks: number;
  bootId: string;
}

/** What /proc/<pid>/stat tells; times in clock ticks. */
export interface ProcessStat {
  pid: number;
  name: string;
  state: string;
  parent: number;
  /** CPU time of the process, and of its children that ended and were waited for. */
  ownTicks: number;
  endedChildrenTicks: number;
  startTicks: number;
}

/** Field 3 of stat is the first one after the name, which may hold blanks and brackets. */
const AFTER_NAME = 3;

/** @returns null when there is no such process */
export function readProcessStat(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // It ended, or never existed: /proc has no other signal.
    return null;
  }
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const field = (number: number) => Number(fields[number - AFTER_NAME]);
  return {
    pid,
    name: text.slice(text.indexOf('(') + 1, end),
    state: fields[0] ?? '',
    parent: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
    startTicks: field(22),
  };
}

/** Every process of this machine that can be seen. */
export function listProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcessStat(Number(name)) ?? []);
}

let bootId: string | undefined;

function readBootId(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return bootId;
}

/** @returns null when it has ended already */
export function identify(pid: number): ProcessId | null {
  const stat = readProcessStat(pid);
  return stat && { pid, startTicks: stat.startTicks, bootId: readBootId() };
}

/** True while that very process runs; a zombie has ended. */
export function isAlive({ pid, startTicks, bootId: boot }: ProcessId): boolean {
  if (boot !== readBootId()) return false;
  const stat = readProcessStat(pid);
  return stat !== null && stat.startTicks === startTicks && stat.state !== 'Z' && stat.state !== 'X';
}
