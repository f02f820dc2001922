import { type LayoutFile, proposeLayouts } from '@basecase/ingest';
import { type BenchRow, median, timeMs } from './measure';

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
  const samples: number[] = [];
  let longest = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    samples.push(
      await timeMs(() => {
        const proposals = proposeLayouts(files);
        longest = JSON.stringify(proposals).length;
      }),
    );
  const ms = median(samples);
  return [
    {
      what: `(r) layouts of ${DIRECTORIES.toLocaleString('en-US')} directories`,
      aim: `≤ ${LIMIT_MS} ms`,
      reached: `${ms.toFixed(0)} ms, proposals of ${(longest / 1024).toFixed(1)} KB`,
      met: ms <= LIMIT_MS,
    },
  ];
}
