import type { MaybeRelation } from '../../../checks/disagreements';
import { exact, over, printed } from '../../../checks/ranges';
import type { MetricId } from '../../../model/metric';
import { cellNumber, type GoRow } from './go-row';

/** Digits that rates and `Takes` are printed with. */
const DECIMALS = 1;

/** What a row says twice: OPS = Count / Takes. Both times are rounded, so that short runs say little. */
export function goRelations(row: GoRow, line: number): MaybeRelation[] {
  const [count, takes, rate] = ['Count', 'Takes', 'OPS'].map((key) => cellNumber(row, key));
  if (typeof count !== 'number' || typeof takes !== 'number' || typeof rate !== 'number') return [];
  const metrics = (ids: readonly MetricId[]) => ids;
  return [
    {
      of: [
        { name: 'OPS', value: rate, range: printed(rate, DECIMALS), line, metrics: metrics(['throughput']) },
        { name: 'Count', value: count, range: exact(count), line, metrics: metrics(['operations']) },
        { name: 'Takes', value: takes, range: printed(takes, DECIMALS), line, metrics: [] },
      ],
      left: printed(rate, DECIMALS),
      right: over(exact(count), printed(takes, DECIMALS)),
      words: `OPS = Count / Takes of ${row.name}`,
    },
  ];
}
