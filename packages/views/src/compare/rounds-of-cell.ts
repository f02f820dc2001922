import {
  type ChangeExplanation,
  comparedRounds,
  differInSeconds,
  explainChange,
  formatFixed,
  formatRatio,
  otherLengthText,
  REASON_METRICS,
  type ReasonValues,
  type RoundsEstimate,
  signedPercent,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { relative } from '../results/relative';
import type { HeatmapData } from './heatmap-data';
import type { HeatmapSelection } from './heatmap-selection';

/** A cell of the chosen columns. */
interface CellAt {
  row: number;
  column: number;
}

/** One round that both sides have. */
export interface PairedRound {
  /** From 1, over all recordings that both are in. */
  round: number;
  /** ln of version / base. */
  x: number;
  /** True if all servers were restarted before it; false for the first. */
  isRestart: boolean;
}

/** Values of a recording of a cell and of the base; null where either has none of it. */
function* recordingsOf({ data, source, base }: HeatmapSelection, { row, column }: CellAt) {
  for (const { restartEvery, values } of data.rounds ?? []) {
    const own = values[row]?.[source[column] ?? -1] ?? [];
    const other = values[row]?.[source[base] ?? -1] ?? [];
    if (own.length > 0 && other.length > 0) yield { restartEvery, own, other };
  }
}

/**
 * What the rounds say of the throughput of a cell against the base; null for the base, and with fewer than 8 shared
 * rounds.
 */
export function roundsAt(selection: HeatmapSelection, at: CellAt): RoundsEstimate | null {
  return roundsBetween(selection, { ...at, base: selection.base });
}

/** Cells are asked for again at each change of the page, and an estimate takes the square of the rounds. */
const kept = new WeakMap<HeatmapData, Map<string, RoundsEstimate | null>>();

/** The same against any column of the row. */
function roundsBetween(
  { data, source }: HeatmapSelection,
  { row, column, base }: CellAt & { base: number },
): RoundsEstimate | null {
  if (column === base || !data.rounds) return null;
  const cells = { row, base: source[base] ?? -1, column: source[column] ?? -1 };
  const key = `${cells.row} ${cells.base} ${cells.column}`;
  const ofData = kept.get(data) ?? new Map<string, RoundsEstimate | null>();
  kept.set(data, ofData);
  const known = ofData.get(key);
  if (known !== undefined) return known;
  const found = comparedRounds(data, cells);
  ofData.set(key, found);
  return found;
}

/** Rounds that both have, one after another. */
export function pairedRounds(selection: HeatmapSelection, at: CellAt): PairedRound[] {
  const found: PairedRound[] = [];
  let before = 0;
  for (const { restartEvery, own, other } of recordingsOf(selection, at)) {
    for (const [index, value] of own.entries()) {
      const base = other[index] ?? null;
      if (value === null || base === null || value <= 0 || base <= 0) continue;
      const isRestart = before + index > 0 && index % restartEvery === 0;
      found.push({ round: before + index + 1, x: Math.log(value / base), isRestart });
    }
    before += Math.max(own.length, other.length);
  }
  return found;
}

/** True where a column was recorded in turns with the base, in any test. */
export function sharesRecording({ data, source, base }: HeatmapSelection, column: number): boolean {
  const [own, other] = [source[column] ?? -1, source[base] ?? -1];
  return (data.rounds ?? []).some(({ values }) =>
    values.some((row) => (row[own] ?? []).length > 0 && (row[other] ?? []).length > 0),
  );
}

/** True if a cell other than the base has a throughput to compare, but no rounds to compare it by. */
export function hasCellsWithoutRounds(selection: HeatmapSelection): boolean {
  const { data, source, base } = selection;
  const values = data.values.throughput ?? [];
  const isThere = (row: number, column: number) => typeof values[row]?.[source[column] ?? -1] === 'number';
  return data.rows.some(
    ({ warmup }, row) =>
      !warmup &&
      isThere(row, base) &&
      source.some(
        (_, column) =>
          column !== base && isThere(row, column) && roundsAt(selection, { row, column }) === null,
      ),
  );
}

/** Rounds with a value that a cell has by itself. */
export function roundsTaken({ data, source }: HeatmapSelection, { row, column }: CellAt): number {
  const all = (data.rounds ?? []).flatMap(({ values }) => values[row]?.[source[column] ?? -1] ?? []);
  return all.filter((value) => value !== null).length;
}

/** `24 rounds, −4.1% ± 1.6%`: half of the 95% interval. */
export function roundsText({ n, x, low, high }: RoundsEstimate): string {
  return `${n} rounds, ${signedPercent(x)} ± ${formatFixed(((high - low) / 2) * 100, 1)}%`;
}

/**
 * Ratio of a cell to the base, or to another column of its row, as everything on the page shows it: of throughputs that
 * were recorded in turns what their rounds say in pairs, as the verdict has it; else the ratio of the values.
 *
 * @returns unrounded; null where a side is missing, and of costs that are both too small to be compared
 */
export function ratioAt(
  selection: HeatmapSelection,
  metric: MetricId,
  { row, column, base = selection.base }: CellAt & { base?: number },
): number | null {
  const { data, source } = selection;
  const values = data.values[metric]?.[row];
  const [own, other] = [values?.[source[column] ?? -1] ?? null, values?.[source[base] ?? -1] ?? null];
  const plain = relative(metric, own, other);
  if (plain === null || metric !== 'throughput' || !data.rounds) return plain;
  const rounds = roundsBetween(selection, { row, column, base });
  return rounds ? Math.exp(rounds.x) : plain;
}

/** Ratios of a row to the base, 1 for the base itself; null for columns that are not on its release line. */
export function lineRatiosOf(selection: HeatmapSelection, metric: MetricId, row: number): (number | null)[] {
  const { lineStart, base } = selection;
  return selection.columns.map((_, column) =>
    lineStart[column] === lineStart[base] ? ratioAt(selection, metric, { row, column }) : null,
  );
}

/**
 * `; medians of all runs 1.05`, if dividing the shown values gives another ratio: runs outside shared rounds are in
 * the values only.
 */
export function mediansNote(selection: HeatmapSelection, { row, column }: CellAt): string {
  const at = selection.data.values.throughput?.[row];
  const medianOf = (index: number) => at?.[selection.source[index] ?? -1] ?? null;
  const medians = formatRatio(relative('throughput', medianOf(column), medianOf(selection.base)));
  const shown = formatRatio(ratioAt(selection, 'throughput', { row, column }));
  return medians === shown ? '' : `; medians of all runs ${medians}`;
}

/** `run for another time: 60 s, the base 300 s`: why a cell is not judged; empty where both ran as long. */
export function otherLengthOf({ data, source, base }: HeatmapSelection, { row, column }: CellAt): string {
  if (!data.seconds || column === base) return '';
  const differ = differInSeconds(data, { row, base: source[base] ?? -1, column: source[column] ?? -1 });
  return differ ? otherLengthText(differ) : '';
}

/**
 * What of the costs per operation moved with the throughput of a cell, against the base. It says nothing of whether the
 * change is real: ask of changed cells only.
 *
 * @returns null without a throughput on both sides
 */
export function explainCell(
  selection: HeatmapSelection,
  row: number,
  column: number,
): ChangeExplanation | null {
  const [own, base] = [selection.source[column] ?? -1, selection.source[selection.base] ?? -1];
  const before = valuesAt(selection, row, { at: base, other: own });
  const after = valuesAt(selection, row, { at: own, other: base });
  return before && after ? explainChange(before, after, roundsAt(selection, { row, column })) : null;
}

/** A cost that was computed on one side and reported on the other is left out: reported ones are 4-5% low. */
function valuesAt(
  { data }: HeatmapSelection,
  row: number,
  { at, other }: { at: number; other: number },
): ReasonValues | null {
  const throughput = data.values.throughput?.[row]?.[at] ?? null;
  if (throughput === null || throughput <= 0) return null;
  const cell: ReasonValues = { throughput };
  for (const metric of REASON_METRICS) {
    const sources = data.sources[metric]?.[row];
    if (sources?.[at] === sources?.[other]) cell[metric] = data.values[metric]?.[row]?.[at] ?? null;
  }
  return cell;
}
