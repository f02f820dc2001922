import path from 'node:path';
import { baseName } from '../identity/names/base-name';
import type { PerfStatLog } from '../parsers/context/perf-stat-log';
import type { DataPath, LiesOn, Mount, StorageLog } from '../parsers/context/storage/storage-log';
import { type AssembleContext, type LocatedLog, logsOfType } from '../parsers/family';
import type { CpuTimeLog } from '../parsers/host/cpu-time/cpu-time-log';
import type { DeviceMeans, IostatLog } from '../parsers/host/iostat/iostat-log';
import type { VmstatLog } from '../parsers/host/vmstat/vmstat-log';
import { isArray, isStacked, wholeDisk } from './device-names';
import type { Measurements } from './measurements';
import { addCpuTime, addIostat, addVmstat, type Rates } from './measurements';
import { addPerfCounters } from './perf-counters';

/** What vmstat and iostat recorded while a benchmark ran, and what the server's processes took. */
export interface HostLogs {
  vmstat?: LocatedLog<VmstatLog> | undefined;
  iostat?: LocatedLog<IostatLog> | undefined;
  cputime?: LocatedLog<CpuTimeLog> | undefined;
  /** Counters of perf stat, of several measurements where there are any. */
  perf?: readonly LocatedLog<PerfStatLog>[] | undefined;
}

/** The logs themselves. */
export function locatedOf({ vmstat, iostat, cputime, perf = [] }: HostLogs): LocatedLog[] {
  return [vmstat, iostat, cputime, ...perf].filter((log) => log !== undefined);
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
  const perf = logsOfType<PerfStatLog>(logs, 'perf_stat').filter(isBeside);
  for (const located of [vmstat, iostat, cputime, ...perf]) if (located) context.claim(located);
  return { vmstat, iostat, cputime, ...(perf.length > 0 && { perf }) };
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
 * @param isWhole true where one process of the server did all operations, see `isOneProcess`
 * @returns the device whose rows were used, null when the log has none of it
 */
export function addHost(
  measurements: Measurements,
  { vmstat, iostat, cputime, perf = [] }: HostLogs,
  { device, isWhole = false, ...rates }: Rates & { device: string | null; isWhole?: boolean },
): string | null {
  addPerfCounters(measurements, perf, { q: rates.q, isWhole });
  if (vmstat) addVmstat(measurements, vmstat, rates);
  if (cputime) addCpuTime(measurements, cputime, rates);
  const rows = iostat?.log.devices.find(({ name }) => name === device);
  if (!iostat || !rows) return null;
  addIostat(measurements, { path: iostat.path, log: rows }, rates);
  return rows.name;
}

/** A member of an array cannot move much more than the array: below this share the array is another one. */
const ARRAY_SHARE = 0.5;

const NO_FACTS: StorageFacts = { data: null, members: new Map() };

interface ChosenDevice {
  name: string;
  /** Why this one, in words for a diagnostic. */
  reason: string;
  /** All devices it was chosen from. */
  candidates: string[];
}

interface Candidate extends Traffic {
  total: number;
}

/**
 * The device whose rows count, one for all tests of a run: the one that the data is on, as files say; else a software
 * array that carries the traffic of its members, or whose members are busy with an array check; else the busiest whole
 * device. Null when no log has one.
 *
 * @param logs all iostat logs of a run: one idle test must not switch to another device
 */
export function chooseDevice(
  logs: readonly IostatLog[],
  { data, members }: StorageFacts = NO_FACTS,
): ChosenDevice | null {
  const traffic = trafficOf(logs);
  const candidates = [...traffic.keys()];
  if (data && traffic.has(data.name)) return { ...data, candidates };
  const groups = new Set(logs.flatMap(({ devices }) => devices.flatMap((d) => (d.isGroup ? [d.name] : []))));
  const whole = [...traffic.values()].filter(({ name }) => !groups.has(name) && !isPartition(name, traffic));
  const disk = busiest(whole.filter(({ name }) => !isArray(name) && !isStacked(name)));
  const array = chooseArray(whole, disk, members);
  if (array) return { ...array, candidates };
  // A device on another host's disks (drbd, iSCSI below a mapping) is busy while those here are idle.
  const busy = whole.filter(({ total }) => total > 0);
  const device = disk && disk.total > 0 ? disk : (busiest(busy) ?? disk ?? busiest(whole));
  if (device) return { name: device.name, reason: 'the busiest whole device', candidates };
  const group = busiest([...traffic.values()]);
  return (
    group && { name: group.name, reason: 'a group of devices (iostat -g): no device is listed', candidates }
  );
}

/** The array that counts, null when the busiest disk is on none. */
function chooseArray(
  whole: readonly Candidate[],
  disk: Candidate | null,
  members: StorageFacts['members'],
): Pick<ChosenDevice, 'name' | 'reason'> | null {
  const arrays = whole.filter(({ name }) => isArray(name));
  const known = arrays.filter(({ name }) => disk && members.get(name)?.has(disk.name));
  const ofDisk = busiest(known);
  if (ofDisk && disk) {
    return { name: ofDisk.name, reason: `the busiest software array that ${disk.name} is a member of` };
  }
  const array = busiest(arrays);
  if (!array) return null;
  if (array.total > 0 && array.total >= (disk?.total ?? 0) * ARRAY_SHARE) {
    return { name: array.name, reason: 'the busiest software array, counted instead of its members' };
  }
  const checked = checkedMembers(whole)?.map(({ name }) => name);
  if (!checked) return null;
  const reason = `a software array; its members ${checked.join(', ')} read unrequested data: an array check, which is not the database's`;
  return { name: array.name, reason };
}

function trafficOf(logs: readonly IostatLog[]): Map<string, Candidate> {
  const traffic = new Map<string, Candidate>();
  for (const device of logs.flatMap(({ devices }) => devices)) {
    const { name } = device;
    const before = traffic.get(name) ?? { name, read: 0, written: 0, total: 0 };
    traffic.set(name, {
      name,
      read: before.read + (device.readKbPerS ?? 0) * device.samples,
      written: before.written + (device.writeKbPerS ?? 0) * device.samples,
      total: before.total + kilobytes(device),
    });
  }
  return traffic;
}

function kilobytes(device: DeviceMeans): number {
  const readAndWritten = (device.readKbPerS ?? 0) + (device.writeKbPerS ?? 0);
  return (device.totalKbPerS ?? readAndWritten) * device.samples;
}

function isPartition(name: string, traffic: ReadonlyMap<string, Candidate>): boolean {
  return traffic.has(wholeDisk(name) ?? '');
}

/** The first of equally busy ones, so that the choice does not depend on chance. */
function busiest(devices: readonly Candidate[]): Candidate | null {
  let best: Candidate | null = null;
  for (const device of devices) if (best === null || device.total > best.total) best = device;
  return best;
}

/** What one device moved over all logs of a run, KB. */
interface Traffic {
  name: string;
  read: number;
  written: number;
}

/** Disks of one array read the same while it is checked; what the database reads comes on top. */
const SAME_READS = 0.75;
/** A member writes what its arrays write: all of it (RAID 1), a part (RAID 5, 10), or more (parity). */
const WRITES = { least: 0.1, most: 2.5 };
/** Share of what an array moves below which its writes say nothing of its members. */
const NO_WRITES = 0.01;

/**
 * The disks that an array check reads: two or more that read the same amount, write no more than the arrays do, and
 * whose reads no device above them requested. Their traffic is not the database's.
 *
 * @param whole devices without partitions and groups
 * @returns null when it does not look like a check
 */
function checkedMembers(whole: readonly Traffic[]): Traffic[] | null {
  const arrays = whole.filter(({ name }) => isArray(name));
  const stacked = whole.filter(({ name }) => isStacked(name));
  const disks = whole.filter(({ name }) => !isArray(name) && !isStacked(name));
  const most = Math.max(0, ...disks.map(({ read }) => read));
  const alike = disks.filter(({ read }) => read > 0 && read >= most * SAME_READS);
  if (arrays.length === 0 || alike.length < 2) return null;
  // If a volume over the disks carries their reads, this is not a check.
  if (sum(stacked, 'read') >= sum(alike, 'read') / 2) return null;
  const byArrays = sum(arrays, 'written');
  const isMember = ({ read, written }: Traffic) =>
    byArrays <= NO_WRITES * read
      ? written <= NO_WRITES * read
      : written >= byArrays * WRITES.least && written <= byArrays * WRITES.most;
  return alike.every(isMember) ? alike : null;
}

function sum(devices: readonly Traffic[], of: 'read' | 'written'): number {
  return devices.reduce((total, device) => total + device[of], 0);
}

/** What files say of the storage of a run. */
interface StorageFacts {
  /** The device of iostat that the data is on, and how that is known; null when no file tells. */
  data: { name: string; reason: string } | null;
  /** Whole disks of each array; empty when unknown. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** File systems of the system, and swap: never the data device by default. */
const SYSTEM = /^\/(?:$|boot\b|efi\b|snap\b|home\b|root\b|tmp\b|usr\b|run\b|dev\b|sys\b|var\/(?:log|tmp)\b)/;
/** Stacked devices: volumes on arrays on partitions on disks. */
const MAX_LAYERS = 8;

interface At<Found> {
  found: Found;
  file: string;
}

/**
 * Finds the device that the data is on: that of the file system of the data directory, else of the only file system that
 * is not one of the system's.
 *
 * @param logs nearest first
 * @param devices names in iostat
 */
export function findDataDevice(
  logs: readonly LocatedLog<StorageLog>[],
  devices: ReadonlySet<string>,
): StorageFacts {
  const liesOn = logs.flatMap(({ log }) => log.liesOn);
  const mounts = locate(logs, (log) => log.mounts);
  const paths = locate(logs, (log) => log.dataPaths);
  return {
    data: byDataPath(mounts, paths, { liesOn, devices }) ?? byOnlyMount(mounts, { liesOn, devices }),
    members: membersOf(liesOn),
  };
}

interface Devices {
  liesOn: readonly LiesOn[];
  devices: ReadonlySet<string>;
}

function byDataPath(
  mounts: readonly At<Mount>[],
  paths: readonly At<DataPath>[],
  known: Devices,
): StorageFacts['data'] {
  // A listing may be of anything: a setting counts before it, wherever it stands.
  const path = paths.find(({ found }) => found.isSetting) ?? paths[0];
  if (!path) return null;
  const above = mounts.filter(({ found }) => isBelow(path.found.path, found.path));
  const longest = Math.max(...above.map(({ found }) => found.path.length));
  const mount = above.find(({ found }) => found.path.length === longest);
  const name = mount && deviceInIostat(mount.found.device, known);
  if (!mount || !name) return null;
  const where = mount.found.device === name ? 'the device' : `below ${mount.found.device}, the device`;
  const reason = `${where} of ${mount.found.path} (${place(mount)}), where the data is: ${path.found.path} (${place(path)})`;
  return { name, reason };
}

function byOnlyMount(mounts: readonly At<Mount>[], known: Devices): StorageFacts['data'] {
  const others = mounts.filter(({ found }) => !SYSTEM.test(found.path));
  const names = new Set(others.map(({ found }) => deviceInIostat(found.device, known)));
  const [name] = names;
  const [mount] = others;
  if (names.size !== 1 || !name || !mount) return null;
  const reason = `the device of ${mount.found.path} (${place(mount)}), the only file system that is not the system's`;
  return { name, reason };
}

/** The device itself, its whole disk, or the one device below it, whichever iostat lists first. */
function deviceInIostat(device: string, { liesOn, devices }: Devices): string | null {
  let at = device;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    if (devices.has(at)) return at;
    const disk = wholeDisk(at);
    if (disk !== null && devices.has(disk)) return disk;
    const below = new Set(liesOn.flatMap((row) => (row.device === at ? [row.on] : [])));
    const [only] = below;
    if (below.size !== 1 || only === undefined) return null;
    at = only;
  }
  return null;
}

function membersOf(liesOn: readonly LiesOn[]): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { device, on } of liesOn) {
    if (!/^md/.test(device)) continue;
    const disks = members.get(device) ?? new Set();
    disks.add(wholeDisk(on) ?? on);
    members.set(device, disks);
  }
  return members;
}

function locate<Found>(
  logs: readonly LocatedLog<StorageLog>[],
  get: (log: StorageLog) => readonly Found[],
): At<Found>[] {
  return logs.flatMap(({ path: file, log }) => get(log).map((found) => ({ found, file })));
}

function isBelow(path: string, mountedAt: string): boolean {
  return mountedAt === '/' || path === mountedAt || path.startsWith(`${mountedAt}/`);
}

function place({ found, file }: At<{ line: number }>): string {
  return `${file}:${found.line}`;
}
