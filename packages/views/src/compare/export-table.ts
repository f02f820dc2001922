import {
  type CellSource,
  certaintyOf,
  groupBy,
  type Matrix,
  markdownLine,
  pickColumns,
  pickRows,
  renderTable,
  type TableFormat,
  toJsonComparison,
  type Verdict,
} from '@basecase/analysis';
import type { CompareView, ShownRuns } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { levelOf } from '../results/relative';
import { sharedNameText } from '../text/words';
import { type BandedSelection, hasBands } from './bands/banded-selection';
import { notesAt } from './cell-notes';
import { toColumnSet } from './column-set';
import type { CompareState } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import { cellVerdict, excludedAt, missingReason } from './heatmap/heatmap-readout';
import { rowSince } from './heatmap/heatmap-row-summary';
import type { HeatmapData } from './heatmap-data';
import { type HeatmapSelection, metricLabel } from './heatmap-selection';
import { verdictsOf } from './judge-selection';
import { ratioAt } from './rounds-of-cell';

export const EXPORT_FORMATS = ['json', 'csv', 'tsv', 'md'] as const satisfies readonly TableFormat[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A view as it is stored, and the same as the page has it, which knows the noise. */
interface ViewToExport {
  view: CompareView;
  data: HeatmapData;
}

/**
 * The view as the page has it (base, columns, filter, order, metric), as text: the same tables as `basecase compare`
 * prints, from the values as stored. JSON, CSV and Markdown say of each cell what it is judged to be, JSON also by
 * which rule; TSV keeps the published shape. Products with separate bases are in one table, which names the base of
 * each column. A server name that nothing gave is noted in all but TSV. All formats mark doubtful values, and costs reported
 * by a summary among computed ones. Names that a spreadsheet would run are escaped in CSV and TSV.
 */
export function exportTable({ view, data }: ViewToExport, state: CompareState, format: ExportFormat): string {
  const columns = toColumnSet(data, state);
  const { groups, selection: shown } = heatmapModel(columns, { ...state, fold: [] });
  const rows = groups.flatMap((group) => group.rows.map((row) => row.row));
  const { metric } = shown;
  const { benchmark } = view.workload;
  const serverNote = data.sharedBy ? sharedNameText(data.server, data.sharedBy) : '';
  const doubtful = rows.map((row) => doubtfulOfRow(shown, row));
  // What stands twice on the page, as measured and as a ratio, is one column here.
  const kept = ofBands(shown, (selection, column) => selection.source[column] ?? -1);
  const picked = pick(view.matrix, metric, { rows, columns: kept });
  const matrix = {
    ...picked,
    columns: withOwnLabels(picked.columns),
    doubtful: { [metric]: doubtful },
  };
  const heading = metric === 'throughput' ? metricLabel(data, metric) : undefined;
  const ofColumns = basesOf(shown);
  const bases = { base: ofColumns[0] ?? 0, bases: hasBands(shown) ? ofColumns : undefined };
  if (format !== 'json') {
    const verdicts = rows.map((row) => verdictsOfRow(shown, row));
    const table = renderTable(matrix, {
      metric,
      format,
      ...bases,
      benchmark,
      heading,
      verdicts,
      forSpreadsheets: true,
      note: serverNote,
    });
    return format === 'md' && serverNote !== '' ? `${table}\n${markdownLine(serverNote)}\n` : table;
  }
  const table = toJsonComparison(matrix, metric, { ...bases, benchmark, heading });
  const judged = table.rows.map((row, index) => ({
    ...row,
    verdicts: verdictsOfRow(shown, rows[index] ?? -1),
    certainty: certaintyOfRow(shown, rows[index] ?? -1),
    reasons: ofBands(shown, (selection, column) => missingReason(selection, rows[index] ?? -1, column)),
    since: sinceOfRow(shown, rows[index] ?? -1),
    notes: ofBands(shown, (selection, column) =>
      notesAt(selection, rows[index] ?? -1, column).map(({ text, isHighlighted, by, createdAt }) => ({
        column: selection.columns[column]?.slug ?? null,
        text,
        isHighlighted,
        by,
        createdAt,
      })),
    ).flat(),
    ...(data.records && { records: recordsOfRow(data, rows[index] ?? -1) }),
  }));
  const note = serverNote === '' ? {} : { serverNote };
  return `${JSON.stringify({ ...table, rows: judged, rule: ruleOf(shown), ...note }, null, 2)}\n`;
}

type Labelled = Pick<CompareView['matrix']['columns'][number], 'label' | 'slug'>;

/** Files of one directory have its label, whatever they are of: columns that share one are named as in addresses. */
function withOwnLabels(columns: readonly Labelled[]): { label: string }[] {
  const sharing = groupBy(columns, ({ label }) => label);
  return columns.map(({ label, slug }) => ({ label: sharing.get(label)?.length === 1 ? label : slug }));
}

/** Something of every column of every band. */
function ofBands<T>(
  { bands }: BandedSelection,
  read: (selection: HeatmapSelection, column: number) => T,
): T[] {
  return bands.flatMap(({ selection }) => selection.columns.map((_, column) => read(selection, column)));
}

/** Place of the base of each column. */
function basesOf({ bands }: BandedSelection): number[] {
  let start = 0;
  return bands.flatMap(({ selection }) => {
    const base = start + selection.base;
    start += selection.columns.length;
    return selection.columns.map(() => base);
  });
}

/** Beside `columns`: values that are not believed. */
function doubtfulOfRow(banded: BandedSelection, row: number): (number | null)[] {
  return ofBands(banded, (selection, column) => {
    const excluded = excludedAt(selection, row, column);
    return excluded?.status === 'doubtful' ? (excluded.values[selection.metric] ?? null) : null;
  });
}

/** Beside `columns`; null for a base. */
function verdictsOfRow({ bands }: BandedSelection, row: number): (Verdict | null)[] {
  return bands.flatMap(({ selection }) => verdictsInBand(selection, row));
}

/** Next to the verdicts. A plain threshold ignores noise, so it is certain of nothing: null. */
function certaintyOfRow({ bands }: BandedSelection, row: number) {
  return bands.flatMap(({ selection }) =>
    selection.columns.map((_, column) => {
      const verdict = column === selection.base ? null : cellVerdict(selection, row, column);
      return verdict && certaintyOf(verdict);
    }),
  );
}

/** Recorded losses of a test against the level before. Columns are slugs. */
function recordsOfRow({ records, columns }: HeatmapData, row: number) {
  const slugOf = (column: number) => columns[column]?.slug ?? null;
  return (records?.[row] ?? []).map(({ slug, firstBad, lastGood }) => ({
    slug,
    firstBad: slugOf(firstBad),
    lastGood: slugOf(lastGood),
  }));
}

/** Of each band: since when the test is slower than its base. Columns are slugs. */
function sinceOfRow({ bands }: BandedSelection, row: number) {
  return bands.map(({ selection }) => {
    const slugOf = (column: number) => selection.columns[column]?.slug ?? null;
    const { first, largest } = rowSince(selection, row);
    return {
      base: slugOf(selection.base),
      firstBad: first === null ? null : slugOf(first),
      largestStep: largest && { column: slugOf(largest.column), ratio: largest.ratio },
    };
  });
}

function verdictsInBand(selection: HeatmapSelection, row: number): (Verdict | null)[] {
  return selection.columns.map((_, column) => {
    if (column === selection.base) return null;
    const verdict = cellVerdict(selection, row, column);
    const level = levelOf(selection, ratioAt(selection, selection.metric, { row, column }));
    return verdict ?? THRESHOLD_WORDS[level[0] ?? ''] ?? 'no change';
  });
}

const THRESHOLD_WORDS: Readonly<Record<string, Verdict>> = {
  r: 'regression',
  b: 'improvement',
  v: 'missing',
};

/** The rule behind the verdicts of a table. */
function ruleOf({ bands, threshold }: BandedSelection) {
  const verdicts = bands[0] && verdictsOf(bands[0].selection);
  return verdicts
    ? { name: 'verdicts', version: verdicts.ruleVersion, threshold: null }
    : { name: 'thresholds', version: null, threshold };
}

/** One metric of some rows and columns; cells that must not be compared are left empty, as on the page. */
function pick(
  view: CompareView['matrix'],
  metric: MetricId,
  { rows, columns }: { rows: number[]; columns: number[] },
): Matrix<Labelled> {
  const matrix = pickRows(pickColumns(view, columns), rows);
  const compared = <T>(cells: readonly (readonly T[])[] | undefined, missing: T) =>
    matrix.status.map((row, at) =>
      row.map((status, column) => (status === 'ok' ? (cells?.[at]?.[column] ?? missing) : missing)),
    );
  return {
    ...matrix,
    values: { [metric]: compared(matrix.values[metric], null) },
    sources: { [metric]: compared<CellSource>(matrix.sources[metric], '-') },
  };
}

/**
 * Runs of a heatmap that are exported: the columns and tests that the page shows, by its chosen columns, filter and
 * warm-up switch. A folded group counts as shown; a metric is a view of the same runs.
 */
export function shownRuns(data: HeatmapData, state: CompareState): ShownRuns {
  const set = toColumnSet(data, state);
  const { groups } = heatmapModel(set, { ...state, fold: [] });
  return {
    server: data.server.slug,
    workload: data.workload.slug,
    columns: set.columns.map(({ slug }) => slug),
    tests: groups.flatMap(({ rows }) => rows.map(({ key }) => key)),
    warmups: state.warmups,
  };
}
