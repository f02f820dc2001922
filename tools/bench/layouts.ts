import { type LayoutFile, proposeLayouts } from '@basecase/ingest';
import { atMost, type BenchRow, median, milliseconds, timesOf } from './measure';

const DIRECTORIES = 10_000;
const ROUNDS = 5;
const LIMIT_MS = 2000;

/** Directories that differ in kernel, buffer pool and a word without a form: every kind of proposal is made for them. */
function* makeFiles(count: number): Generator<LayoutFile> {
  for (let at = 0; at < count; at += 1) {
    const [kernel, pool, word] = [at % 10, at % 25, Math.floor(at / 250)];
    const path = `res-kernel-4.9.${kernel}-21-oltp_read_only/mysql57-w${word}x.BP${pool}/thr${2 ** (at % 9)}/res.txt`;
    yield { path, known: {} };
  }
}

/** Time to propose layouts for a large tree, and what the proposals hold of it in memory. */
export async function benchLayouts(): Promise<BenchRow[]> {
  const files = [...makeFiles(DIRECTORIES)];
  let longest = 0;
  const samples = await timesOf(ROUNDS, () => {
    longest = JSON.stringify(proposeLayouts(files)).length;
  });
  return [
    atMost(`(r) layouts of ${DIRECTORIES.toLocaleString('en-US')} directories`, median(samples), {
      limit: LIMIT_MS,
      show: milliseconds(0),
      more: `, proposals of ${(longest / 1024).toFixed(1)} KB`,
    }),
  ];
}
