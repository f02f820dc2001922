import { type MaybeRelation, reportDisagreements, say } from '../../checks/disagreements';
import type { MetricId } from '../../model/metric';
import type { ClientLog, ClientRun } from '../client-runs';
import { jsonSession } from '../json-session';
import { type NumberAt, numberAt } from '../number-line';
import { byContent, type LogParser } from '../parser';
import { BoundedList } from '../text-lines';
import type { HammerdbLog, HammerdbTest, TimeProfile } from './hammerdb-log';
import { resultRatio } from './read-hammerdb';
import { Settings } from './settings';
import { isProcedureField } from './time-profile';
import { UserGroup } from './user-group';

/** One sample of CPU of the report, in percent. */
interface CpuSample {
  at: string;
  busy: number;
  line: number;
}

const MAX_SAMPLES = 100_000;
const MINUTE = 60_000;

/**
 * The result that HammerDB writes since version 6 (`jobs <id> summaryjson`): NOPM, TPM, response times and metrics of TPROC-C, or the
 * times of queries of TPROC-H. Format: schema hammerdb-job-report-v1.
 */
export const hammerdbReport: LogParser = {
  kind: 'hammerdb-report',
  about: 'result of HammerDB 6: JSON with `"schema": "hammerdb-job-report-v1"`',
  isJson: true,
  score: byContent(/"schema"\s*:\s*"hammerdb-job-report-v\d/, /^[0-9A-F]{24}\.json$/),
  hasDetails: true,
  open(reporter, details) {
    const texts = new Map<string, string>();
    const numbers = new Map<string, NumberAt>();
    const queries = new BoundedList<ClientRun>(reporter, 'queries');
    const cpu: CpuSample[] = [];
    let row: Record<string, { value: string; line: number }> = {};
    let profile: TimeProfile | null = null;
    let firstLine = 0;
    /** The numbers of `result`, as the charts repeat them. */
    const charted = new Map<string, NumberAt>();

    const addSeries = (of: string) => {
      const [stamp, value] = [row['timestamp'], row['value']];
      const start = Date.parse(`${texts.get('job.timestamp')?.replace(' ', 'T')}Z`);
      const seconds = (Date.parse(`${stamp?.value.replace(' ', 'T')}Z`) - start) / 1000;
      if (!details || !value || !(seconds >= 0)) return;
      const head = { id: of, label: SERIES[of] ?? of, unit: SERIES[of] ?? of };
      details.series(head).add(seconds, Number(value.value), value.line);
    };

    const addCpu = () => {
      const [user, system, stamp] = [row['usr_pct'], row['sys_pct'], row['timestamp']];
      if (!user || !system || !stamp || cpu.length >= MAX_SAMPLES) return;
      if (Number.isNaN(stampOf(stamp.value)))
        return reporter.report('VALUE_UNREADABLE', 'expected a time', { line: stamp.line });
      cpu.push({ at: stamp.value, busy: Number(user.value) + Number(system.value), line: user.line });
    };

    const addProfile = () => {
      const { name, ...cells } = row;
      if (name?.value !== 'NEWORD') return;
      const fields = Object.entries(cells).filter(([key]) => isProcedureField(key));
      for (const [key, { value, line }] of fields)
        if (!/^\d{1,15}(?:\.\d{1,15})?$/.test(value))
          reporter.report('VALUE_UNREADABLE', `expected a number as "${key}"`, { line });
      const newOrder = Object.fromEntries(
        fields.map(([key, { value, line }]) => [key, { text: value, line }]),
      );
      profile = { activeVus: null, newOrder, line: name.line };
    };

    const addQuery = () => {
      const [name, seconds] = [row['name'], row['seconds']];
      const at = numberAt(seconds?.value, seconds?.line ?? 0);
      if (!name || !at) return;
      const time = new Map<MetricId, NumberAt>([['time_per_op', at]]);
      queries.add({ test: `q${name.value}`, clients: null, options: [], numbers: time }, at.line);
    };

    const number = (key: string) => numbers.get(key) ?? null;

    const saidTwice = (): MaybeRelation[] =>
      [...charted].map(([name, at]) => {
        const [key = '', metric] = CHARTED[name] ?? [];
        const own = say(name, number(key), metric === undefined ? [] : [metric]);
        const other = say(`${name} of chart_data`, at, []);
        return (
          own &&
          other && { of: [own, other], left: own.range, right: other.range, words: `${name} = ${name}` }
        );
      });

    const toTest = (): HammerdbTest => {
      const group = new UserGroup(firstLine);
      const [nopm, tpm] = [number('result.nopm'), number('result.tpm')];
      const driver = texts.get('job.database_display') ?? texts.get('job.database') ?? '';
      const minutes = number('benchmark_config.duration_minutes');
      return {
        ...group.toTest(new Settings()),
        vus:
          (number('result.active_virtual_users') ?? number('benchmark_config.virtual_users'))?.value ?? null,
        warehouses: number('benchmark_config.warehouses')?.value ?? null,
        rampupMinutes: number('benchmark_config.rampup_minutes')?.value ?? null,
        durationMinutes: minutes?.value ?? null,
        duration: minutes,
        result:
          nopm && tpm
            ? { nopm: nopm.value, tpm: tpm.value, driver, line: nopm.line, tpmLine: tpm.line }
            : null,
        serverVersion: texts.get('job.release') ?? null,
        database: driver === '' ? null : driver,
        profile,
        cpu: meanCpu(),
      };
    };

    /** Of the samples behind the ramp-up, until the last transactions were counted. */
    const meanCpu = (): NonNullable<HammerdbTest['cpu']> | null => {
      const [from, until] = ['start', 'end'].map((key) =>
        stampOf(texts.get(`analysis_hints.active_window.${key}`)),
      );
      const rampup = number('benchmark_config.rampup_minutes')?.value;
      if (from === undefined || until === undefined || Number.isNaN(from) || Number.isNaN(until)) return null;
      if (rampup === undefined) {
        if (cpu.length > 0)
          reporter.report('METRIC_MISSING', 'no rampup_minutes: CPU is not read', {
            line: cpu[0]?.line ?? null,
          });
        return null;
      }
      const own = cpu.filter(({ at }) => stampOf(at) >= from + rampup * MINUTE && stampOf(at) <= until);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last) return null;
      const value = own.reduce((sum, { busy }) => sum + busy, 0) / own.length;
      const cores = Number(texts.get('system.cpucount')) || null;
      return { value, samples: own.length, line: first.line, lineEnd: last.line, cores };
    };

    const toQueries = (version: string): ClientLog => {
      const scale = number('benchmark_config.scale_factor');
      const options = ['TPROC-H', ...(scale ? [`scale factor ${scale.value}`] : [])];
      for (const [key, test] of TOTALS) {
        const at = number(key);
        const time = new Map<MetricId, NumberAt>(at ? [['time_per_op', at]] : []);
        if (at) queries.add({ test, clients: null, options, numbers: time }, at.line);
      }
      const product = texts.get('job.database_display');
      const release = texts.get('job.release');
      return {
        ...{ type: 'queries', tool: `HammerDB ${version}` },
        ...(product !== undefined && { product }),
        ...(release !== undefined && { version: release }),
        runs: queries.items.map((run) => ({ ...run, options })),
      };
    };

    return jsonSession<HammerdbLog | ClientLog>(
      reporter,
      {
        open: (path, line) => {
          if (path.length === 0) firstLine = line;
          if (path.at(-1) === '#') row = {};
        },
        close: (path, line) => {
          if (path.at(-1) !== '#') return;
          const key = path.filter((part) => part !== '#').join('.');
          if (key === 'response_times.rows') addProfile();
          else if (key === 'query_times.rows') addQuery();
          else if (key === 'metrics.cpu_percent') addCpu();
          else if (key === 'result.chart_data') {
            const at = numberAt(row['value']?.value, row['value']?.line ?? 0);
            if (at && CHARTED[row['metric']?.value ?? '']) charted.set(row['metric']?.value ?? '', at);
          } else if (SERIES[key] !== undefined) addSeries(key);
          row = {};
          if (line < firstLine) firstLine = line;
        },
        value(path, value, line) {
          const key = path.join('.');
          const at = value === null ? null : numberAt(String(value), line);
          if (!at && NUMBERS.test(key)) {
            const message = `expected a number as "${key}", found ${JSON.stringify(value)}`;
            reporter.report('VALUE_UNREADABLE', message, { line });
          }
          if (value === null) return;
          if (path.includes('#')) row[path.at(-1) ?? ''] = { value: String(value), line };
          else {
            texts.set(key, String(value));
            if (at) numbers.set(key, at);
          }
        },
      },
      () => {
        const version = (texts.get('job.hdb_version') ?? '').replace(/^v/, '');
        if (texts.get('job.benchmark') === 'TPROC-H') {
          reportDisagreements(saidTwice(), reporter);
          return toQueries(version);
        }
        const known = version === '' ? null : version;
        const counts = {
          finished: { success: 0, failed: 0 },
          restated: [],
          profiles: [],
          builtWarehouses: null,
        };
        const test = toTest();
        reportDisagreements([resultRatio(test), ...saidTwice()], reporter);
        return { type: 'hammerdb', version: known, tests: [test], ...counts };
      },
    );
  },
};

/** Series of the report, with their units. */
const SERIES: Readonly<Record<string, string>> = {
  'transaction_count.series.points': 'TPM',
  'metrics.iops': 'IO/s',
  'metrics.mbps': 'MB/s',
};
const NUMBERS =
  /^(?:result\.(?:nopm|tpm|geomean_seconds|total_query_time_seconds|active_virtual_users)|benchmark_config\.\w+|response_times\.rows\.#\.\w+_ms|query_times\.rows\.#\.(?:name|seconds)|metrics\.cpu_percent\.#\.(?:usr|sys)_pct)$/;
const CHARTED: Readonly<Record<string, readonly [key: string, metric: MetricId]>> = {
  NOPM: ['result.nopm', 'throughput'],
  TPM: ['result.tpm', 'tpm'],
  Geomean: ['result.geomean_seconds', 'time_per_op'],
  'Query Time': ['result.total_query_time_seconds', 'time_per_op'],
};
const TOTALS = [
  ['result.total_query_time_seconds', 'query set'],
  ['result.geomean_seconds', 'geometric mean'],
] as const;

function stampOf(text: string | undefined): number {
  return Date.parse(`${text?.replace(' ', 'T')}Z`);
}
