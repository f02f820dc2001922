import type { DataPath, LiesOn, Mount } from './storage-log';

/** `/dev/md2   7.0T  1.2T  5.4T  18% /data`, also with the type of `df -T`. */
const DF = /^(\/dev\/\S+) +(?:[a-z][\w.]* +)?\d\S* +\d\S* +\d\S* +\d+% +(\/.*)$/;
/** `/dev/md2 on /data type xfs (rw,relatime)` */
const MOUNT = /^(\/dev\/\S+) on (\/.*?) type \S+ \(/;
/** /proc/mounts and fstab: `/dev/md2 /data xfs rw,relatime 0 0` */
const MOUNTS = /^(\/dev\/\S+)\s+(\/\S*)\s+[a-z][\w.]*\s+\S+\s+\d\s+\d\s*$/;
/** findmnt: `├─/data   /dev/md2  xfs  rw,relatime` */
const FINDMNT = /^[\s│├└─|`-]*(\/\S*)\s+(\/dev\/[^\s[]+)(?:\[\S*\])?\s+[a-z][\w.]*\s+\S+\s*$/;
/** `datadir=/data/my`, `data_directory = '/data/pg'`, of SHOW with tabs or bars. */
const SETTING = /^[|>+\s]*(?:datadir|data_directory)\s*[=|\t]\s*['"]?(\/[^\s'"|]*)/;
/** `27G	/data/m/pg/base` of du, `/data/m/pg/base:` of ls -R. */
const LISTED = /^(?:\d+(?:\.\d+)?[KMGTP]?\t(\/\S*)|(\/\S*):)$/;
/** `md2 : active raid1 nvme1n1p3[1] nvme0n1p3[0]` */
const MDSTAT = /^(md\w+) : (?:active|inactive) (.*)$/;
const MEMBER = /(?:^|\s)([\w-]+)\[\d+\]/g;
/** `└─md2  9:2  0  7T  0 raid1 /data` */
const LSBLK =
  /^([\s│├└─|`-]*)([\w.!-]+)\s+\d+:\d+\s+[01]\s+[\d.,]+[BKMGTPE]?\s+[01]\s+[a-z]+\d*(?:\s+(\/\S*|\[SWAP\]))?\s*$/;

export function readMount(text: string, line: number): Mount | null {
  const [, device, at] = DF.exec(text) ?? MOUNT.exec(text) ?? MOUNTS.exec(text) ?? [];
  if (device && at) return { device: bareName(device), path: at, line };
  const [, found, on] = FINDMNT.exec(text) ?? [];
  return found && on ? { device: bareName(on), path: found, line } : null;
}

export function readDataPath(text: string, line: number): DataPath | null {
  const setting = SETTING.exec(text)?.[1];
  if (setting) return { path: setting, isSetting: true, line };
  const [, sized, headed] = LISTED.exec(text) ?? [];
  const listed = sized ?? headed;
  return listed ? { path: listed, isSetting: false, line } : null;
}

/** The members of an array, as /proc/mdstat lists them. */
export function readMdstat(text: string): LiesOn[] {
  const [, device, rest = ''] = MDSTAT.exec(text) ?? [];
  if (!device) return [];
  return [...rest.matchAll(MEMBER)].map(([, on = '']) => ({ device, on }));
}

export interface BlockDevice {
  name: string;
  /** Characters before the name: more than for the device below it. */
  indent: number;
  mountedAt: string | null;
}

/** A row of lsblk. */
export function readLsblk(text: string): BlockDevice | null {
  const [, before = '', name, at] = LSBLK.exec(text) ?? [];
  if (!name) return null;
  return { name, indent: before.length, mountedAt: at?.startsWith('/') ? at : null };
}

/** `/dev/mapper/vg0-data` → `vg0-data`, as iostat -N and lsblk call it. */
function bareName(device: string): string {
  return device.replace(/^\/dev\/(?:mapper\/)?/, '');
}
