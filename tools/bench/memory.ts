import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BenchRow, shell } from './measure';

const AIM_MB = 300;
/** Copies of the runs of (a), each below a folder of its own, that make an archive of about 1 GB. */
const COPIES = 11;
const CHILD = path.join(import.meta.dirname, 'memory-child.ts');

/** Peak memory of a process of its own that reads one archive: 90 MB, then 1 GB. It must not grow with the archive. */
export async function benchMemory(scratch: string): Promise<BenchRow[]> {
  const small = path.join(scratch, 'small.tar');
  const large = path.join(scratch, 'large.tar');
  await shell(`cd '${scratch}' && tar cf small.tar x.*`);
  for (let copy = 1; copy <= COPIES; copy += 1) {
    await shell(`cd '${scratch}' && tar rf large.tar --transform 's,^,copy${copy}/,' x.*`);
  }
  const rows = [await measure(small), await measure(large)];
  await shell(`rm '${small}' '${large}'`);
  return rows;
}

async function measure(archive: string): Promise<BenchRow> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', CHILD, archive]);
  const { peakMegabytes, results } = JSON.parse(stdout) as { peakMegabytes: number; results: number };
  const megabytes = (await stat(archive)).size / 1e6;
  return {
    what: `(f) peak memory of reading an archive of ${megabytes.toFixed(0)} MB (${results} results)`,
    aim: `≤ ${AIM_MB} MB`,
    reached: `${peakMegabytes.toFixed(0)} MB`,
    met: peakMegabytes <= AIM_MB,
  };
}
