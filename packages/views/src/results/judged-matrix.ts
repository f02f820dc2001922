import type { CellStatus, Matrix, VerdictColumn } from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import type { SentResults } from './sent-results';
import type { TestRow } from './test-row';

interface Columns {
  columns: VerdictColumn[];
  /** Index in the results of each of them. */
  source: readonly number[];
  /** Throughput, and what may support a change. */
  metrics: readonly MetricId[];
}

const SOURCES: Readonly<Record<string, 'computed' | 'reported'>> = { c: 'computed', r: 'reported' };

/** Some columns of the results with all of their tests, as the rule wants them. */
export function toJudgedMatrix(
  rows: readonly TestRow[],
  { values, excluded, repeats, spread, sources, steal, rounds, seconds }: Omit<SentResults, 'noise'>,
  { columns, source, metrics }: Columns,
): Matrix<VerdictColumn> {
  const pick = <T>(cells: readonly ArrayLike<T>[]) => cells.map((row) => source.map((at) => row[at] as T));
  const all = <T>(cell: T) => rows.map(() => source.map(() => cell));
  // A cell without a value is missing whatever its status, so only those that must not be compared count.
  const status = all<CellStatus>('ok');
  for (const cell of excluded) {
    const own = status[cell.row];
    const column = source.indexOf(cell.column);
    if (own && column !== -1) own[column] = cell.status;
  }
  const judged = <T, To>(of: Partial<Record<MetricId, T>>, to: (cells: T) => To) =>
    Object.fromEntries(
      metrics.flatMap((metric) => {
        const cells = of[metric];
        return cells ? [[metric, to(cells)]] : [];
      }),
    );
  return {
    columns,
    rows: rows.map((row, position) => ({
      ...row,
      label: row.key,
      position,
      warmup: row.warmup ?? false,
      known: true,
    })),
    values: { ...judged(values, pick<number | null>), ...(steal && { steal: pick(steal) }) },
    sources: judged(sources, (letters) =>
      pick<string>(letters).map((row) => row.map((letter) => SOURCES[letter] ?? '-')),
    ),
    status,
    repeats: repeats ? pick(repeats) : all(1),
    spread: spread ? pick<number | null>(spread) : all(null),
    ...(rounds && { rounds: rounds.map((recording) => ({ ...recording, values: pick(recording.values) })) }),
    ...(seconds && { seconds: pick(seconds) }),
  };
}
