import type { DataPath, LiesOn, Mount, StorageLog } from '../parsers/context/storage/storage-log';
import type { LocatedLog } from '../parsers/family';
import { wholeDisk } from './device-names';

/** What files say of the storage of a run. */
export interface StorageFacts {
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
