import path from 'node:path';
import { baseName } from '../layout/base-name';
import { type AssembleContext, type LocatedLog, logsOfType } from '../parsers/family';
import type { CpuTimeLog } from '../parsers/host/cpu-time/cpu-time-log';
import type { IostatLog } from '../parsers/host/iostat/iostat-log';
import type { VmstatLog } from '../parsers/host/vmstat/vmstat-log';
import { chooseDevice } from './chosen-device';
import { findDataDevice } from './data-device';
import { addCpuTime, addIostat, addVmstat, type Rates } from './hardware';
import type { Measurements } from './measurements';

/** What vmstat and iostat recorded while a benchmark ran, and what the server's processes took. */
export interface HostLogs {
  vmstat?: LocatedLog<VmstatLog> | undefined;
  iostat?: LocatedLog<IostatLog> | undefined;
  cputime?: LocatedLog<CpuTimeLog> | undefined;
}

/**
 * Takes the vmstat and iostat logs of a directory that belong to one test, and claims them.
 *
 * @param belongs what a name says: `o.vm.dop2` is the vmstat of 2 clients
 */
export function takeBeside(
  logs: readonly LocatedLog[],
  directory: string,
  { belongs, context }: { belongs(name: string): boolean; context: Pick<AssembleContext, 'claim'> },
): HostLogs {
  const isBeside = (located: LocatedLog) =>
    path.posix.dirname(located.path) === directory && belongs(baseName(located.path));
  const vmstat = logsOfType<VmstatLog>(logs, 'vmstat').find(isBeside);
  const iostat = logsOfType<IostatLog>(logs, 'iostat').find(isBeside);
  const cputime = logsOfType<CpuTimeLog>(logs, 'cputime').find(isBeside);
  for (const located of [vmstat, iostat, cputime]) if (located) context.claim(located);
  return { vmstat, iostat, cputime };
}

/** The device that counts for all tests of a directory, null without iostat. Says which where it was chosen, and why. */
export function chooseHostDevice(
  tests: readonly HostLogs[],
  directory: string,
  context: Pick<AssembleContext, 'wantedDevice' | 'storage' | 'note'>,
): string | null {
  const logs = tests.flatMap(({ iostat }) => (iostat ? [iostat.log] : []));
  const devices = new Set(logs.flatMap((log) => log.devices.map(({ name }) => name)));
  const wanted = context.wantedDevice(directory);
  if (wanted) {
    if (devices.has(wanted.name)) return wanted.name;
    if (devices.size > 0) {
      const message = `no device ${wanted.name}, ${wanted.by}, in iostat; found: ${[...devices].join(', ')}. No r/o, rKB/o, wKB/o.`;
      context.note('METRIC_MISSING', directory, message);
    }
    return null;
  }
  const chosen = chooseDevice(logs, findDataDevice(context.storage(directory), devices));
  if (chosen && chosen.candidates.length > 1) {
    const names = chosen.candidates.join(', ');
    context.note('DEVICE_CHOSEN', directory, `${chosen.name} of ${names}: ${chosen.reason}`);
  }
  return chosen?.name ?? null;
}

/** Cores that iostat printed, null where no log says. */
export function coresOf(tests: readonly HostLogs[]): number | null {
  return tests.find(({ iostat }) => iostat && iostat.log.cores !== null)?.iostat?.log.cores ?? null;
}

/**
 * Adds what the host did during a test and, where the rates allow it, what one operation cost.
 *
 * @returns the device whose rows were used, null when the log has none of it
 */
export function addHost(
  measurements: Measurements,
  { vmstat, iostat, cputime }: HostLogs,
  { device, ...rates }: Rates & { device: string | null },
): string | null {
  if (vmstat) addVmstat(measurements, vmstat, rates);
  if (cputime) addCpuTime(measurements, cputime, rates);
  const rows = iostat?.log.devices.find(({ name }) => name === device);
  if (!iostat || !rows) return null;
  addIostat(measurements, { path: iostat.path, log: rows }, rates);
  return rows.name;
}
