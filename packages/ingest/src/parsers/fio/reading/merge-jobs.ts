import type {
  Combined,
  CombinedLatency,
  FioDirection,
  FioDirectionName,
  FioJob,
  FioLatency,
  FioRow,
  FioRowDirection,
  Located,
} from '../fio-log';
import type { ReportSink } from './section-tracker';

/** Names of jobs in one report. Clones (numjobs) share theirs. */
const MAX_ROWS = 1000;

/**
 * Adds up the jobs of one report, row by row (clones of a job share name and group), and keeps nothing else of them:
 * IO/s and bandwidth are sums, averages are plain means over the blocks (the rule of published tables), minimum and
 * maximum are those of all. Percentiles of several blocks cannot be joined: the largest one is kept, which that of all
 * IOs together never exceeds.
 */
export class RowsReport implements ReportSink {
  readonly #rows = new Map<string, RowBuilder>();

  add(job: FioJob): void {
    const key = `${job.group} ${job.name}`;
    const known = this.#rows.get(key);
    if (known) known.add(job);
    else if (this.#rows.size < MAX_ROWS) this.#rows.set(key, new RowBuilder(job));
  }

  rows(): FioRow[] {
    return [...this.#rows.values()].map((row) => row.build());
  }
}

class RowBuilder {
  readonly #row: Omit<FioRow, 'directions' | 'sync'>;
  readonly #directions = new Map<FioDirectionName, DirectionBuilder>();
  readonly #sync = new LatencyBuilder();
  #blocks = 0;
  #numjobs = 1;

  constructor(job: FioJob) {
    const { name, group, options, line, lineEnd } = job;
    this.#row = { name, group, jobs: 0, options, error: null, line, lineEnd };
    this.add(job);
  }

  add(job: FioJob): void {
    this.#row.jobs += job.jobs;
    this.#blocks += 1;
    this.#numjobs = Math.max(this.#numjobs, job.numjobs ?? 1);
    this.#row.error ??= job.error;
    this.#row.lineEnd = job.lineEnd;
    this.#sync.add(job.sync);
    for (const direction of job.directions) {
      const builder = this.#directions.get(direction.name) ?? new DirectionBuilder(direction.name);
      this.#directions.set(direction.name, builder);
      builder.add(direction);
    }
  }

  build(): FioRow {
    const directions = [...this.#directions.values()].map((builder) => builder.build());
    const { jobs } = this.#row;
    return {
      ...this.#row,
      jobs: this.#blocks === 1 ? Math.max(jobs, this.#numjobs) : jobs,
      directions,
      sync: this.#sync.build(),
    };
  }
}

class DirectionBuilder {
  readonly #name: FioDirectionName;
  readonly #iops = new Combiner();
  readonly #bandwidth = new Combiner();
  readonly #runtime = new Combiner();
  readonly #latency = new LatencyBuilder();

  constructor(name: FioDirectionName) {
    this.#name = name;
  }

  add({ iops, bandwidth, runtime, clat, lat }: FioDirection): void {
    this.#iops.add(iops);
    this.#bandwidth.add(bandwidth);
    this.#runtime.add(runtime);
    this.#latency.add(clat ?? lat);
  }

  build(): FioRowDirection {
    const zero = { value: 0, line: 0, lineEnd: 0, blocks: 0 };
    return {
      name: this.#name,
      iops: this.#iops.sum() ?? zero,
      bandwidth: this.#bandwidth.sum() ?? zero,
      runtime: this.#runtime.max(),
      latency: this.#latency.build(),
    };
  }
}

class LatencyBuilder {
  readonly #min = new Combiner();
  readonly #avg = new Combiner();
  readonly #max = new Combiner();
  readonly #percentiles = new Map<number, Combiner>();

  add(latency: FioLatency | null): void {
    if (!latency) return;
    this.#min.add(latency.min);
    this.#avg.add(latency.avg);
    this.#max.add(latency.max);
    for (const located of latency.percentiles) {
      const combiner = this.#percentiles.get(located.percent) ?? new Combiner();
      if (this.#percentiles.size < MAX_PERCENTILES) this.#percentiles.set(located.percent, combiner);
      combiner.add(located);
    }
  }

  build(): CombinedLatency | null {
    if (this.#avg.blocks === 0) return null;
    const percentiles = [...this.#percentiles].flatMap(([percent, combiner]) => {
      const combined = combiner.max();
      return combined ? [{ percent, combined }] : [];
    });
    return { min: this.#min.min(), avg: this.#avg.mean(), max: this.#max.max(), percentiles };
  }
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

  add(located: Located | null): void {
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
