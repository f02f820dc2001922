import type { NumberAt } from '../../number-line';
import type {
  Combined,
  CombinedLatency,
  FioDirectionName,
  FioJob,
  FioLatency,
  FioRow,
  FioRowDirection,
} from '../fio-log';

/** What fio calls the totals of the hosts of `--client`. */
const ALL_CLIENTS = 'All clients';
/** Names of jobs in one report. Clones (numjobs) share theirs. */
const MAX_ROWS = 1000;
/** A study of 32 jobs has 512 blocks of about 40 values. */
const MAX_JOBS = 600;

/**
 * Adds up the jobs of one report, row by row (clones of a job share name and group), and keeps nothing else of them:
 * IO/s and bandwidth are sums, averages are plain means over the blocks (the rule of published tables), minimum and
 * maximum are those of all. Percentiles of several blocks cannot be joined: the largest one is kept, which that of all
 * IOs together never exceeds.
 */
export class RowsReport {
  /** Empty unless they are kept. */
  readonly jobs: FioJob[] = [];
  readonly #keepsJobs: boolean;
  readonly #rows = new Map<string, RowBuilder>();

  constructor(keepsJobs: boolean) {
    this.#keepsJobs = keepsJobs;
  }

  add(job: FioJob): void {
    const key = `${job.group} ${job.name}`;
    const known = this.#rows.get(key);
    if (known) known.add(job);
    else if (this.#rows.size < MAX_ROWS) this.#rows.set(key, new RowBuilder(job));
    if (this.#keepsJobs && this.jobs.length < MAX_JOBS) this.jobs.push(job);
  }

  rows(): FioRow[] {
    return withTotals([...this.#rows.values()].map((row) => row.build()));
  }
}

/** Of one job on several hosts fio's own totals count: their percentiles are those of all IOs. */
function withTotals(rows: FioRow[]): FioRow[] {
  const total = rows.find(({ name }) => name === ALL_CLIENTS);
  const [only, ...others] = rows.filter((row) => row !== total);
  if (!total || !only || others.length > 0) return rows;
  const { directions, sync, line, lineEnd } = total;
  return [{ ...only, directions, sync, line, lineEnd }];
}

class RowBuilder {
  readonly #row: Omit<FioRow, 'directions' | 'sync'>;
  readonly #directions = new Map<FioDirectionName, DirectionValues>();
  readonly #sync = newLatencyValues();
  #blocks = 0;
  #numjobs = 1;

  constructor(job: FioJob) {
    const { name, group, options, line, lineEnd } = job;
    this.#row = { name, group, jobs: 0, options, error: null, line, lineEnd };
    this.add(job);
  }

  add(job: FioJob): void {
    const row = this.#row;
    row.jobs += job.jobs;
    row.error ??= job.error;
    row.lineEnd = job.lineEnd;
    this.#blocks += 1;
    this.#numjobs = Math.max(this.#numjobs, job.numjobs ?? 1);
    addLatency(this.#sync, job.sync);
    for (const { name, iops, bandwidth, runtime, clat, lat } of job.directions) {
      const values = this.#directions.get(name) ?? newDirectionValues();
      this.#directions.set(name, values);
      values.iops.add(iops);
      values.bandwidth.add(bandwidth);
      values.runtime.add(runtime);
      addLatency(values.latency, clat ?? lat);
    }
  }

  build(): FioRow {
    const directions = [...this.#directions].map(([name, values]): FioRowDirection => {
      const zero = { value: 0, line: 0, lineEnd: 0, blocks: 0 };
      return {
        name,
        iops: values.iops.sum() ?? zero,
        bandwidth: values.bandwidth.sum() ?? zero,
        runtime: values.runtime.max(),
        latency: combine(values.latency),
      };
    });
    const { jobs } = this.#row;
    const all = this.#blocks === 1 ? Math.max(jobs, this.#numjobs) : jobs;
    return { ...this.#row, jobs: all, directions, sync: combine(this.#sync) };
  }
}

const newLatencyValues = () => ({
  min: new Combiner(),
  avg: new Combiner(),
  max: new Combiner(),
  percentiles: new Map<number, Combiner>(),
});
const newDirectionValues = () => ({
  iops: new Combiner(),
  bandwidth: new Combiner(),
  runtime: new Combiner(),
  latency: newLatencyValues(),
});
type LatencyValues = ReturnType<typeof newLatencyValues>;
type DirectionValues = ReturnType<typeof newDirectionValues>;

function addLatency(values: LatencyValues, latency: FioLatency | null): void {
  if (!latency) return;
  values.min.add(latency.min);
  values.avg.add(latency.avg);
  values.max.add(latency.max);
  for (const at of latency.percentiles) {
    const combiner = values.percentiles.get(at.percent) ?? new Combiner();
    if (values.percentiles.size < MAX_PERCENTILES) values.percentiles.set(at.percent, combiner);
    combiner.add(at);
  }
}

function combine({ min, avg, max, percentiles }: LatencyValues): CombinedLatency | null {
  if (avg.blocks === 0) return null;
  const combined = [...percentiles].flatMap(([percent, combiner]) => {
    const largest = combiner.max();
    return largest ? [{ percent, combined: largest }] : [];
  });
  return { min: min.min(), avg: avg.mean(), max: max.max(), percentiles: combined };
}

const MAX_PERCENTILES = 64;

/** Sum, least and largest of the added values, with their lines. */
class Combiner {
  blocks = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #line = 0;
  #lineEnd = 0;

  add(located: NumberAt | null): void {
    if (!located) return;
    if (this.blocks === 0) this.#line = located.line;
    this.#lineEnd = located.line;
    this.blocks += 1;
    this.#sum += located.value;
    this.#min = Math.min(this.#min, located.value);
    this.#max = Math.max(this.#max, located.value);
  }

  sum = (): Combined | null => this.#combined(this.#sum);
  mean = (): Combined | null => this.#combined(this.#sum / this.blocks);
  min = (): Combined | null => this.#combined(this.#min);
  max = (): Combined | null => this.#combined(this.#max);

  #combined(value: number): Combined | null {
    if (this.blocks === 0 || !Number.isFinite(value)) return null;
    return { value, line: this.#line, lineEnd: this.#lineEnd, blocks: this.blocks };
  }
}
