import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** QPS by the middle of a file name: `insert.range100` → 7742.59. */
export type Throughputs = Record<string, number>;

/** A temporary directory for the run directories of a test. */
export async function makeTemporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'basecase-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Writes a run directory as the benchmark scripts leave it, reduced to what sysbench printed.
 *
 * @param errors operations that failed, by test
 */
export async function writeRunDirectory(
  path: string,
  throughputs: Throughputs,
  errors: Readonly<Record<string, number>> = {},
): Promise<string> {
  await mkdir(path, { recursive: true });
  for (const [test, qps] of Object.entries(throughputs)) {
    await writeFile(join(path, `sb.o.${test}.pk1.dop1`), sysbenchOutput(qps, errors[test]));
  }
  return path;
}

/** Logs at any paths, each of another throughput, without the command line that would show that they are repeats. */
export async function writeTree(root: string, paths: readonly string[]): Promise<string> {
  for (const [index, path] of paths.entries()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    const [, ...lines] = sysbenchOutput(1000 + index).split('\n');
    const clients = /thr(\d+)/.exec(path)?.[1] ?? '1';
    const text = lines.join('\n').replace('Number of threads: 1', `Number of threads: ${clients}`);
    await writeFile(join(root, path), text);
  }
  return root;
}

function sysbenchOutput(qps: number, errors = 0): string {
  const queries = Math.round(qps * 900);
  const average = 1000 / qps;
  return `sysbench --db-driver=mysql --mysql-password=pw --table-size=50000000 --tables=1 --threads=1 --time=900 oltp_insert.lua run
8 CPUs
sysbench 1.1.0-3ceba0b (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 1
Warmup time: 5s

Threads started!

SQL statistics:
    queries performed:
        read:                            0
        write:                           ${queries}
        other:                           0
        total:                           ${queries}
    transactions:                        ${queries} (${qps.toFixed(2)} per sec.)
    queries:                             ${queries} (${qps.toFixed(2)} per sec.)
    ignored errors:                      ${errors}      (${(errors / 900).toFixed(2)} per sec.)
    reconnects:                          0      (0.00 per sec.)

Throughput:
    events/s (eps):                      ${qps.toFixed(4)}
    time elapsed:                        900.0004s
    total number of events:              ${queries}

Latency (ms):
         min:                                    0.11
         avg:                                    ${average.toFixed(2)}
         max:                                   50.02
         95th percentile:                        ${(average * 1.1).toFixed(2)}
         sum:                               ${(average * queries).toFixed(2)}
`;
}
