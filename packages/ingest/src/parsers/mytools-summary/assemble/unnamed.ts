import type { AssembleContext, LocatedLog } from '../../family';
import type { TableLog } from '../table-log';
import { throughputOf } from './table-group';

/**
 * A csv does not name its columns; the matching tsv holds the same numbers with names and is read instead. Without
 * one the owner of the numbers is unknown: a run called `col-1` would be joined with the `col-1` of every other csv.
 */
export function noteUnnamed(tables: readonly LocatedLog<TableLog>[], context: AssembleContext): void {
  for (const table of tables) {
    if (table.log.columns !== null || table.log.cells.length === 0) continue;
    const named = tables.find(
      ({ path, log }) => log.columns !== null && path === table.path.replace(/\.csv$/, '.tsv'),
    );
    if (named) noteDifference(table, named, context);
    else {
      const message =
        'the columns have no names: kept, not read; the table as .tsv names them in `col-1 : ...` lines';
      context.note('NAME_UNPARSED', table.path, message);
    }
  }
}

function noteDifference(
  unnamed: LocatedLog<TableLog>,
  named: LocatedLog<TableLog>,
  context: AssembleContext,
): void {
  const keyOf = ({ column, test, range }: TableLog['cells'][number]) => JSON.stringify([column, test, range]);
  const known = new Map(named.log.cells.map((cell) => [keyOf(cell), throughputOf(cell)]));
  const other = unnamed.log.cells.find((cell) => known.get(keyOf(cell)) !== throughputOf(cell));
  if (!other) {
    context.note(
      'NO_RESULT',
      unnamed.path,
      `the numbers of ${named.path}, which names its columns, once more`,
    );
    return;
  }
  const { test, column, line } = other;
  const there = known.get(keyOf(other)) ?? 'nothing';
  const message = `${test} of column ${column + 1} is ${throughputOf(other)} here and ${there} in ${named.path}, which counts`;
  context.note('VALUES_DISAGREE', unnamed.path, message, line);
}
