import {
  type CellSource,
  type ColumnInput,
  findConfigLines,
  formatValue,
  type Matrix,
} from '@basecase/analysis';
import { type MetricId, metricOf, type Workload } from '@basecase/ingest/model';
import type { Io } from './io';
import { configRelation } from './lines/column-lines';

/** Parts of a workload that make a ratio meaningless when they differ, as a reader would call them. */
const PARTS = [
  ['clients', 'clients'],
  ['tables', 'tables'],
  ['rowsPerTable', 'rows per table'],
  ['primaryKey', 'primary key'],
  ['cached', 'cached'],
  ['label', 'workload'],
] as const satisfies readonly (readonly [keyof Workload, string])[];

/** Warns when columns did not run the same workload. They are still compared. */
export function noteWorkloadDifferences(columns: readonly ColumnInput[], io: Io): void {
  for (const [part, name] of PARTS) {
    const firstWith = new Map<string, string>();
    for (const column of columns) {
      const values = valuesOf(column, part);
      if (values !== '' && !firstWith.has(values)) firstWith.set(values, column.label);
    }
    if (firstWith.size < 2) continue;
    const list = [...firstWith].map(([values, label]) => `${values} in ${label}`);
    io.note(
      `warning: the columns differ in ${name}: ${list.join('; ')}. Their ratios compare workloads, not only versions.`,
    );
  }
}

/** Says which columns have another config than the first, and whether the one continues the other. */
export function noteConfigs(columns: readonly ColumnInput[], io: Io): void {
  const placed = columns.flatMap(({ label, runs: [run] }) => (run ? [{ label, ...run.variant }] : []));
  const [base, ...others] = placed;
  if (!base) return;
  const lines = findConfigLines(placed);
  for (const column of others) {
    const relation = configRelation(lines, base, column);
    if (relation) io.note(`${relation.isJoined ? 'note' : 'warning'}: ${column.label}: ${relation.reason}`);
  }
}

/**
 * Says it when a metric was computed here in one column and reported in another: the two are not the same number.
 * Reported cpu/o and cs/o count header lines as samples and are 4-5% low; a reported scan may follow the old rule.
 */
export function noteMixedSources(
  matrix: Matrix<{ label: string }>,
  metrics: readonly MetricId[],
  io: Io,
): void {
  for (const metric of metrics) {
    const sources = matrix.sources[metric] ?? [];
    const index = sources.findIndex((row) => row.includes('computed') && row.includes('reported'));
    if (index === -1) continue;
    const label = (source: CellSource) => matrix.columns[sources[index]?.indexOf(source) ?? -1]?.label;
    io.note(
      `warning: ${metricOf(metric).label} of ${matrix.rows[index]?.label} is computed from raw samples in ` +
        `${label('computed')} and reported by a summary in ${label('reported')}: their rules differ, ` +
        'so a small difference means nothing.',
    );
  }
}

/** Says which cells have a value that their logs contradict: it is left out of the table. */
export function noteDoubtful(matrix: Matrix<{ label: string }>, metrics: readonly MetricId[], io: Io): void {
  for (const metric of metrics) {
    const cells = (matrix.doubtful?.[metric] ?? []).flatMap((row, index) =>
      row.flatMap((value, column) =>
        value === null
          ? []
          : [
              `${matrix.rows[index]?.label} in ${matrix.columns[column]?.label} (${formatValue(value, metric)})`,
            ],
      ),
    );
    if (cells.length === 0) continue;
    const more = cells.length > MAX_DOUBTFUL ? `, and ${cells.length - MAX_DOUBTFUL} more` : '';
    io.note(
      `warning: suspect ${metricOf(metric).label}, left out: ${cells.slice(0, MAX_DOUBTFUL).join('; ')}${more}. ` +
        'Other lines of the log say something else: see VALUES_DISAGREE.',
    );
  }
}

const MAX_DOUBTFUL = 5;

/** Every value of a column, e.g. `1, 2, 4` clients; empty if unknown. */
function valuesOf({ runs }: ColumnInput, part: (typeof PARTS)[number][0]): string {
  const values = new Set(runs.flatMap(({ workload }) => (workload[part] === null ? [] : [workload[part]])));
  return [...values].toSorted((a, b) => Number(a) - Number(b)).join(', ');
}
