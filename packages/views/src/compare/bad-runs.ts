import type { HeatmapColumn } from './heatmap-data';

/** `bad run: fan failed`: why runs of a column count for nothing; empty when all of them count. */
export function badRunsText(column: Pick<HeatmapColumn, 'badRuns'> | undefined): string {
  const reasons = [...new Set(column?.badRuns ?? [])];
  if (reasons.length === 0) return '';
  const runs = (column?.badRuns ?? []).length;
  return `${runs === 1 ? 'bad run' : `${runs} bad runs`}: ${reasons.join('; ')}`;
}
