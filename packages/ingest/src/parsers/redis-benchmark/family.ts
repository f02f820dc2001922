import { reportLostNames } from '../../checks/lost-rows';
import type { MetricId } from '../../model/metric';
import { containsAny } from '../../text/contains-any';
import { type ClientLog, type ClientRun, clientRunsAssembler } from '../client-runs';
import type { FormatFamily } from '../family';
import { numberLine } from '../number-line';
import { scoreOf } from '../parser';
import { redisBenchmarkFormat as about } from './about';

/** A heading, a line of -q, or a row of --csv. */
const TITLE =
  /^(?:={6} (.{1,80}) ={6}$|((?!throughput summary:)[^\s"][^:]{0,80}): \d+\.\d+ requests per second|"(?!test")([^"]{1,80})","[\d.]+")/;
const OPTION = /^ {2}(?:(\d{1,7}) parallel clients|(\d{1,12} bytes payload|threads: \d{1,4}|keep alive: 0))$/;
const LATENCIES = ['avg', 'min', 'p50', 'p95', 'p99', 'max'].map((name) => `latency_${name}`) as MetricId[];
const row = (before: string, cell: string) => new RegExp(`^${before}${cell.repeat(LATENCIES.length)}$`);
const QUIET =
  /^(?!throughput summary:)[^\s"][^:]{0,80}: (\d+\.\d+) requests per second(?:, p50=(\d+\.\d+) msec)?$/;
/** Redis 5 and older print the rate alone. */
const CSV = row(String.raw`"(?!test")[^"]{1,80}","(\d+\.\d+)"`, String.raw`(?:,"(\d+\.\d+)")?`);
const LINES = [
  numberLine(/^ {2}(\d+) requests completed in (\d+\.\d+) seconds$/, ['requests', 'elapsed']),
  numberLine(/^(?: {2}throughput summary: )?(\d+\.\d+) requests per second$/, ['throughput']),
  numberLine(row(' {5,20}(?! {0,20}avg)', String.raw` {1,20}(\d+\.\d+)`), LATENCIES, 'ms'),
  numberLine(QUIET, ['throughput', 'latency_p50'], 'ms'),
  numberLine(CSV, ['throughput', ...LATENCIES], 'ms'),
];
const HEAD =
  /(?:^|\r)={6} [^\n]{1,80} ={6}\r?\n {2}\d+ requests completed in|^"test","rps"|^"(?:PING_INLINE|SET|GET|INCR)","[\d.]+"\r?$|: rps=[\d.]+ \(overall: |^[A-Z][A-Z_0-9]{1,30}: \d+\.\d+ requests per second/m;
/** One of them is in whatever the pattern finds. */
const LITERALS = [' requests completed in', '"test","rps"', '","', ': rps=', ' requests per second'];
const MAX_RUNS = 10_000;
/** What it runs without `-t`: Redis 5 and older have no test of `hset`, `zadd` and `zpopmin`. Source: redis-benchmark.c. */
const SUITE = [
  ...['ping_inline', 'ping_mbulk', 'set', 'get', 'incr', 'lpush', 'rpush', 'lpop', 'rpop', 'sadd', 'spop'],
  ...['lpush (needed to benchmark lrange)', 'lrange_100', 'lrange_300', 'lrange_500', 'lrange_600'],
  'mset',
];
const NEWER = ['hset', 'zadd', 'zpopmin'];
/** A file with as many of them has all of them: few people name so many with `-t`. */
const MOST_OF_SUITE = 12;

/** Progress of -q: `SET: rps=11325.7 (overall: 11280.0) avg_msec=...` */
const PROGRESS = /(?:^|\r) *([^\s"][^:\r]{0,80}): rps=[\d.]+ \(overall: /g;

/** `LRANGE_100 (first 100 elements)` is `lrange_100`. */
function testOf(title: string): string {
  return title.toLowerCase().replace(/ \((?:first )?\S+ (?:elements|keys)\)$/, '');
}

/** Tests that should be there, and why. */
function wantedOf(tests: ReadonlySet<string>): { wanted: readonly string[]; why: string } {
  const isAll = SUITE.filter((test) => tests.has(test)).length >= MOST_OF_SUITE;
  if (!isAll) {
    const hasRange = SUITE.some((test) => test.startsWith('lrange_') && tests.has(test));
    const wanted = hasRange ? SUITE.filter((test) => test.startsWith('lpush (')) : [];
    return { wanted, why: 'it precedes every test of lrange' };
  }
  const newer = ['zadd', 'zpopmin'].some((test) => tests.has(test)) ? NEWER : [];
  const why = 'the tests that run without -t have it';
  return { wanted: [...SUITE, ...newer], why };
}

export const redisBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [
    {
      kind: 'redis-benchmark',
      about: 'output of redis-benchmark: `====== SET ======`, `SET: 68965.52 requests per second`, or --csv',
      score: ({ head, name }) =>
        scoreOf(containsAny(head, LITERALS) && HEAD.test(head), name.includes('redis')),
      valueLines: LINES.map(({ pattern }) => pattern),
      open: (reporter) => {
        const runs: ClientRun[] = [];
        /** Numbers belong to a test whose heading was lost. */
        let isLost = false;
        const running = new Set<string>();
        let last = 0;
        return {
          line(bytes, start, end, line) {
            const text = bytes.toString('latin1', start, end);
            last = line;
            for (const [, shown = ''] of text.matchAll(PROGRESS))
              if (running.size < MAX_RUNS) running.add(testOf(shown));
            const [, title] = (TITLE.exec(text) ?? []).filter((group) => group !== undefined);
            if (title !== undefined) isLost = false;
            if (title !== undefined && runs.length < MAX_RUNS) {
              runs.push({ test: testOf(title), clients: null, options: [], numbers: new Map() });
            }
            const run = runs.at(-1);
            const [, clients, option] = OPTION.exec(text) ?? [];
            if (clients !== undefined && run) run.clients = Number(clients);
            if (option !== undefined) run?.options.push(option);
            for (const [metric, at] of LINES.flatMap((each) => each.read(text, line))) {
              if (metric === 'requests' && run?.numbers.has(metric) && !isLost) {
                reporter.report('LINE_UNPARSED', 'expected the heading of a test above its requests', {
                  line,
                });
                isLost = true;
              }
              if (!isLost) run?.numbers.set(metric, at);
            }
          },
          end(): ClientLog {
            const tests = new Set(runs.map(({ test }) => test));
            const at = { line: last || null };
            reportLostNames(reporter, running, tests, { why: 'the progress shows that it ran', ...at });
            const { wanted, why } = wantedOf(tests);
            reportLostNames(reporter, wanted, tests, { why, ...at });
            const stopped = runs.filter(({ numbers }) => !numbers.has('throughput')).map(({ test }) => test);
            const message = `expected requests per second of ${stopped.join(', ') || 'a test'}`;
            if (stopped.length > 0 || runs.length === 0) reporter.report('TRUNCATED_LOG', message);
            return { type: about.name, runs };
          },
        };
      },
    },
  ],
  assembler: clientRunsAssembler({ type: about.name, product: 'Redis' }),
};
