import { LostRows } from '../../checks/lost-rows';
import { type MetricId, percentileMetric } from '../../model/metric';
import { lookUp } from '../../model/words/look-up';
import { containsAny } from '../../text/contains-any';
import type { ClientLog, ClientRun } from '../client-runs';
import { jsonSession } from '../json-session';
import { type NumberAt, toNumber } from '../number-line';
import { type LogParser, scoreOf } from '../parser';
import { memtierFormat as about } from './about';

const SECTION = /^(?:ALL STATS|AGGREGATED AVERAGE RESULTS|(?:BEST|WORST) RUN RESULTS)\b/;
const PERCENTILES = 'Percentile Latencies';
/** memtier_benchmark counts 1,024 bytes, and milliseconds. */
const KILOBYTE = 1024;
const MILLISECOND = 1000;
/** Rates are printed with two decimals. */
export const RATE_SLACK = 0.01;
/** Commands of one file: `--command` can be given often. */
const MAX_RUNS = 1000;

/** Names of both generations: `Latency` became `Average Latency`. */
const FIELDS: Readonly<Record<string, MetricId>> = {
  'Ops/sec': 'throughput',
  Latency: 'latency_avg',
  'Average Latency': 'latency_avg',
  'Min Latency': 'latency_min',
  'Max Latency': 'latency_max',
  'KB/sec': 'bandwidth',
};

function metricOfPath(path: readonly string[]): MetricId | null {
  const [, , field = '', percent = '', ...deeper] = path;
  if (path.length === 3) return lookUp(FIELDS, field) ?? null;
  if (field !== PERCENTILES || deeper.length > 0) return null;
  return percentileMetric(Number(/^p(\d{1,3}(?:\.\d+)?)$/.exec(percent)?.[1] ?? Number.NaN));
}

function inBaseUnits(metric: MetricId, value: number): number {
  if (metric === 'bandwidth') return value * KILOBYTE;
  return metric === 'throughput' ? value : (toNumber(String(value), -3) ?? value / MILLISECOND);
}

/**
 * What memtier_benchmark writes with `--json-out-file`: the rows of its table, and a time series and a histogram of each, which are
 * not read. Source: run_stats.cpp of github.com/RedisLabs/memtier_benchmark.
 *
 *     {"run information": {"Threads": 4, "Connections per thread": 50}, "ALL STATS": {"Totals": {"Ops/sec": 159512.53, ...}}}
 */
export const memtierJson: LogParser = {
  kind: 'memtier-json',
  about: 'JSON of memtier_benchmark (`--json-out-file`): `"ALL STATS"` with `"Totals"`',
  isJson: true,
  score: ({ head, name }) =>
    scoreOf(
      containsAny(head, ['"ALL STATS"', '"run information"']) &&
        /"(?:ALL STATS|run information)"\s*:\s*\{/.test(head) &&
        /"(?:Connections per thread|Ops\/sec|clients)"/.test(head),
      /memtier.*\.json$/i.test(name),
    ),
  open(reporter) {
    const runs = new Map<string, ClientRun & { section: string }>();
    const settings = new Map<string, number>();
    let version: string | null = null;

    const runOf = (section: string, test: string) => {
      const key = JSON.stringify([section, test]);
      const run = runs.get(key) ?? {
        test,
        clients: null,
        options: [],
        numbers: new Map<MetricId, NumberAt>(),
        section,
      };
      if (runs.size < MAX_RUNS) runs.set(key, run);
      return run;
    };

    return jsonSession<ClientLog>(
      reporter,
      {
        open: () => undefined,
        close: () => undefined,
        value(path, value, line) {
          const [section = '', name = ''] = path;
          if (path.length === 2 && typeof value === 'number') settings.set(`${section}.${name}`, value);
          if (path.length === 2 && name === 'version' && typeof value === 'string') version = value;
          const metric = SECTION.test(section) ? metricOfPath(path) : null;
          if (metric === null) return;
          if (typeof value !== 'number' || value < 0) {
            const message = `expected a number as "${path.join('.')}", found ${JSON.stringify(value)}`;
            reporter.report('VALUE_UNREADABLE', message, { line });
            return;
          }
          runOf(section, name.toLowerCase()).numbers.set(metric, { value: inBaseUnits(metric, value), line });
        },
      },
      () => {
        const all = [...runs.values()];
        // Of several runs (`--run-count`) best and worst are in the mean of all.
        const mean = all.filter(({ section }) => section.startsWith('AGGREGATED'));
        const own = mean.length > 0 ? mean : all.filter(({ section }) => section === 'ALL STATS');
        const threads = settings.get('run information.Threads') ?? settings.get('configuration.threads');
        const each =
          settings.get('run information.Connections per thread') ?? settings.get('configuration.clients');
        const clients = threads !== undefined && each !== undefined ? threads * each : null;
        // A command that was not sent has a row of zeros: nothing was measured.
        const isSent = ({ test, numbers }: ClientRun) =>
          test === 'totals' || (numbers.get('throughput')?.value ?? 0) > 0;
        const rows = new LostRows(reporter);
        const rateOf = ({ numbers }: ClientRun) => numbers.get('throughput')?.value ?? null;
        const total = own.find(({ test }) => test === 'totals');
        for (const run of own) if (run !== total) rows.row(run.test, rateOf(run));
        if (total)
          rows.end(total.numbers.get('throughput')?.line ?? null, rateOf(total), own.length * RATE_SLACK);
        return {
          type: about.name,
          ...(version !== null && { tool: `memtier_benchmark ${version}` }),
          runs: own.filter(isSent).map(({ section: _, ...run }) => ({ ...run, clients })),
        };
      },
    );
  },
};
