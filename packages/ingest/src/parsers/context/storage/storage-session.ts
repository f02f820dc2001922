import type { ParseSession } from '../../parser';
import { type BlockDevice, readDataPath, readLsblk, readMdstat, readMount } from './storage-lines';
import type { StorageLog } from './storage-log';

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
