import { addHost } from '../assemble/beside';
import { Measurements, newResult } from '../assemble/measurements';
import { draftsOfLogs, type Hardware, noteZeroThroughput, partsOfDrafts } from '../assemble/parts-of-drafts';
import { findVariant } from '../identity/names/find-variant';
import { benchmarkModel } from '../model/benchmark';
import type { MetricId } from '../model/metric';
import { UNKNOWN_WORKLOAD } from '../model/run';
import type { Assembler } from './family';
import type { NumberAt } from './number-line';
import type { ParsedLog } from './parser';

/** One test that a client ran, as it printed it. */
export interface ClientRun {
  test: string;
  clients: number | null;
  /** What else must be equal for a fair comparison. */
  options: string[];
  /** In base units. A `time_per_op` without a throughput is one of one operation at a time. */
  numbers: Map<MetricId, NumberAt>;
  /** Number of the run in a log of several, where nothing shows that it repeats another one. */
  segment?: number;
}

export interface ClientLog extends ParsedLog {
  runs: ClientRun[];
  /** Product and version of the server where the log prints them. */
  product?: string;
  version?: string;
  /** Name and version of the tool; left out, the name of its format. */
  tool?: string;
  cores?: number | null;
}

interface ClientOptions {
  /** Type of the logs. */
  type: string;
  /** Left out: the type. */
  benchmark?: string;
  /** What the tool measures, where neither log nor directory names another product. */
  product?: string;
}

/** Makes a result of each run of logs of one type. Runs without a throughput and without a time have failed. */
export function clientRunsAssembler({ type, benchmark = type, product }: ClientOptions): Assembler {
  return {
    assemble(logs, context) {
      const drafts = draftsOfLogs<ClientLog>(logs, type, context);
      const logOf = new Map(logs.map(({ path, log }) => [path, log as ClientLog]));
      return partsOfDrafts(drafts, context, ({ file, host, run }, place) => {
        const { test, clients, options, numbers, segment } = run;
        const log = logOf.get(file);
        const throughput = numbers.get('throughput');
        const time = numbers.get('time_per_op');
        noteZeroThroughput(file, throughput, context);
        const unit = benchmarkModel(benchmark).placeTest(test, null).unit;
        const build = (hardware: Hardware) => {
          const measurements = new Measurements();
          const add = measurements.from(file);
          for (const [metric, at] of numbers) add(metric, at, metric === 'throughput' ? unit : undefined);
          const isTimed = !throughput && time && time.value > 0;
          if (isTimed) {
            const at = { file, line: time.line, unit, formula: 'inverse_of_time' } as const;
            measurements.computed('throughput', 1 / time.value, at);
          }
          const q = throughput?.value ?? (isTimed ? 1 / time.value : null);
          const device = addHost(measurements, host, { ...hardware, q });
          const status = throughput || time ? 'ok' : 'failed';
          return [newResult({ test, status, unit, clients, tool: log?.tool ?? type, device, measurements })];
        };
        const said = log?.product && log.version ? { product: log.product, version: log.version } : undefined;
        return {
          benchmark,
          variant: findVariant(place, { product: log?.product ?? product ?? null, ...(said && { said }) }),
          workload: { ...UNKNOWN_WORKLOAD, clients, label: options.join(', ') || null },
          ...(log?.cores && { cores: log.cores }),
          ...(segment !== undefined && { segmentOfLog: segment }),
          build,
        };
      });
    },
  };
}
