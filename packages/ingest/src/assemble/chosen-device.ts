import type { DeviceMeans, IostatLog } from '../parsers/host/iostat/iostat-log';
import { checkedMembers, type Traffic } from './array-check';
import type { StorageFacts } from './data-device';
import { isArray, isStacked, wholeDisk } from './device-names';

/** A member of an array cannot move much more than the array: below this share the array is another one. */
const ARRAY_SHARE = 0.5;

const NO_FACTS: StorageFacts = { data: null, members: new Map() };

export interface ChosenDevice {
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
