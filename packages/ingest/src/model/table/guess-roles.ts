import { cellNumber, hasUnclearComma, headingOnce, type TableSample } from './delimited';
import { isVersionText, readValueHeading, versionHeading } from './heading';

/**
 * The role of a column in a table of results. Several may be values, each a metric, or the values of a version each; of the
 * others there is one.
 */
export const COLUMN_ROLES = [
  'test',
  'version',
  'value',
  'version-values',
  'metric',
  'unit',
  'product',
  'config',
  'repeat',
  'clients',
  'machine',
  'workload',
  'at',
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

const BY_HEADING: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    'test',
    /^(?:test|query|benchmark|bench|case|statement|operation|op)s?(?:[_ -]?(?:name|id|case|no|nr|number))?$/i,
  ],
  ['version', /^(?:(?:db|server|product|software)[_ -]?)?(?:version|ver|release|build|tag|commit)$/i],
  ['metric', /^(?:metric|measure|statistic)(?:[_ -]?name)?$/i],
  ['unit', /^units?$/i],
  ['product', /^(?:product|dbms|db|database|engine|system|software)(?:[_ -]?name)?$/i],
  ['config', /^(?:config|configuration|settings|setup|variant|flavou?r)$/i],
  [
    'repeat',
    /^(?:repeat|repetition|rep|iteration|iter|run|trial|round|attempt)(?:[_ -]?(?:no|nr|id|number))?$/i,
  ],
  ['clients', /^(?:(?:num|n)[_ -])?(?:clients?|threads?|connections?|concurrency|users?|workers?|dop)$/i],
  ['machine', /^(?:machine|server|host|hostname|instance|node)(?:[_ -]?(?:name|type))?$/i],
  ['workload', /^(?:workload|dataset|scale|scale[_ -]?factor|sf)$/i],
  ['at', /^(?:at|date|datetime|timestamp|started(?:[_ -]?at)?)$/i],
];

const NAMES_A_TEST = /(?:^|[_ -])(?:test|query|benchmark|scenario|name)(?:$|[_ -])/i;
const SAYS_WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const IS_VALUE =
  /^(?:value|result|score|mean|median|avg|average|p\d+|time|latency|duration|elapsed|throughput)/i;

/**
 * The role of each column, guessed from its heading and cells.
 *
 * @returns a role for each column; null: not used
 */
export function guessRoles(sample: TableSample): (ColumnRole | null)[] {
  const cellsOf = sample.columns.map((_, index) => sample.rows.map((cells) => cells[index] ?? ''));
  const isNumeric = cellsOf.map((cells) => isAllNumbers(cells, sample));
  const roles = sample.columns.map((): ColumnRole | null => null);
  const isEmpty = cellsOf.map((cells) => cells.every((cell) => cellNumber(cell, sample.separator) === null));
  // Which of two columns of one heading counts, the reader says.
  const isTwice = sample.columns.map(
    (heading) =>
      sample.columns.filter((other) => headingOnce(other).name === headingOnce(heading).name).length > 1,
  );
  const free = (index: number) => roles[index] === null && !isEmpty[index] && !isTwice[index];
  const take = (role: ColumnRole, fits: (index: number) => boolean) => {
    if (roles.includes(role)) return;
    const index = roles.findIndex((_, at) => free(at) && fits(at));
    if (index >= 0) roles[index] = role;
  };
  for (const at of versionColumns(sample, cellsOf)) roles[at] = 'version-values';
  for (const [role, heading] of BY_HEADING) {
    take(
      role,
      (at) => heading.test(sample.columns[at] ?? '') && suits(role, cellsOf[at] ?? [], isNumeric[at]),
    );
  }
  const hasVersions = roles.includes('version-values');
  take('version', (at) => !hasVersions && (cellsOf[at] ?? []).every(isVersionText) && !isUnitOf(sample, at));
  take('test', (at) => !isNumeric[at] && NAMES_A_TEST.test(sample.columns[at] ?? ''));
  take('test', (at) => !isNumeric[at]);
  // Rows of columns of versions differ in something: numbers may be the names of queries.
  if (hasVersions) take('test', () => true);
  // Another number next to columns of versions is a size or a count, not a metric.
  if (hasVersions) return roles;
  // A number as a heading is a version or a number of clients: the reader chooses.
  const isNumber = (at: number) => /^\d+$/.test(sample.columns[at] ?? '');
  const numeric = roles.flatMap((_, at) => (free(at) && isNumeric[at] && !isNumber(at) ? [at] : []));
  const isLong = roles.includes('metric') || roles.includes('unit');
  const named = numeric.filter((at) => IS_VALUE.test(sample.columns[at] ?? '') || isUnitOf(sample, at));
  // A number with an unspecific heading may be a size, a seed, a port: a column with a specific heading wins.
  const values = named.length > 0 ? named : numeric;
  for (const at of isLong ? values.slice(0, 1) : values) roles[at] = 'value';
  return roles;
}

/**
 * Columns whose headings are versions and that hold numbers: `test, 16.0, 16.1`. A row of units among them is not numeric, so
 * some cells may be words. None where a column has the version of each row.
 */
function versionColumns({ columns, separator }: TableSample, cellsOf: readonly string[][]): number[] {
  const isVersionNamed = (heading: string) =>
    BY_HEADING.some(([role, name]) => role === 'version' && name.test(heading));
  if (columns.some(isVersionNamed)) return [];
  const found = columns.flatMap((heading, at) => {
    const numbers = (cellsOf[at] ?? []).filter((cell) => typeof cellNumber(cell, separator) === 'number');
    return versionHeading(heading) && numbers.length > 0 ? [at] : [];
  });
  return found.length > 1 ? found : [];
}

function isAllNumbers(cells: readonly string[], { separator }: TableSample): boolean {
  // Whatever its comma is, `1,234` is a number.
  const numbers = cells.map((cell) => (hasUnclearComma(cell, separator) ? 1 : cellNumber(cell, separator)));
  return numbers.some((number) => typeof number === 'number') && !numbers.includes(undefined);
}

function isUnitOf({ columns }: TableSample, at: number): boolean {
  return readValueHeading(columns[at] ?? '').unit !== null;
}

/** Whether the cells of a column can be what its heading says. */
function suits(role: ColumnRole, cells: readonly string[], isNumeric: boolean | undefined): boolean {
  if (role === 'repeat' || role === 'clients') return cells.every((cell) => /^[1-9]\d{0,5}$/.test(cell));
  if (role === 'at') return cells.every((cell) => SAYS_WHEN.test(cell));
  return role !== 'metric' && role !== 'unit' ? true : !isNumeric;
}
