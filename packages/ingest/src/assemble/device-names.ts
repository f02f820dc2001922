const ARRAY = /^md\d/;
/** Devices on top of others: device mapper by number or by name (`vg0-data`, iostat -N), drbd, bcache, zvols. */
const STACKED = /^(?:dm-\d|drbd\d|bcache\d|zd\d)|-/;
const PARTITION =
  /^(?:(nvme\d+n\d+|mmcblk\d+|md\d+|nbd\d+|pmem\d+|drbd\d+|bcache\d+|zd\d+)p\d+|([hsv]d[a-z]+|xvd[a-z]+|dasd[a-z]+)\d+)$/;

/** A software array. */
export function isArray(name: string): boolean {
  return ARRAY.test(name);
}

/** A device on top of others that is not an array. */
export function isStacked(name: string): boolean {
  return STACKED.test(name);
}

/** The disk or array of a partition; null for a name that is none of a partition. */
export function wholeDisk(name: string): string | null {
  const found = PARTITION.exec(name);
  return found?.[1] ?? found?.[2] ?? null;
}
