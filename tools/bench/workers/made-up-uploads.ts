import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeRuns } from '../cli/make-runs';
import { shell } from '../measure';

/** Tests of one upload: a log each of sysbench, vmstat and iostat. */
export const TESTS = 33;

/** Seconds of each test, with a sample each: short, as one of a CI is. */
export const SECONDS = 20;

/** Versions differ by as much, so that a few changes are found in a heatmap, and not one in each row. */
const SPREAD = 0.03;

/**
 * Packs runs of different versions, one for each upload, without the files that nothing is read from.
 *
 * @param folder that is made
 * @param from how many were made before
 * @returns paths of tarballs
 */
export async function makeUploads(folder: string, from: number, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const tarballs: string[] = [];
  for (let index = from; index < from + count; index += 1) {
    const version = `pg${10 + Math.floor(index / 10)}${index % 10}`;
    const { directories } = await makeRuns(folder, {
      versions: [version],
      seconds: SECONDS,
      tests: TESTS,
      threads: 1,
      withSideFiles: false,
      spread: SPREAD,
      seed: index,
    });
    for (const directory of directories) {
      const name = path.basename(directory);
      await shell(`tar -czf '${directory}.tar.gz' -C '${folder}' '${name}'`);
      await rm(directory, { recursive: true });
      tarballs.push(`${directory}.tar.gz`);
    }
  }
  return tarballs;
}
