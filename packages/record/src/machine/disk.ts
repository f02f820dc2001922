import { open, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const [WRITES, BLOCK] = [16, Buffer.alloc(4096, 1)];

/** @returns bytes that this user may still write there */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** @returns seconds that writing 4 KiB and having them on the disk takes, the median of a few */
export async function fsyncSeconds(directory: string): Promise<number> {
  const path = join(directory, '.fsync-test');
  const file = await open(path, 'w');
  try {
    const times: number[] = [];
    for (let write = 0; write < WRITES; write++) {
      const start = performance.now();
      await file.write(BLOCK);
      await file.sync();
      times.push((performance.now() - start) / 1000);
    }
    return times.sort((a, b) => a - b)[WRITES / 2] ?? 0;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/**
 * File system and model of the disk that a directory is on: `ext4, Samsung SSD 980`.
 *
 * @returns null when the system does not tell
 */
export async function findDisk(directory: string): Promise<string | null> {
  const mount = await findMount(directory);
  if (mount === null) return null;
  const block = `/sys/dev/block/${mount.device}`;
  const model = await firstText([`${block}/device/model`, `${block}/../device/model`]);
  return model === null ? mount.type : `${mount.type}, ${model}`;
}

/** Type and mount options of the file system of a directory: `ext4 (rw,relatime)`; null when the system does not tell. */
export async function findFilesystem(directory: string): Promise<string | null> {
  const mount = await findMount(directory);
  return mount && `${mount.type} (${mount.options})`;
}

/** The mount that a directory is on, of /proc/self/mountinfo (proc(5)). */
async function findMount(directory: string) {
  const { dev } = await stat(directory);
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const line = mounts.split('\n').find((one) => one.split(' ')[2] === device);
  const [before = '', after = ''] = line?.split(' - ') ?? [];
  const [type = ''] = after.split(' ');
  return type === '' ? null : { device, type, options: before.split(' ')[5] ?? '' };
}

async function firstText(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.trim() !== '') return text.trim().replaceAll(/\s+/g, ' ');
  }
  return null;
}
