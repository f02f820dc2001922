import type { ClientValues } from '../made-values';
import { RUN_SECONDS } from '../samples';
import type { PlannedServer } from '../servers';
import { isScan, type PlannedTest } from '../tests';

/** What threads spend between two events. */
const BUSY_SHARE = 0.9996;

/** What sysbench 1.1 prints, below the command line and the number of CPUs (docs/formats.md §3). */
export function sysbenchLog(server: PlannedServer, test: PlannedTest, values: ClientValues): string {
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
export function failedSysbenchLog(server: PlannedServer, test: PlannedTest): string {
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
