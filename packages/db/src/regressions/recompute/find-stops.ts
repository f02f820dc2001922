import { findOutages, type Matrix } from '@basecase/analysis';
import type { HeatmapColumn } from '../load-heatmap';
import type { FoundNumbers } from '../stored-record';
import { changeLines } from './change-lines';
import { lineNames } from './line-names';

/** A test that stopped working in a version, as a record has it. Columns are indexes into the matrix. */
export interface FoundStop extends FoundNumbers {
  kind: 'regression';
  /** Key of the row. */
  test: string;
  /** Name of the line of nights; null for releases. */
  line: string | null;
  firstBad: number;
  lastGood: number;
  lastSeen: number;
  fixed: number | null;
  onlyIfKnown: false;
}

/** A stop has no ratio: there is nothing to judge and nothing to explain. */
const NO_NUMBERS = {
  kind: 'regression',
  step: 'step',
  verdict: 'stopped working',
  ratio: null,
  levelRatio: null,
  band: null,
  p: null,
  explanation: null,
  reason: 'no metrics',
  onlyIfKnown: false,
} as const;

/**
 * Stops of the tests of one product in a heatmap, those that are over as well: every outage of every line of releases or nights.
 * What a line shares with the main one, the same test since the same version, is one stop.
 *
 * @param matrix of versions that are known, in product and release order
 */
export function findProductStops(matrix: Matrix<HeatmapColumn>, product: string): FoundStop[] {
  const nameOf = (column: number) => matrix.columns[column]?.version;
  const ofMain = new Set<string>();
  return lineNames(changeLines(matrix.columns, product)).flatMap(({ line, name, build }) =>
    findOutages(matrix, line).flatMap(({ row, reason, value, newName, ...columns }): FoundStop[] => {
      const key = `${row} ${name} ${name === null ? nameOf(columns.firstBad) : columns.firstBad}`;
      if (build === null) ofMain.add(key);
      else if (ofMain.has(key)) return [];
      return [
        {
          ...NO_NUMBERS,
          ...columns,
          test: matrix.rows[row]?.key ?? '',
          build,
          line: name,
          stop: { reason, value, newName },
          series: name === null ? null : { line: name, low: null, high: null, nights: null, doubts: [] },
        },
      ];
    }),
  );
}
