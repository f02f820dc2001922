import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails, Series } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import type { AggregateRow } from './aggregate-log';
import { readAggregateRow } from './aggregate-row';

const MAX_LINE_BYTES = 600;
const MICROSECONDS = 1e6;

interface Column {
  id: string;
  label: string;
  unit: string;
  /** Null where the interval has no such value. */
  of(row: AggregateRow): number | null;
}

const perTransaction = (row: AggregateRow, value: number | null) =>
  value === null || row.transactions === 0 ? null : value / MICROSECONDS;

const COLUMNS: readonly Column[] = [
  {
    id: 'transactions',
    label: 'transactions',
    unit: 'transactions',
    of: ({ transactions }) => transactions,
  },
  {
    id: 'latency_avg',
    label: 'avg',
    unit: 's',
    of: (row) => perTransaction(row, row.sum / row.transactions),
  },
  {
    id: 'latency_stddev',
    label: 'stddev',
    unit: 's',
    of: (row) => perTransaction(row, standardDeviation(row)),
  },
  { id: 'latency_min', label: 'min', unit: 's', of: (row) => perTransaction(row, row.min) },
  { id: 'latency_max', label: 'max', unit: 's', of: (row) => perTransaction(row, row.max) },
  {
    id: 'schedule_lag_avg',
    label: 'schedule lag',
    unit: 's',
    of: (row) => perTransaction(row, row.lagSum === null ? null : row.lagSum / row.transactions),
  },
  { id: 'skipped_transactions', label: 'skipped', unit: 'transactions', of: ({ skipped }) => skipped },
  { id: 'retried_transactions', label: 'retried', unit: 'transactions', of: ({ retried }) => retried },
  { id: 'retries', label: 'retries', unit: 'retries', of: ({ retries }) => retries },
  { id: 'errors', label: 'failed', unit: 'transactions', of: ({ failed }) => failed },
];

/** sqrt(squares / n - mean²), in the unit of the sums; null without a transaction. Rounded sums may be below 0. */
export function standardDeviation({
  transactions,
  sum,
  squares,
}: Pick<AggregateRow, 'transactions' | 'sum' | 'squares'>): number | null {
  if (transactions === 0) return null;
  return Math.sqrt(Math.max(0, squares / transactions - (sum / transactions) ** 2));
}

/** Every column of the intervals as a series over the seconds since the first one. */
export class AggregateDetails implements DetailsSession {
  readonly #columns = COLUMNS.map((column) => ({
    column,
    builder: new SeriesBuilder({ id: column.id, label: column.label, unit: column.unit, of: null }),
    hasValue: false,
  }));
  #first: number | null = null;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const row = readAggregateRow(bytes.toString('latin1', start, end));
    if (!row) return;
    this.#first ??= row.second;
    for (const each of this.#columns) {
      const value = each.column.of(row);
      // Since 15 columns that were not asked for are 0 everywhere.
      each.hasValue ||= value !== null && value !== 0;
      each.builder.add(row.second - this.#first, value, lineNumber);
    }
  }

  end(): FileDetails {
    const series: Series[] = this.#columns.flatMap(({ builder, hasValue }) =>
      hasValue ? [builder.build()] : [],
    );
    return { series, histograms: [], facts: [] };
  }
}
