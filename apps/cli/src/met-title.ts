import { posix } from 'node:path';
import type { ColumnInput, MatrixRow } from '@basecase/analysis';
import type { NormalizedResult, NormalizedRun } from '@basecase/ingest/model';

const MET_FILE = /^sb\.(prepare\.)?met\./;
const DOP_SUFFIX = /_dop=(\d+)$/;

/**
 * Titles of the blocks of an `o.met.*` file: the name of the `sb.met` file itself, or the name it would have.
 */
export function metTitle(columns: readonly ColumnInput[]): (row: MatrixRow) => string {
  const results = columns.flatMap(({ runs }) =>
    runs.flatMap((run) => run.results.map((result) => ({ run, result }))),
  );
  return (row) => {
    const clients = DOP_SUFFIX.exec(row.key)?.[1];
    const of = results.filter(
      ({ result }) =>
        result.test === row.name &&
        result.range === row.range &&
        (clients === undefined || result.clients === Number(clients)),
    );
    const [first] = of;
    if (!first) return row.label;
    return of.flatMap(({ result }) => metFileOf(result))[0] ?? toMetName(first.run, first.result);
  };
}

function metFileOf(result: NormalizedResult): string[] {
  return result.measurements
    .map(({ file }) => posix.basename(file).replace(/\.gz$/, ''))
    .filter((name) => MET_FILE.test(name));
}

/** `sb.met.<test>.range<R>.pk<P>.dop<N>`; unknown parts are left out. */
function toMetName(run: NormalizedRun, { test, range, clients }: NormalizedResult): string {
  const { primaryKey } = run.workload;
  return [
    'sb.met',
    test,
    ...(range === null ? [] : [`range${range}`]),
    ...(primaryKey === null ? [] : [`pk${Number(primaryKey)}`]),
    ...(clients === null ? [] : [`dop${clients}`]),
  ].join('.');
}
