import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { readUpload } from '@basecase/ingest';
import { atMost, type BenchRow, megabytes, shell, timeMs } from './measure';
import { readApart } from './memory';

const MEMORY_AIM_MB = 300;
const PERCENTILE_AIM = 0.01;
/** About 1 GB of lines. */
const TRANSACTIONS = 30_000_000;
const CLIENTS = 16;
const LINES_AT_ONCE = 20_000;
const SHARES = [0.5, 0.95, 0.99] as const;

/** A transaction log (`pgbench -l`) of 1 GB: speed next to `wc -l`, peak memory, and how far its percentiles are from exact. */
export async function benchPgbenchLog(scratch: string): Promise<BenchRow[]> {
  const directory = path.join(scratch, 'pgbench');
  await mkdir(directory);
  const file = path.join(directory, 'pgbench_log.4711');
  const { exact, bytes } = await writeLog(file);
  const yardstick = await timeMs(() => shell(`wc -l '${file}'`));
  let upload: Awaited<ReturnType<typeof readUpload>> | null = null;
  const ms = await timeMs(async () => {
    upload = await readUpload(directory, { hash: false });
  });
  const off = largestError(upload, exact);
  const { peakMegabytes } = await readApart(directory);
  await rm(directory, { recursive: true });
  const size = bytes / 1e6;
  const what = `transaction log of pgbench, ${size.toFixed(0)} MB`;
  return [
    {
      what: `(m) ${what}, against \`wc -l\` (${yardstick.toFixed(0)} ms)`,
      aim: '-',
      reached: `${(ms / yardstick).toFixed(1)}× (${((size / ms) * 1000).toFixed(0)} MB/s)`,
      met: true,
    },
    atMost('(m) peak memory of it', peakMegabytes, { limit: MEMORY_AIM_MB, show: megabytes(0) }),
    atMost('(m) p50, p95 and p99 of it, largest difference from exact', off, {
      limit: PERCENTILE_AIM,
      show: (share) => `${(share * 100).toFixed(2)}%`,
    }),
  ];
}

/** Latencies that are skewed as real ones are, and their exact percentiles in seconds. */
async function writeLog(file: string): Promise<{ exact: number[]; bytes: number }> {
  const micros = new Uint32Array(TRANSACTIONS);
  const out = createWriteStream(file, { highWaterMark: 1 << 20 });
  let bytes = 0;
  let seed = 12_345;
  for (let start = 0; start < TRANSACTIONS; start += LINES_AT_ONCE) {
    let text = '';
    for (let index = start; index < Math.min(TRANSACTIONS, start + LINES_AT_ONCE); index += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const latency = Math.round(300 / (1.0001 - seed / 2 ** 32) ** 0.6);
      micros[index] = latency;
      const second = 1_790_000_000 + Math.floor(index / 8000);
      text += `${index % CLIENTS} ${Math.floor(index / CLIENTS)} ${latency} 0 ${second} ${index % 1_000_000}\n`;
    }
    bytes += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  micros.sort();
  return {
    exact: SHARES.map((share) => (micros[Math.ceil(share * TRANSACTIONS) - 1] ?? Number.NaN) / 1e6),
    bytes,
  };
}

function largestError(
  upload: Awaited<ReturnType<typeof readUpload>> | null,
  exact: readonly number[],
): number {
  const [result] = upload?.runs.flatMap(({ results }) => results) ?? [];
  const read = (metric: string) =>
    result?.measurements.find((measurement) => measurement.metric === metric)?.value ?? Number.NaN;
  const errors = SHARES.map((share, index) => {
    const value = exact[index] ?? Number.NaN;
    return Math.abs(read(`latency_p${share * 100}`) / value - 1);
  });
  return errors.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(...errors);
}
