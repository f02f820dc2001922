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
  const { dev } = await stat(directory);
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const line = mounts.split('\n').find((one) => one.split(' ')[2] === `${major}:${minor}`);
  const [, after = ''] = line?.split(' - ') ?? [];
  const [type = ''] = after.split(' ');
  if (type === '') return null;
  const block = `/sys/dev/block/${major}:${minor}`;
  const model = await firstText([`${block}/device/model`, `${block}/../device/model`]);
  return model === null ? type : `${type}, ${model}`;
}

async function firstText(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.trim() !== '') return text.trim().replaceAll(/\s+/g, ' ');
  }
  return null;
}
