import type { DeviceMeans, IostatLog } from '../parsers/host/iostat/iostat-log';

const ARRAY = /^md\d/;
/** Devices that lie on others: device mapper by number or by name (`vg0-data`, iostat -N), drbd, bcache, zvols. */
const STACKED = /^(?:dm-\d|drbd\d|bcache\d|zd\d)|-/;
const PARTITION =
  /^(?:(nvme\d+n\d+|mmcblk\d+|md\d+|nbd\d+|pmem\d+|drbd\d+|bcache\d+|zd\d+)p\d+|([hsv]d[a-z]+|xvd[a-z]+|dasd[a-z]+)\d+)$/;
/** A member of an array cannot move much more than the array: below this share the array is another one. */
const ARRAY_SHARE = 0.5;

export interface ChosenDevice {
  name: string;
  /** Why this one, in words for a diagnostic. */
  reason: string;
  /** All devices it was chosen from. */
  candidates: string[];
}

/**
 * The device whose rows count, one for all tests of a run: the one asked for, else a software array that carries the
 * traffic of its members, else the busiest whole device. Null when no log has one.
 *
 * @param logs all iostat logs of a run: one idle test must not switch to another device
 */
export function chooseDevice(logs: readonly IostatLog[], wanted: string | undefined): ChosenDevice | null {
  const traffic = new Map<string, number>();
  const groups = new Set<string>();
  for (const device of logs.flatMap(({ devices }) => devices)) {
    traffic.set(device.name, (traffic.get(device.name) ?? 0) + kilobytes(device));
    if (device.isGroup) groups.add(device.name);
  }
  if (wanted !== undefined) {
    return traffic.has(wanted) ? { name: wanted, reason: 'as asked for', candidates: [wanted] } : null;
  }
  const candidates = [...traffic.keys()];
  const whole = [...traffic].filter(([name]) => !groups.has(name) && !isPartition(name, traffic));
  const array = busiest(whole.filter(([name]) => ARRAY.test(name)));
  const disk = busiest(whole.filter(([name]) => !ARRAY.test(name) && !STACKED.test(name)));
  if (array && array[1] > 0 && array[1] >= (disk?.[1] ?? 0) * ARRAY_SHARE) {
    return {
      name: array[0],
      reason: 'the busiest software array, counted instead of its members',
      candidates,
    };
  }
  // A device on another host's disks (drbd, iSCSI below a mapping) is busy while those here are idle.
  const device = disk && disk[1] > 0 ? disk : (busiest(whole.filter(isBusy)) ?? disk ?? busiest(whole));
  if (device) return { name: device[0], reason: 'the busiest whole device', candidates };
  const group = busiest([...traffic]);
  return (
    group && { name: group[0], reason: 'a group of devices (iostat -g): no device is listed', candidates }
  );
}

function isBusy([, traffic]: readonly [name: string, traffic: number]): boolean {
  return traffic > 0;
}

function kilobytes(device: DeviceMeans): number {
  const readAndWritten = (device.readKbPerS ?? 0) + (device.writeKbPerS ?? 0);
  return (device.totalKbPerS ?? readAndWritten) * device.samples;
}

function isPartition(name: string, traffic: ReadonlyMap<string, number>): boolean {
  const found = PARTITION.exec(name);
  return traffic.has(found?.[1] ?? found?.[2] ?? '');
}

/** The first of equally busy ones, so that the choice does not depend on chance. */
function busiest(devices: readonly [name: string, traffic: number][]): [string, number] | null {
  let best: [string, number] | null = null;
  for (const device of devices) if (best === null || device[1] > best[1]) best = device;
  return best;
}
