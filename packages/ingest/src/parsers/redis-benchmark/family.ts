import { addHost } from '../../assemble/beside';
import { Measurements, newResult } from '../../assemble/measurements';
import {
  draftsOfLogs,
  type Hardware,
  noteZeroThroughput,
  partsOfDrafts,
} from '../../assemble/parts-of-drafts';
import { findVariant } from '../../identity/names/find-variant';
import type { MetricId } from '../../model/metric';
import { UNKNOWN_WORKLOAD } from '../../model/run';
import type { FormatFamily } from '../family';
import { type NumberAt, numberLine } from '../number-line';
import { type ParsedLog, scoreOf } from '../parser';
import { redisBenchmarkFormat as about } from './about';

interface RedisRun {
  test: string;
  clients: number | null;
  options: string[];
  numbers: Map<MetricId, NumberAt>;
}

type RedisLog = ParsedLog & { runs: RedisRun[] };

/** A heading, a line of -q, or a row of --csv. */
const TITLE =
  /^(?:={6} (.{1,80}) ={6}$|([^\s"][^:]{0,80}): \d+\.\d+ requests per second|"(?!test")([^"]{1,80})","[\d.]+")/;
const OPTION = /^ {2}(?:(\d{1,7}) parallel clients|(\d{1,12} bytes payload|threads: \d{1,4}|keep alive: 0))$/;
const LATENCIES = ['avg', 'min', 'p50', 'p95', 'p99', 'max'].map((name) => `latency_${name}`) as MetricId[];
const row = (before: string, cell: string) => new RegExp(`^${before}${cell.repeat(LATENCIES.length)}$`);
const QUIET = /^[^\s"][^:]{0,80}: (\d+\.\d+) requests per second(?:, p50=(\d+\.\d+) msec)?$/;
/** Redis 5 and older print the rate alone. */
const CSV = row(String.raw`"(?!test")[^"]{1,80}","(\d+\.\d+)"`, String.raw`(?:,"(\d+\.\d+)")?`);
const LINES = [
  numberLine(/^ {2}(\d+) requests completed in (\d+\.\d+) seconds$/, ['requests', 'elapsed']),
  numberLine(/^(?: {2}throughput summary: )?(\d+\.\d+) requests per second$/, ['throughput']),
  numberLine(row(' {5,}(?! *avg)', String.raw` +(\d+\.\d+)`), LATENCIES, 'ms'),
  numberLine(QUIET, ['throughput', 'latency_p50'], 'ms'),
  numberLine(CSV, ['throughput', ...LATENCIES], 'ms'),
];
const HEAD =
  /(?:^|\r)={6} [^\n]{1,80} ={6}\r?\n {2}\d+ requests completed in|^"test","rps"|^"(?:PING_INLINE|SET|GET|INCR)","[\d.]+"\r?$|: rps=[\d.]+ \(overall: |^[A-Z][A-Z_0-9]{1,30}: \d+\.\d+ requests per second/m;
const MAX_RUNS = 10_000;

export const redisBenchmarkFormat: FormatFamily = {
  ...about,
  parsers: [
    {
      kind: 'redis-benchmark',
      about: 'output of redis-benchmark: `====== SET ======`, `SET: 68965.52 requests per second`, or --csv',
      score: ({ head, name }) => scoreOf(HEAD.test(head), name.includes('redis')),
      valueLines: LINES.map(({ pattern }) => pattern),
      open: (reporter) => {
        const runs: RedisRun[] = [];
        return {
          line(bytes, start, end, line) {
            // Lines of progress are written over.
            const printed = bytes.toString('latin1', start, end);
            const text = printed.slice(printed.lastIndexOf('\r') + 1);
            const [, title] = (TITLE.exec(text) ?? []).filter((group) => group !== undefined);
            if (title !== undefined && runs.length < MAX_RUNS) {
              // `LRANGE_100 (first 100 elements)` is `lrange_100`.
              const test = title.toLowerCase().replace(/ \((?:first )?\S+ (?:elements|keys)\)$/, '');
              runs.push({ test, clients: null, options: [], numbers: new Map() });
            }
            const run = runs.at(-1);
            const [, clients, option] = OPTION.exec(text) ?? [];
            if (clients !== undefined && run) run.clients = Number(clients);
            if (option !== undefined) run?.options.push(option);
            for (const [metric, at] of LINES.flatMap((each) => each.read(text, line)))
              run?.numbers.set(metric, at);
          },
          end(): RedisLog {
            const stopped = runs.filter(({ numbers }) => !numbers.has('throughput')).map(({ test }) => test);
            const message = `expected requests per second of ${stopped.join(', ') || 'a test'}`;
            if (stopped.length > 0 || runs.length === 0) reporter.report('TRUNCATED_LOG', message);
            return { type: about.name, runs };
          },
        };
      },
    },
  ],
  assembler: {
    assemble: (logs, context) =>
      partsOfDrafts(
        draftsOfLogs<RedisLog>(logs, about.name, context),
        context,
        ({ file, host, run }, place) => {
          const { test, clients, options, numbers } = run;
          const throughput = numbers.get('throughput');
          noteZeroThroughput(file, throughput, context);
          const build = (hardware: Hardware) => {
            const measurements = new Measurements();
            const unit = 'requests/s';
            const add = measurements.from(file);
            for (const [metric, at] of numbers) add(metric, at, metric === 'throughput' ? unit : undefined);
            const device = addHost(measurements, host, { ...hardware, q: throughput?.value ?? null });
            const status = throughput ? 'ok' : 'failed';
            return [newResult({ test, status, unit, clients, tool: about.name, device, measurements })];
          };
          const workload = { ...UNKNOWN_WORKLOAD, clients, label: options.join(', ') || null };
          return {
            benchmark: about.name,
            variant: findVariant(place, { product: 'Redis' }),
            workload,
            build,
          };
        },
      ),
  },
};
