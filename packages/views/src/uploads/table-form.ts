import {
  type ColumnRole,
  type Comma,
  cellNumber,
  guessRoles,
  hasUnclearComma,
  inferDirection,
  metricName,
  readUnit,
  readValueHeading,
  type TableSample,
  versionHeading,
} from '@basecase/ingest/model';
import { countText, joinNames } from '../text/words';

/** Which way is better: `''` leaves it to name and unit. */
export type Better = '' | 'higher' | 'lower';

/** The mapping of a table before it is sent. */
export interface TableForm {
  /** By column; null: not used. */
  roles: readonly (ColumnRole | null)[];
  tool: string;
  product: string;
  /** Of a table that has no column of versions, and none for each. */
  version: string;
  /** Of values whose heading says none, of the one column of values, and of all versions. */
  unit: string;
  better: Better;
  /** Meaning of a comma in a number; `''` if unknown. */
  comma: '' | Comma;
  machine: string;
}

/** Columns with their roles, for the reader to choose. */
export const ROLE_LABELS: readonly { role: ColumnRole; label: string }[] = [
  { role: 'test', label: 'test' },
  { role: 'version', label: 'version' },
  { role: 'value', label: 'value' },
  { role: 'version-values', label: 'values of this version' },
  { role: 'metric', label: 'name of the metric' },
  { role: 'unit', label: 'unit' },
  { role: 'product', label: 'product' },
  { role: 'config', label: 'config' },
  { role: 'repeat', label: 'repeat' },
  { role: 'clients', label: 'clients' },
  { role: 'machine', label: 'machine' },
  { role: 'workload', label: 'workload' },
  { role: 'at', label: 'time of the run' },
];

/** The form as it opens: everything that heading and cells tell. */
export function guessForm(sample: TableSample, filename: string): TableForm {
  const roles = guessRoles(sample);
  const values = columnsOf(sample, { roles }, 'value');
  const [only] = values;
  return {
    roles,
    tool: filename.replace(/\.[^.]*$/, '').slice(0, 100),
    product: productOfHeadings(columnsOf(sample, { roles }, 'version-values')),
    version: '',
    unit:
      values.length === 1 && only !== undefined
        ? (readValueHeading(only).unit ?? '')
        : unitOfHeadings(columnsOf(sample, { roles }, 'version-values')) || unitOfRow(sample, roles),
    better: '',
    comma: '',
    machine: '',
  };
}

/** The product that all version columns name; empty where they name several or none. */
function productOfHeadings(headings: readonly string[]): string {
  const products = new Set(headings.map((heading) => versionHeading(heading)?.product));
  const [product] = products;
  return products.size === 1 ? (product ?? '') : '';
}

/** The unit that all version columns name; empty where they name several or none. */
function unitOfHeadings(headings: readonly string[]): string {
  const units = new Set(headings.map((heading) => versionHeading(heading)?.unit));
  const [unit] = units;
  return units.size === 1 ? (unit ?? '') : '';
}

/** Headings of the columns of a role. */
function columnsOf(
  { columns }: TableSample,
  { roles }: Pick<TableForm, 'roles'>,
  role: ColumnRole,
): string[] {
  return columns.filter((_, index) => roles[index] === role);
}

/** The unit that a row under the headings says of every version; empty where there is no such row. */
function unitOfRow({ rows }: TableSample, roles: TableForm['roles']): string {
  const said = new Set(rows[0]?.filter((_, at) => roles[at] === 'version-values'));
  const [unit = ''] = said;
  return said.size === 1 && readUnit(unit).kind !== 'other' ? unit : '';
}

/** `basecase.json` of a table, as text: what it was mapped to is there the next time. */
export function tableManifest(sample: TableSample, form: TableForm): string {
  const values = columnsOf(sample, form, 'value');
  const versions = columnsOf(sample, form, 'version-values');
  const columns = Object.fromEntries(
    ROLE_LABELS.flatMap(({ role }) => {
      const [column] = columnsOf(sample, form, role);
      const isListed = role === 'version-values' || (role === 'value' && values.length !== 1);
      return column === undefined || isListed ? [] : [[role, column]];
    }),
  );
  const unit = form.unit.trim();
  const table = {
    tool: form.tool.trim(),
    columns,
    ...(values.length > 1 && {
      values: values.map((column) => ({ column, ...readValueHeading(column) })).map(withoutNull),
    }),
    ...(versions.length > 0 && { versions }),
    ...(unit !== '' && { unit }),
    ...(form.better !== '' && { better: form.better }),
    ...(form.comma !== '' && { comma: form.comma }),
  };
  const hasVersion = form.roles.includes('version') || versions.length > 0;
  const manifest = {
    basecase: 1,
    ...(!form.roles.includes('product') && said('product', form.product)),
    ...(!hasVersion && said('version', form.version)),
    ...(form.machine.trim() !== '' &&
      !form.roles.includes('machine') && { server: { name: form.machine.trim() } }),
    table,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function withoutNull({ column, metric, unit }: { column: string; metric: string; unit: string | null }) {
  return { column, metric, ...(unit !== null && { unit }) };
}

function said(field: string, text: string): Record<string, string> {
  return text.trim() === '' ? {} : { [field]: text.trim() };
}

const SAYS = {
  'higher-is-better': 'more is better',
  'lower-is-better': 'less is better',
  none: null,
} as const;
const CHOSEN = { higher: 'more is better', lower: 'less is better' } as const;
/** Each of them is a metric, or a version. */
const MAY_BE_SEVERAL: ReadonlySet<ColumnRole> = new Set(['value', 'version-values']);
const LONGEST_TOOL = 100;
const LONGEST_UNIT = 40;
/** Columns that a message names. */
const MOST_NAMED = 5;

/** @param isCut true: only the beginning of the file was looked at */
export function tablePanel(sample: TableSample, form: TableForm, isCut: boolean) {
  const problems = findProblems(sample, form, isCut);
  const { columns, tool, unit, comma } = problems;
  const isReady = columns.length === 0 && tool === null && unit === null && comma === null;
  const asksComma = findComma(sample, form) !== null;
  return {
    /** `12 tests, 3 versions, 36 values in ms, less is better` */
    sentence: sentenceOf(sample, form, isCut),
    problems /** True: numbers have a comma that may be a decimal one or part thousands, and the reader has to choose. */,
    asksComma /** True: it can be sent. */,
    isReady,
  };
}

/** The first number of a column of values whose comma is not clear; null where there is none. */
function findComma(sample: TableSample, form: TableForm): string | null {
  for (const column of [...columnsOf(sample, form, 'value'), ...columnsOf(sample, form, 'version-values')]) {
    const at = sample.columns.indexOf(column);
    const cells = rowsOfTests(sample, form).map((row) => row[at] ?? '');
    const found = cells.find((cell) => hasUnclearComma(cell, sample.separator));
    if (found !== undefined) return found;
  }
  return null;
}

function numberOf(cell: string, sample: TableSample, { comma }: TableForm): number | null | undefined {
  return cellNumber(cell, sample.separator, comma || undefined);
}

function findProblems(sample: TableSample, form: TableForm, isCut: boolean) {
  const columns: string[] = [];
  const values = columnsOf(sample, form, 'value');
  const versions = columnsOf(sample, form, 'version-values');
  for (const role of new Set(form.roles)) {
    const named = role === null || MAY_BE_SEVERAL.has(role) ? [] : columnsOf(sample, form, role);
    if (named.length > 1) columns.push(`Only one column can be the ${role}: ${joinNames(named)}.`);
  }
  const twice = versions.filter(
    (column) => versions.filter((other) => versionKey(other) === versionKey(column)).length > 1,
  );
  if (twice.length > 0 && form.roles.includes('repeat')) {
    columns.push(`A column of repeats excludes several columns of one version: ${joinNames(twice)}.`);
  }
  if (versions.length > 0 && form.roles.includes('version')) {
    columns.push(`The column of versions excludes version columns: make ${joinNames(versions)} a value.`);
  }
  if (versions.length > 0 && values.length > 0) {
    columns.push(`Version columns exclude other columns of values: ${joinNames(values)}.`);
  }
  if (values.length + versions.length === 0) columns.push(noValuesText(sample, form));
  if (values.length > 1 && (form.roles.includes('metric') || form.roles.includes('unit'))) {
    columns.push('With a column of metrics or units there is one column of values.');
  }
  for (const column of [...values, ...versions]) {
    const at = sample.columns.indexOf(column);
    const isNumber = (cell: string) =>
      typeof numberOf(cell, sample, form) === 'number' || hasUnclearComma(cell, sample.separator);
    if (!sample.rows.some((cells) => isNumber(cells[at] ?? ''))) {
      columns.push(`${column} holds no number: it can't be a column of values.`);
    }
  }
  const tool = form.tool.trim();
  const unclear = form.comma === '' ? findComma(sample, form) : null;
  if (!isCut && columns.length === 0 && unclear === null && !numbersOf(sample, form).some(Number.isFinite)) {
    columns.push(
      `Nothing would be stored: no row that names a test has a number in ${joinNames([...values, ...versions])}.`,
    );
  }
  return {
    columns,
    comma: unclear === null ? null : `Say what the comma is in ${unclear}.`,
    tool:
      tool === '' || tool.length > LONGEST_TOOL
        ? `Name the tool, in at most ${LONGEST_TOOL} characters.`
        : null,
    unit:
      form.unit.includes(':') || form.unit.trim().length > LONGEST_UNIT
        ? `A unit has no colon and at most ${LONGEST_UNIT} characters.`
        : null,
  };
}

/** Why there are no values, with the columns that may be. */
function noValuesText(sample: TableSample, form: TableForm): string {
  const text = 'Choose at least one column of values';
  const unused = sample.columns.flatMap((column, at) =>
    form.roles[at] === null ? [{ column, cells: sample.rows.map((cells) => cells[at] ?? '') }] : [],
  );
  const isNumber = (cell: string) =>
    typeof numberOf(cell, sample, form) === 'number' || hasUnclearComma(cell, sample.separator);
  const numeric = unused.filter(({ cells }) => cells.some(isNumber)).map(({ column }) => column);
  if (numeric.length > 0) return `${text}: ${joinNames(numeric.slice(0, MOST_NAMED))} may be.`;
  const [first] = unused.flatMap(({ column, cells }) => {
    const found = cells.find((cell) => /\d/.test(cell));
    return found === undefined ? [] : [{ column, found }];
  });
  return first
    ? `${text}: ${first.column} has "${first.found.slice(0, LONGEST_UNIT)}", which is not a number alone.`
    : `${text}: no other column has a number.`;
}

function sentenceOf(sample: TableSample, form: TableForm, isCut: boolean): string {
  const versions = columnsOf(sample, form, 'version-values');
  const values = versions.length > 0 ? versions : columnsOf(sample, form, 'value');
  const numbers = numbersOf(sample, form);
  const count = numbers.filter((number) => typeof number === 'number').length;
  const unread = numbers.filter((number) => number === undefined).length;
  const units = new Set(values.map((column) => unitOf(column, form, values.length)));
  const [unit] = units;
  const inUnit = units.size === 1 && unit && !form.roles.includes('unit') ? ` in ${unit}` : '';
  const parts = [
    form.roles.includes('test') ? countText(distinct(sample, form, 'test'), 'test') : '1 test for all rows',
    ...versionsText(sample, form, versions),
    countText(count, 'value') + inUnit,
    ...repeatsText(sample, form),
    ...(unread > 0 ? [`${countText(unread, 'cell')} that can't be read as a number`] : []),
    ...directionText(form, values),
  ];
  return `${isCut ? 'In the first 64 KiB: ' : ''}${parts.join(', ')}`;
}

/** Cells of values in rows that name a test: null is an empty one, undefined one that holds no number. */
function numbersOf(sample: TableSample, form: TableForm): (number | null | undefined)[] {
  const places = sample.columns.flatMap((_, at) =>
    form.roles[at] === 'value' || form.roles[at] === 'version-values' ? [at] : [],
  );
  return places.flatMap((at) =>
    rowsOfTests(sample, form).map((cells) => numberOf(cells[at] ?? '', sample, form)),
  );
}

function versionKey(column: string): string {
  const { version, product } = versionHeading(column, true) ?? { version: column, product: null };
  return `${product ?? ''} ${version}`;
}

function versionsText(sample: TableSample, form: TableForm, columns: readonly string[]): string[] {
  if (columns.length > 0) return [countText(new Set(columns.map(versionKey)).size, 'version')];
  return form.roles.includes('version') ? [countText(distinct(sample, form, 'version'), 'version')] : [];
}

/** Rows that no column tells apart are repeats of one another: the reader sees whether they are meant to be. */
function repeatsText(sample: TableSample, form: TableForm): string[] {
  if (form.roles.includes('repeat')) return [];
  const isValue = (at: number) => form.roles[at] === 'value' || form.roles[at] === 'version-values';
  const rows = rowsOfTests(sample, form).filter((cells) =>
    cells.some((cell, at) => isValue(at) && typeof numberOf(cell, sample, form) === 'number'),
  );
  const names = rows.map((cells) =>
    JSON.stringify(cells.filter((_, at) => form.roles[at] !== null && !isValue(at))),
  );
  const repeats = rows.length - new Set(names).size;
  return repeats > 0 ? [`${countText(repeats, 'row')} as ${repeats === 1 ? 'a repeat' : 'repeats'}`] : [];
}

function unitOf(column: string, form: TableForm, count: number): string {
  // The heading is a version.
  if (form.roles.includes('version-values')) return form.unit.trim();
  const own = readValueHeading(column).unit;
  return count === 1 ? form.unit.trim() || (own ?? '') : (own ?? form.unit.trim());
}

function distinct(sample: TableSample, form: TableForm, role: 'test' | 'version'): number {
  const at = form.roles.indexOf(role);
  return at < 0 ? 0 : new Set(rowsOfTests(sample, form).map((cells) => cells[at])).size;
}

/** A row that names no test is a row of units, or of nothing. */
function rowsOfTests({ rows }: TableSample, form: TableForm): string[][] {
  const at = form.roles.indexOf('test');
  return at < 0 ? rows : rows.filter((cells) => cells[at] !== '');
}

/** Known before the file is read; metrics named by a column are checked one by one. */
function directionText(form: TableForm, values: readonly string[]): string[] {
  if (form.better !== '') return [CHOSEN[form.better]];
  if (form.roles.includes('metric') || form.roles.includes('unit') || values.length === 0) return [];
  const nameOf = (column: string) => (form.roles.includes('version-values') ? 'value' : column);
  const says = new Set(
    values.map((column) => directionOf(nameOf(column), unitOf(column, form, values.length))),
  );
  const [only] = says;
  if (says.size > 1) return ['more or less is better as each unit says'];
  return [only ?? 'say whether more or less is better, or nothing is judged'];
}

function directionOf(column: string, unit: string): string | null {
  const metric = metricName(column, unit === '' ? null : unit);
  if (/^throughput$/i.test(metric)) return SAYS['higher-is-better'];
  return SAYS[inferDirection(metric, readUnit(unit))];
}
