import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { atMost, type BenchRow, megabytes, shell } from './measure';

const AIM_MB = 300;
/** Of every process, whatever it does. */
const AIM_RESULTS_MB = 400;
/** More than are read of one upload. */
const RESULTS = 1_000_000;
/** V8 keeps garbage as long as there is room: this is the limit. */
const HEAP_MB = 256;
/** Copies of the runs of (a), each below its own folder, that make an archive of about 1 GB. */
const COPIES = 11;
const CHILD = path.join(import.meta.dirname, 'memory-child.ts');

/** Peak memory of a separate process that reads one archive: 90 MB, then 1 GB. It must not grow with the archive. */
export async function benchMemory(scratch: string): Promise<BenchRow[]> {
  const small = path.join(scratch, 'small.tar');
  const large = path.join(scratch, 'large.tar');
  await shell(`cd '${scratch}' && tar cf small.tar x.*`);
  for (let copy = 1; copy <= COPIES; copy += 1) {
    await shell(`cd '${scratch}' && tar rf large.tar --transform 's,^,copy${copy}/,' x.*`);
  }
  const rows = [await measure(small), await measure(large)];
  await shell(`rm '${small}' '${large}'`);
  return [...rows, await measureResults(path.join(scratch, 'results.ndjson'))];
}

interface Peak {
  peakMegabytes: number;
  results: number;
}

/** Peak memory of a separate process that reads a file. */
export async function readApart(file: string, execArgv: readonly string[] = []): Promise<Peak> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...execArgv,
    '--import',
    'tsx',
    CHILD,
    file,
  ]);
  return JSON.parse(stdout) as Peak;
}

/** Results of the open format: 1,000 tests of as many versions as there are, one on each line. */
export async function writeResults(file: string, count: number): Promise<void> {
  const head = JSON.stringify({ basecaseResults: 1, tool: 'mybench', product: 'MyStore' });
  const lines = function* () {
    yield `${head}\n`;
    for (let at = 0; at < count; at += 1) {
      const version = `1.${Math.floor(at / 1000)}`;
      yield `{"test":"q${at % 1000}","version":"${version}","value":${10 + (at % 977) / 7},"unit":"ms"}\n`;
    }
  };
  await pipeline(lines, createWriteStream(file));
}

/** The results of an upload are held until they are stored: a bounded number of them. */
async function measureResults(file: string): Promise<BenchRow> {
  await writeResults(file, RESULTS);
  const { peakMegabytes, results } = await readApart(file, [`--max-old-space-size=${HEAP_MB}`]);
  await shell(`rm '${file}'`);
  const what = `(f) peak memory of reading ${RESULTS / 1e6} million results in the open format (${results} are read), heap of ${HEAP_MB} MB`;
  return atMost(what, peakMegabytes, { limit: AIM_RESULTS_MB, show: megabytes(0) });
}

async function measure(archive: string): Promise<BenchRow> {
  const { peakMegabytes, results } = await readApart(archive);
  const size = (await stat(archive)).size / 1e6;
  const what = `(f) peak memory of reading an archive of ${size.toFixed(0)} MB (${results} results)`;
  return atMost(what, peakMegabytes, { limit: AIM_MB, show: megabytes(0) });
}
