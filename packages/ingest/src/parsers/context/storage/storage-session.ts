import type { ParseSession } from '../../parser';
import type { DataPath, LiesOn, Mount, StorageLog } from './storage-log';

/** Bytes of a line, lines of a file and things of a kind that are looked at: all of a server's file systems are fewer. */
const MAX_LINE_BYTES = 400;
const MAX_LINES = 5000;
const MAX_FOUND = 500;
const [SLASH, COLON] = [47, 58];

/** Takes from any file what it says of where data is stored; of most lines it looks at two bytes. */
export class StorageSession implements ParseSession {
  readonly #log: StorageLog = { type: 'storage', mounts: [], dataPaths: [], liesOn: [] };
  /** Rows of lsblk above the current one, outermost first. */
  #above: BlockDevice[] = [];

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (lineNumber > MAX_LINES || this.#isFull()) return;
    const line = bytes.subarray(start, Math.min(end, start + MAX_LINE_BYTES));
    if (!line.includes(SLASH) && !line.includes(COLON)) return;
    const text = line.toString('utf8');
    const mount = readMount(text, lineNumber);
    const dataPath = mount ? null : readDataPath(text, lineNumber);
    if (mount) this.#log.mounts.push(mount);
    else if (dataPath) this.#log.dataPaths.push(dataPath);
    else {
      this.#log.liesOn.push(...readMdstat(text));
      const device = readLsblk(text);
      if (device) this.#block(device, lineNumber);
    }
  }

  /** The parent of a tree row is the nearest row above it with less indentation. */
  #block(device: BlockDevice, line: number): void {
    this.#above = this.#above.filter(({ indent }) => indent < device.indent);
    const on = this.#above.at(-1)?.name;
    if (on !== undefined) this.#log.liesOn.push({ device: device.name, on });
    if (device.mountedAt !== null) {
      this.#log.mounts.push({ device: device.name, path: device.mountedAt, line });
    }
    this.#above.push(device);
  }

  #isFull(): boolean {
    const { mounts, dataPaths, liesOn } = this.#log;
    return mounts.length + dataPaths.length + liesOn.length > MAX_FOUND;
  }

  end(): StorageLog | null {
    const { mounts, dataPaths, liesOn } = this.#log;
    return mounts.length + dataPaths.length + liesOn.length === 0 ? null : this.#log;
  }
}

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

function readMount(text: string, line: number): Mount | null {
  const [, device, at] = DF.exec(text) ?? MOUNT.exec(text) ?? MOUNTS.exec(text) ?? [];
  if (device && at) return { device: bareName(device), path: at, line };
  const [, found, on] = FINDMNT.exec(text) ?? [];
  return found && on ? { device: bareName(on), path: found, line } : null;
}

function readDataPath(text: string, line: number): DataPath | null {
  const setting = SETTING.exec(text)?.[1];
  if (setting) return { path: setting, isSetting: true, line };
  const [, sized, headed] = LISTED.exec(text) ?? [];
  const listed = sized ?? headed;
  return listed ? { path: listed, isSetting: false, line } : null;
}

/** The members of an array, as /proc/mdstat lists them. */
function readMdstat(text: string): LiesOn[] {
  const [, device, rest = ''] = MDSTAT.exec(text) ?? [];
  if (!device) return [];
  return [...rest.matchAll(MEMBER)].map(([, on = '']) => ({ device, on }));
}

interface BlockDevice {
  name: string;
  /** Characters before the name: more than for the device below it. */
  indent: number;
  mountedAt: string | null;
}

/** A row of lsblk. */
function readLsblk(text: string): BlockDevice | null {
  const [, before = '', name, at] = LSBLK.exec(text) ?? [];
  if (!name) return null;
  return { name, indent: before.length, mountedAt: at?.startsWith('/') ? at : null };
}

/** `/dev/mapper/vg0-data` → `vg0-data`, as iostat -N and lsblk call it. */
function bareName(device: string): string {
  return device.replace(/^\/dev\/(?:mapper\/)?/, '');
}
