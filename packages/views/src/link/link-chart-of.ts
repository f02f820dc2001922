import { formatFrozen, geometricMean } from '@basecase/analysis';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { ratioAt } from '../compare/rounds-of-cell';
import { countText } from '../text/words';
import type { LinkChart } from './link-chart';

/** The test over all versions with the others of its group; without a test the mean of all with each of them. */
export function chartOf(
  selection: HeatmapSelection,
  { row, column }: { row: number | null; column: number },
): LinkChart | null {
  const { data, columns, names, base } = selection;
  const own = row === null ? null : data.rows[row];
  const rows = data.rows.flatMap((test, index) =>
    test.warmup || index === row || (own && test.group !== own.group) ? [] : [index],
  );
  const lineOf = (index: number) =>
    columns.map((_, place) =>
      place === base ? 1 : ratioAt(selection, 'throughput', { row: index, column: place }),
    );
  const others = rows.map(lineOf);
  const main = row === null ? meanOf(others, columns.length) : lineOf(row);
  if (main.filter((value) => value !== null).length < 2) return null;
  const what = own ? own.name : `the mean of ${countText(rows.length, 'test')}`;
  const baseName = names[base]?.short ?? '';
  const last = main[column];
  return {
    description: `${data.workload.throughputLabel} relative to ${baseName}, by version: ${what}${last == null ? '' : ` is ${formatFrozen(last, 2)} in ${names[column]?.short ?? ''}`}.`,
    caption: `${data.workload.throughputLabel} relative to ${baseName}. Thick: ${what}${others.length > 0 ? `; thin: ${own ? 'the other tests of its group' : 'each test'}` : ''}. 1.00 is ${baseName}.`,
    places: names.map(({ short }) => short),
    base,
    own: column,
    mainName: row === null ? 'mean' : '',
    lines: [main, ...others],
    isWorse: last == null || last === 1 ? null : last < 1,
  };
}

/** Geometric mean of the tests that the base and a column both have. */
function meanOf(lines: readonly (number | null)[][], columns: number): (number | null)[] {
  return Array.from({ length: columns }, (_, column) =>
    geometricMean(lines.flatMap((line) => line[column] ?? [])),
  );
}
