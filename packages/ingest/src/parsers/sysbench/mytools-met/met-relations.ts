import type { MaybeRelation, Said } from '../../../checks/disagreements';
import { exact, printed, times } from '../../../checks/ranges';
import { COLUMNS } from './met-columns';

/** Per second and per operation, and what makes one unit of them: `r/o` × `o/s` = `r/s`. KB are per operation, MB per second. */
const QUOTIENTS = [
  ['r/s', 'r/o', 1],
  ['rMB/s', 'rKB/o', 1024],
] as const;

interface Row {
  header: readonly string[];
  cells: readonly string[];
  numbers: readonly (number | null)[];
  line: number;
}

/** What a row of iostat says twice: r/s is r/o × o/s. */
export function metRelations(row: Row): MaybeRelation[] {
  const operations = find(row, 'o/s');
  if (!operations) return [];
  return QUOTIENTS.map(([perS, perOp, unit]) => {
    const [rate, cost] = [find(row, perS), find(row, perOp)];
    if (!rate || !cost) return null;
    return {
      of: [rate, cost, operations],
      left: times(rate.range, exact(unit)),
      right: times(cost.range, operations.range),
      words: `${perS} = ${perOp} × o/s`,
    };
  });
}

function find({ header, cells, numbers, line }: Row, name: string): Said | null {
  const index = header.indexOf(name);
  const value = numbers[index];
  const column = COLUMNS[name];
  if (value === null || value === undefined || !column) return null;
  const decimals = cells[index]?.split('.')[1]?.length ?? 0;
  return { name, value, line, metrics: [column[0]], range: printed(value, decimals) };
}
