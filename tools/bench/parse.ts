import { readUpload } from '@basecase/ingest';
import { type BenchRow, median, shell, speedRow, timeMs } from './measure';

const ROUNDS = 5;
/** As `basecase parse` and `compare` read: sha256 is only needed for what is stored, and (b) measures that. */
const AS_PARSE_READS = { hash: false };

/**
 * Parse speed as a ratio to `gzip -dc | wc -l` of the same data: both in this run, alternating, so that a slow or busy
 * machine slows both.
 */
export async function benchParse(input: {
  directories: string[];
  tarball: string;
  megabytes: number;
}): Promise<BenchRow[]> {
  const yardstick: number[] = [];
  const directories: number[] = [];
  const tarball: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    yardstick.push(await timeMs(() => shell(`gzip -dc '${input.tarball}' | wc -l`)));
    directories.push(
      await timeMs(async () => {
        for (const directory of input.directories) await readUpload(directory, AS_PARSE_READS);
      }),
    );
    tarball.push(await timeMs(() => readUpload(input.tarball, AS_PARSE_READS)));
  }
  const read = { base: median(yardstick), size: input.megabytes };
  const what = `(a) parse ${input.megabytes.toFixed(0)} MB`;
  return [
    speedRow(`${what}, run directories`, directories, read),
    speedRow(`${what}, the same as tar.gz`, tarball, read),
  ];
}
