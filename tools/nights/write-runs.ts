import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunFacts } from '@basecase/ingest/model';
import { packDirectory } from '@basecase/record/pack-directory';
import { iostatLog } from './logs/iostat-log';
import type { MadeRun } from './made-runs';
import type { ClientValues, MadeValues } from './made-values';
import { factsAt, type NightsPlan, nightAt } from './plan';
import { RUN_SECONDS } from './samples';
import type { PlannedServer } from './servers';
import { isScan, type PlannedTest } from './tests';

/** A run as a CI would send it. */
export interface WrittenRun {
  /** Of the folder with the run directory, or of the tarball. */
  path: string;
  files: number;
}

/**
 * Writes one run: `<server>/<name>/x.pg19devel_rel.x10b_c8r32.pk1/`, or the same as a tarball whose bytes follow from the
 * plan alone. Whatever a broken round left there is removed first.
 */
export async function writeRun(
  plan: NightsPlan,
  run: MadeRun,
  { out, isTar }: { out: string; isTar: boolean },
): Promise<WrittenRun> {
  const folder = path.join(out, run.server.name, run.name);
  await rm(folder, { recursive: true, force: true });
  const directory = path.join(folder, run.directory);
  await mkdir(directory, { recursive: true });
  const files = filesOf(plan, run);
  for (const [name, text] of files) await writeFile(path.join(directory, name), text);
  if (!isTar) return { path: folder, files: files.size };
  const tarball = `${folder}.tar.gz`;
  await packDirectory(folder, tarball, new Date(run.startedAt));
  await rm(folder, { recursive: true });
  return { path: tarball, files: files.size };
}

const PRODUCT = 'PostgreSQL';
const LINE = { version: '19devel', branch: 'master' };
const REPOSITORY = {
  url: 'https://github.com/postgres/postgres',
  commitUrl: 'https://github.com/postgres/postgres/commit/{commit}',
};
/** What the banner of iostat says where no upload says the kernel. */
const UNTOLD_KERNEL = '6.8.0';

/** Files of a run directory, by name. */
export function filesOf(plan: NightsPlan, run: MadeRun): Map<string, string> {
  const { server, startedAt } = run;
  const facts = factsAt(plan, server.name, run.night);
  const kernel = facts.kernel ?? UNTOLD_KERNEL;
  const files = new Map([['basecase.json', `${JSON.stringify(manifestOf(plan, run, facts), null, 2)}\n`]]);
  for (const { test, values } of run.results) {
    const add = (kind: string, text: string) =>
      files.set(`sb.${kind}.${test.name}.range${test.range}.pk1.dop${server.clients}`, text);
    add('o', values ? sysbenchLog(server, test, values) : failedSysbenchLog(server, test));
    if (!values) continue;
    add('vm', vmstatLog(server, values));
    add('io', iostatLog(server, values, { kernel, startedAt }));
  }
  return files;
}

function manifestOf(plan: NightsPlan, { server, night, release, startedAt }: MadeRun, facts: RunFacts) {
  const { name, cores, cpu, memoryBytes, storage, os, kind } = server;
  const { commit, number, committedAt } = nightAt(plan, night);
  const build = { commit, branch: LINE.branch, committedAt, number };
  return {
    basecase: 1,
    server: { name, cores, cpu, memoryBytes, storage, os, kind },
    device: server.devices.at(-1),
    product: PRODUCT,
    version: release?.version ?? LINE.version,
    ...(release === null && { build, repository: REPOSITORY }),
    startedAt,
    facts,
  };
}

const HEADER = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
`;
const WIDTHS = [2, 2, 6, 6, 6, 6, 4, 4, 5, 5, 4, 4, 2, 2, 2, 2, 2];
const KIB = 1024;

/** What `vmstat 5` prints: a row with means since boot, then the samples (docs/formats.md §8). */
function vmstatLog({ clients, memoryBytes }: PlannedServer, values: MadeValues): string {
  const memory = Math.round(memoryBytes / KIB);
  const cache = Math.round(memory * 0.55);
  const row = (us: number, sy: number, [cs, written]: [cs: number, written: number]) =>
    [
      clients,
      0,
      0,
      Math.round(memory * 0.3),
      184_204,
      cache,
      0,
      0,
      0,
      written,
      Math.round(cs / 2),
      cs,
      us,
      sy,
    ]
      .concat(100 - us - sy, 0, 0)
      .map((cell, column) => String(cell).padStart(WIDTHS[column] ?? 0))
      .join(' ');
  const rows = values.us.values.map((us, sample) =>
    row(us, values.sy.values[sample] ?? 0, [
      values.cs.values[sample] ?? 0,
      Math.round(values.writeKbPerS.values[sample] ?? 0),
    ]),
  );
  return `${HEADER}${[row(4, 1, [2210, 388]), ...rows].join('\n')}\n`;
}

/** What threads spend between two events. */
const BUSY_SHARE = 0.9996;

/** What sysbench 1.1 prints, below the command line and the number of CPUs (docs/formats.md §3). */
function sysbenchLog(server: PlannedServer, test: PlannedTest, values: ClientValues): string {
  const { events, seconds } = values;
  const { read, write, other } = test.statements;
  const perEvent = read + write + other;
  return `${head(server, test)}Threads started!

Warming up for 5 seconds...

SQL statistics:
    queries performed:
        read:                            ${events * read}
        write:                           ${events * write}
        other:                           ${events * other}
        total:                           ${events * perEvent}
    transactions:                        ${counted(events, events / seconds)}
    queries:                             ${counted(events * perEvent, values.queriesPerS)}
    ignored errors:                      ${counted(0, 0)}
    reconnects:                          ${counted(0, 0)}

Throughput:
    events/s (eps):                      ${(events / seconds).toFixed(4)}
    time elapsed:                        ${seconds.toFixed(4)}s
    total number of events:              ${events}

${latencies(server, test, values)}
`;
}

/** What sysbench prints when the server cannot be reached. */
function failedSysbenchLog(server: PlannedServer, test: PlannedTest): string {
  return `${head(server, test)}FATAL: Connection to database failed: connection to server at "127.0.0.1", port 5432 failed: FATAL:  the database system is in recovery mode

FATAL: Thread initialization failed!
`;
}

function head(
  { cores, clients, tables, rowsPerTable }: PlannedServer,
  { range, script }: PlannedTest,
): string {
  return `sysbench --db-driver=pgsql --range-size=${range} --table-size=${rowsPerTable} --tables=${tables} --threads=${clients} --events=0 --warmup-time=5 --time=${RUN_SECONDS} --pgsql_conn_id=true ${script}.lua run --pgsql-user=root --pgsql-password=pw --pgsql-host=127.0.0.1 --pgsql-db=ib --rand-type=uniform
${cores} CPUs
sysbench 1.1.0-3ceba0b (using bundled LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: ${clients}
Warmup time: 5s
Initializing random number generator from current time

Initializing worker threads...

`;
}

/** `275283 (22928.05 per sec.)` */
function counted(count: number, perSecond: number): string {
  return `${String(count).padEnd(6)} (${perSecond.toFixed(2)} per sec.)`;
}

function latencies({ clients }: PlannedServer, test: PlannedTest, values: ClientValues): string {
  const { events, seconds, latencyAvgMs: average } = values;
  const sum = isScan(test) ? average * events : clients * seconds * 1000 * BUSY_SHARE;
  // Scans all take about the same time, queries do not.
  const [min, p95, max] = isScan(test) ? [0.98, 1.02, 1.03] : [0.8, 1.3, 6];
  return `Latency (ms):
         min:                            ${right(average * min)}
         avg:                            ${right(average)}
         max:                            ${right(average * max)}
         95th percentile:                ${right(average * p95)}
         sum:                            ${right(sum)}

Threads fairness:
    events (avg/stddev):           ${(events / clients).toFixed(4)}/0.00
    execution time (avg/stddev):   ${(sum / 1000 / clients).toFixed(4)}/0.00
`;
}

function right(value: number): string {
  return value.toFixed(2).padStart(10);
}
