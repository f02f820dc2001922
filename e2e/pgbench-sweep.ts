import type { Files } from './small-upload';

/** True throughput at each number of clients, and what the newer version has of it. */
const SWEEP = [
  { clients: 1, tps: 1475, ratio: 1 },
  { clients: 8, tps: 9790, ratio: 1 },
  { clients: 32, tps: 24_960, ratio: 0.93 },
  { clients: 96, tps: 27_100, ratio: 0.86 },
] as const;
const REPEATS = [1, 2, 3];
const SECONDS = 60;
/** SD of one run. */
const NOISE = 0.012;

/**
 * Logs of pgbench: 2 versions × 4 numbers of clients × 3 repeats. The newer version is 7% slower at 32 clients and 14%
 * at 96. The same logs each time.
 *
 * @param seed another one gives other logs: the same would be one upload
 */
export function pgbenchSweep(root = 'pgbench-sweep', seed = 28): Files {
  const random = seeded(seed);
  const files: Files = {};
  for (const { clients, tps, ratio } of SWEEP) {
    for (const repeat of REPEATS) {
      for (const version of ['16.9', '17.5']) {
        const noisy = tps * (version === '17.5' ? ratio : 1) * (1 + NOISE * gauss(random));
        files[`${root}/pg${version}/run${repeat}/pgbench-c${clients}.log`] = pgbenchLog(
          version,
          clients,
          noisy,
        );
      }
    }
  }
  return files;
}

function pgbenchLog(version: string, clients: number, tps: number): string {
  return `pgbench (${version})
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 300
query mode: prepared
number of clients: ${clients}
number of threads: ${Math.min(clients, 8)}
maximum number of tries: 1
duration: ${SECONDS} s
number of transactions actually processed: ${Math.round(tps * SECONDS)}
number of failed transactions: 0 (0.000%)
latency average = ${((clients / tps) * 1000).toFixed(3)} ms
initial connection time = ${(clients * 1.2).toFixed(3)} ms
tps = ${tps.toFixed(6)} (without initial connection time)
`;
}

/** Numbers from 0 to 1 that are the same for one seed: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Box and Muller. */
function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
