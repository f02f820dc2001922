import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Which process something on its way into the store, or into a backup, belongs to: `<place>.<process id>.<start>`. The
 * place is what makes process ids comparable: on Linux the boot of the machine and the process namespace (containers
 * have their own), elsewhere the host.
 */
export interface Owner {
  place: string;
  pid: number;
  /** Start of the process, in clock ticks after the boot; '' where the system does not tell. Ids are used again. */
  start: string;
}

let self: Owner | undefined;

/** This process. */
export function thisOwner(): Owner {
  self ??= { place: thisPlace(), pid: process.pid, start: startOf(process.pid) ?? '' };
  return self;
}

export const ownerText = ({ place, pid, start }: Owner): string => `${place}.${pid}.${start}`;

/** Null for a name that no owner has written. */
export function parseOwner(text: string): Owner | null {
  const [, place, pid, start] = /^([0-9a-z-]+)\.(\d+)\.(\d*)$/.exec(text) ?? [];
  return place === undefined ? null : { place, pid: Number(pid), start: start ?? '' };
}

/**
 * Whether an owner lives. Null when it cannot be known here: it is, or was, on another machine or in another
 * container.
 */
export function ownerLives(owner: Owner): boolean | null {
  if (owner.place !== thisOwner().place) return null;
  const start = startOf(owner.pid);
  if (start !== null) return owner.start === '' || start === owner.start;
  if (process.platform === 'linux') return false;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function thisPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 13);
    const namespace = readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
    return `${boot}-${namespace}`;
  } catch {
    // Not Linux.
    return `host-${hostname()
      .toLowerCase()
      .replaceAll(/[^0-9a-z]+/g, '-')}`;
  }
}

/** When a process started; null when it is gone, ended and not yet collected, or this system does not tell. */
function startOf(pid: number): string | null {
  try {
    // "pid (name) state … starttime": the name may hold anything, so fields are counted after its last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
