import { SeriesBuilder } from '../../../files/series-builder';
import type { Series } from '../../../model/details';
import type { Progress, ProgressField } from '../progress/progress-line';

interface Column {
  id: string;
  label: string;
  unit: string;
  /** Printed in milliseconds. */
  isMs?: true;
}

/** In the order they are shown. */
const COLUMNS: Readonly<Record<ProgressField, Column>> = {
  tps: { id: 'throughput', label: 'TPS', unit: 'transactions/s' },
  latencyMs: { id: 'latency_avg', label: 'avg', unit: 's', isMs: true },
  stddevMs: { id: 'latency_stddev', label: 'stddev', unit: 's', isMs: true },
  lagMs: { id: 'schedule_lag_avg', label: 'schedule lag', unit: 's', isMs: true },
  failed: { id: 'errors', label: 'failed', unit: 'transactions' },
  skipped: { id: 'skipped_transactions', label: 'skipped', unit: 'transactions' },
  retried: { id: 'retried_transactions', label: 'retried', unit: 'transactions' },
  retries: { id: 'retries', label: 'retries', unit: 'retries' },
};
/** Times since 1970 are above it: --progress-timestamp. */
const EPOCH_SECONDS = 1e9;

/** The progress lines of one run as series over the seconds since its start. */
export class ProgressSeries {
  readonly #of: string | null;
  readonly #builders = new Map<ProgressField, SeriesBuilder>();
  #first: number | null = null;

  /** @param of null for the only run of a file */
  constructor(of: string | null) {
    this.#of = of;
  }

  add({ second, values }: Progress, line: number): void {
    this.#first ??= second;
    const at = second > EPOCH_SECONDS ? second - this.#first : second;
    for (const [name, { isMs }] of Object.entries(COLUMNS) as [ProgressField, Column][]) {
      const value = values[name];
      if (value === undefined) continue;
      const scaled = isMs && value !== null ? Number(`${value}e-3`) : value;
      this.#builder(name).add(at, scaled, line);
    }
  }

  build(): Series[] {
    const order = Object.keys(COLUMNS);
    const sorted = [...this.#builders].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    return sorted.map(([, builder]) => builder.build());
  }

  #builder(name: ProgressField): SeriesBuilder {
    const known = this.#builders.get(name);
    if (known) return known;
    const { id, label, unit } = COLUMNS[name];
    const builder = new SeriesBuilder({ id, label, unit, of: this.#of });
    this.#builders.set(name, builder);
    return builder;
  }
}
