import { toFinite } from '../../../text/finite';
import type { TableRow } from '../tables/report-table-log';

const LOAD = ['l.i0', 'l.x', 'l.i1'];
const QUERIES_2021 = [100, 200, 400, 600, 800, 1000].flatMap((rate) => [`q${rate}.1`, `q${rate}.2`]);
const QUERIES = ['qr100.L1', 'qp100.L2', 'qr500.L3', 'qp500.L4', 'qr1000.L5', 'qp1000.L6'];

/** Steps in the order they run: of 2021, and since 2023 with l.i2 and without it. */
const SEQUENCES: readonly (readonly string[])[] = [
  [...LOAD, ...QUERIES_2021],
  [...LOAD, 'l.i2', ...QUERIES],
  [...LOAD, ...QUERIES],
];

/**
 * Steps of a table that holds one version and does not name its steps (`o.sum.t.<tag>`): one row for each in the order
 * they ran. Null when the rows are not as many as any form has, or a load has queries.
 */
export function sequenceOf(rows: readonly TableRow[]): readonly string[] | null {
  const sequence = SEQUENCES.find(({ length }) => length === rows.length);
  const [first] = rows;
  if (!sequence || !first || rows.some(({ tag }) => tag !== first.tag)) return null;
  const fits = rows.every((row, index) => {
    const isLoad = sequence[index]?.startsWith('l.') ?? false;
    return !isLoad || toFinite(row.cells.qps) === 0;
  });
  return fits ? sequence : null;
}
