import type { Matrix } from '@basecase/analysis';
import { nightLineName } from '@basecase/analysis';
import type { HeatmapColumn } from '../load-heatmap';
import { isSeries } from '../series/store-series';
import type { StoredRecord } from '../stored-record';
import { changeLines } from './change-lines';
import { columnName } from './column-name';
import { scopeKey } from './plan-records';

/**
 * Records of nights of one product on the lines that their builds are on now. The line of a record has another name after a
 * correction of its branch (master, now main). It is the same record if no line has the old name, and one line has both builds.
 *
 * @param records of the heatmap of the matrix
 */
export function withRenamedLines(
  records: readonly StoredRecord[],
  matrix: Matrix<HeatmapColumn>,
  product: string,
): StoredRecord[] {
  const lines = changeLines(matrix.columns, product)
    .filter(isSeries)
    .map((line) => ({
      name: nightLineName(line.nights),
      columns: new Map(
        line.columns.flatMap((index) => {
          const column = matrix.columns[index];
          return column ? [[columnName(column), column] as const] : [];
        }),
      ),
    }));
  const names = new Set(lines.map(({ name }) => name));
  return records.map((record) => {
    if (record.line === null || record.series === null || names.has(record.line)) return record;
    const [line, ...others] = lines.filter(({ columns }) => columns.has(record.firstBad));
    const [bad, good] = [line?.columns.get(record.firstBad), line?.columns.get(record.lastGood)];
    if (!line || others.length > 0 || !bad || !good) return record;
    const scope = scopeKey(record);
    const place = record.fingerprint.slice(0, record.fingerprint.indexOf(scope));
    return {
      ...record,
      line: line.name,
      series: { ...record.series, line: line.name },
      firstBadId: bad.variantId,
      lastGoodId: good.variantId,
      fingerprint: `${place}${scope} ${bad.variantId}`,
    };
  });
}
