import {
  ENOUGH_NIGHTS,
  findBreaks,
  judgeNights,
  type Matrix,
  nightLineName,
  type ReleaseLine,
  type SeriesVerdict,
} from '@basecase/analysis';
import type { HeatmapColumn } from '../load-heatmap';
import { type ChangeLine, changeLines } from '../recompute/change-lines';
import type { StoredRecord } from '../stored-record';
import { annotationsOf, type StoredAnnotation } from './annotations-in-force';

/** A line of nights of a heatmap, judged. */
export interface JudgedSeries {
  line: ReleaseLine & { nights: NonNullable<ReleaseLine['nights']> };
  /** `19devel@master` */
  name: string;
  /** Null: the first line of its name. Else its build flavour and config. */
  build: ChangeLine['build'];
  /** Of each row of the matrix; indexes count the columns of the line. */
  verdicts: SeriesVerdict[];
}

/** Context for judging a line. */
export interface SeriesContext {
  annotations: readonly StoredAnnotation[];
  /** Records of the heatmap that are alive: their first bad nights are fixed once they are sure. */
  records: readonly StoredRecord[];
  testIds: ReadonlyMap<string, number>;
}

/**
 * True for a line with enough nights to be judged as a series; a shorter one is judged pair by pair, as releases are.
 */
export function isSeries<Line extends ReleaseLine>(line: Line): line is Line & JudgedSeries['line'] {
  return line.nights !== null && line.columns.length >= ENOUGH_NIGHTS;
}

/** Judges every line of nights of a product (docs/method.md §10). */
export function judgeHeatmapSeries(
  matrix: Matrix<HeatmapColumn>,
  product: string,
  { annotations, records, testIds }: SeriesContext,
): JudgedSeries[] {
  const named = new Set<string>();
  return changeLines(matrix.columns, product)
    .filter(isSeries)
    .map((line) => {
      const { flavour, config } = line;
      const name = nightLineName(line.nights);
      const build = named.has(name) ? { flavour, config } : null;
      named.add(name);
      const columns = line.columns.flatMap((index) => matrix.columns[index] ?? []);
      const breaks = findBreaks(columns, annotationsOf(annotations, product)).map(({ night, label }) => ({
        at: night,
        label,
      }));
      const placeOf = new Map(columns.map(({ variantId }, index) => [variantId, index]));
      const held = (row: number) => {
        const test = testIds.get(matrix.rows[row]?.key ?? '');
        return records.flatMap((record) => {
          const isFixed = record.testId === test && record.series?.line === name && isSureRecord(record);
          const firstBad = placeOf.get(record.firstBadId);
          return isFixed && firstBad !== undefined ? [{ firstBad }] : [];
        });
      };
      return { line, name, build, verdicts: judgeNights(matrix, { columns: line.columns, breaks, held }) };
    });
}

/** A sure one stays in place while it is reported at all: later nights may make it doubtful, or it may be over. */
function isSureRecord({ withdrawn, wasSure }: StoredRecord): boolean {
  return !withdrawn && wasSure;
}
