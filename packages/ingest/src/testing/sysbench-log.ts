/** What a made log says. Texts: a script that prints it puts its own variables there. */
export interface MadeLog {
  events: string;
  /** Events and queries. */
  perSecond: string;
  seconds: string;
  /** Milliseconds of min, avg, max, 95th percentile and sum. */
  latency: readonly [min: string, avg: string, max: string, p95: string, sum: string];
  /** Seconds that the client was busy. */
  busy: string;
}

/** A log as stock sysbench 1.0.20 writes it for one client: each event is a statement that reads. */
export function sysbenchLog({ events, perSecond, seconds, latency, busy }: MadeLog): string {
  const [min, avg, max, p95, sum] = latency;
  const rate = `${events} (${perSecond} per sec.)`;
  return `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 1

Threads started!

SQL statistics:
    queries performed:
        read:                            ${events}
        write:                           0
        other:                           0
        total:                           ${events}
    transactions:                        ${rate}
    queries:                             ${rate}
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          ${seconds}s
    total number of events:              ${events}

Latency (ms):
         min:                                    ${min}
         avg:                                    ${avg}
         max:                                    ${max}
         95th percentile:                        ${p95}
         sum:                                 ${sum}

Threads fairness:
    events (avg/stddev):           ${events}.0000/0.00
    execution time (avg/stddev):   ${busy}/0.00
`;
}
