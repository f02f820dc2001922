/** Number. */
const N = '(\\d+(?:\\.\\d+)?)';
const named = (name: string) => N.replace('(', `(?<${name}>`);

/**
 * Lines of --report-interval. The groups' names are those of SERIES in `sysbench-series.ts`; `second` and
 * `percentile` are read apart.
 */
const FORMATS: readonly RegExp[] = [
  // [ 1s ] thds: 4 tps: 1191.14 qps: 23860.21 (r/w/o: 16707.39/4766.05/2386.77) lat (ms,95%): 5.99 err/s: 1.00 reconn/s: 0.00
  // 1.0.15 prints `err/s 1.00`.
  new RegExp(
    `^\\[ ${named('second')}s \\] thds: ${named('threads')} tps: ${named('tps')} qps: ${named('qps')} ` +
      `\\(r/w/o: ${named('reads')}/${named('writes')}/${named('other')}\\) ` +
      `lat \\(ms,${named('percentile')}%\\): ${named('latency')} err/s:? ${named('errors')} reconn/s: ${named('reconnects')}$`,
  ),
  // [ 1s ] thds: 2 eps: 4151.56 lat (ms,95%): 0.49
  new RegExp(
    `^\\[ ${named('second')}s \\] thds: ${named('threads')} eps: ${named('eps')} ` +
      `lat \\(ms,${named('percentile')}%\\): ${named('latency')}$`,
  ),
  // [ 1s ] queue length: 0, concurrency: 0   Without the comma for tests that are no Lua scripts.
  new RegExp(
    `^\\[ *${named('second')}s ?\\] queue length: ${named('queue')},? concurrency: ${named('concurrency')}$`,
  ),
  // [ 1s ] 8886.88 MiB/sec
  new RegExp(`^\\[ ${named('second')}s \\] ${named('mib')} MiB/sec$`),
  // [ 1s ] reads: 329.23 MiB/s writes: 219.49 MiB/s fsyncs: 1400.74/s latency (ms,99%): 0.490
  // 0.5: [   1s] reads: 10.52 MB/s writes: 7.01 MB/s fsyncs: 21.49/s response time: 3.571ms (95%)
  new RegExp(
    `^\\[ *${named('second')}s ?\\] reads: ${named('readMib')} Mi?B/s writes: ${named('writtenMib')} Mi?B/s ` +
      `fsyncs: ${named('fsyncs')}/s latency \\(ms,${named('percentile')}%\\): ${named('latency')}$`,
  ),
  new RegExp(
    `^\\[ *${named('second')}s ?\\] reads: ${named('readMib')} Mi?B/s writes: ${named('writtenMib')} Mi?B/s ` +
      `fsyncs: ${named('fsyncs')}/s response time: ${named('latency')}ms \\(${named('percentile')}%\\)$`,
  ),
  // [   2s] threads: 2, tps: 681.47, reads: 6821.71, writes: 0.00, response time: 3.72ms (95%), errors: 0.00, reconnects:  0.00
  // Older: `reads/s: 87784.65, writes/s: 25066.87 response time: 9.53ms (99%)` and the end of the line.
  new RegExp(
    `^\\[ *${named('second')}s\\] threads: ${named('threads')}, tps: ${named('tps')}, reads(?:/s)?: ${named('reads')}, ` +
      `writes(?:/s)?: ${named('writes')},? response time: ${named('latency')}ms \\(${named('percentile')}%\\)` +
      `(?:, errors: ${named('errors')}, reconnects: +${named('reconnects')})?$`,
  ),
];

/**
 * `1,56,2737.47,77028.57,35041.03,36288.96,5698.57,71.83,7.99,0.00`: sysbench.report_csv of 1.0 prints the same numbers
 * without a header. The percentile is that of --percentile, 95 by default.
 */
const CSV = new RegExp(
  `^${['second', 'threads', 'tps', 'qps', 'reads', 'writes', 'other', 'latency', 'errors', 'reconnects'].map(named).join(',')}$`,
);
const CSV_PERCENTILE = 95;

/** True for a line of the csv report. */
export function isCsvLine(text: string): boolean {
  return CSV.test(text);
}

/** True for a line of --report-interval. */
export function isIntervalLine(text: string): boolean {
  return /^\[ *\d/.test(text) && readIntervalLine(text) !== null;
}

export interface Interval {
  second: number;
  /** 95 of `lat (ms,95%)`, null where the line has no latency. */
  percentile: number | null;
  /** Numbers by the names of the groups. */
  values: Map<string, number>;
}

/** Reads one interval line; null for any other line. */
export function readIntervalLine(text: string): Interval | null {
  for (const format of [...FORMATS, CSV]) {
    const groups = format.exec(text)?.groups;
    if (!groups) continue;
    const { second, percentile, ...numbers } = groups;
    const present = Object.entries(numbers).filter(([, value]) => value !== undefined);
    return {
      second: Number(second),
      percentile: percentileOf(format, percentile),
      values: new Map(present.map(([name, value]) => [name, Number(value)])),
    };
  }
  return null;
}

function percentileOf(format: RegExp, printed: string | undefined): number | null {
  if (format === CSV) return CSV_PERCENTILE;
  return printed === undefined ? null : Number(printed);
}
