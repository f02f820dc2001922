import { isArray, isStacked } from './device-names';

/** What one device moved over all logs of a run, KB. */
export interface Traffic {
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
export function checkedMembers(whole: readonly Traffic[]): Traffic[] | null {
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
