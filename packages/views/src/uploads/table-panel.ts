import {
  type ColumnRole,
  cellNumber,
  hasUnclearComma,
  inferDirection,
  metricName,
  readUnit,
  readValueHeading,
  type TableSample,
} from '@basecase/ingest/model';
import { countText } from '../text/count-text';
import { joinNames } from '../text/join-names';
import { columnsOf, type TableForm } from './table-form';

/** Errors of a form, each shown at its field. */
export interface TableProblems {
  columns: string[];
  tool: string | null;
  unit: string | null;
  comma: string | null;
}

/** What the panel says of a table. */
export interface TablePanel {
  /** `12 tests, 3 versions, 36 values in ms, less is better` */
  sentence: string;
  problems: TableProblems;
  /** True: numbers have a comma that may be a decimal one or part thousands, and the reader has to choose. */
  asksComma: boolean;
  /** True: it can be sent. */
  isReady: boolean;
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

/** @param isCut true: only the beginning of the file was looked at */
export function tablePanel(sample: TableSample, form: TableForm, isCut: boolean): TablePanel {
  const problems = findProblems(sample, form);
  const { columns, tool, unit, comma } = problems;
  const isReady = columns.length === 0 && tool === null && unit === null && comma === null;
  const asksComma = findComma(sample, form) !== null;
  return { sentence: sentenceOf(sample, form, isCut), problems, asksComma, isReady };
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

function findProblems(sample: TableSample, form: TableForm): TableProblems {
  const columns: string[] = [];
  const values = columnsOf(sample, form, 'value');
  const versions = columnsOf(sample, form, 'version-values');
  for (const role of new Set(form.roles)) {
    const named = role === null || MAY_BE_SEVERAL.has(role) ? [] : columnsOf(sample, form, role);
    if (named.length > 1) columns.push(`Only one column can be the ${role}: ${joinNames(named)}.`);
  }
  if (!form.roles.includes('test')) columns.push('Choose the column that names the tests.');
  if (versions.length > 0 && form.roles.includes('version')) {
    columns.push(`The column of versions excludes version columns: make ${joinNames(versions)} a value.`);
  }
  if (versions.length > 0 && values.length > 0) {
    columns.push(`Version columns exclude other columns of values: ${joinNames(values)}.`);
  }
  if (values.length + versions.length === 0) columns.push('Choose at least one column of values.');
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

function sentenceOf(sample: TableSample, form: TableForm, isCut: boolean): string {
  const versions = columnsOf(sample, form, 'version-values');
  const values = versions.length > 0 ? versions : columnsOf(sample, form, 'value');
  const numbers = values.flatMap((column) => {
    const at = sample.columns.indexOf(column);
    return rowsOfTests(sample, form).map((cells) => numberOf(cells[at] ?? '', sample, form));
  });
  const count = numbers.filter((number) => typeof number === 'number').length;
  const unread = numbers.filter((number) => number === undefined).length;
  const units = new Set(values.map((column) => unitOf(column, form, values.length)));
  const [unit] = units;
  const inUnit = units.size === 1 && unit && !form.roles.includes('unit') ? ` in ${unit}` : '';
  const parts = [
    countText(distinct(sample, form, 'test'), 'test'),
    ...versionsText(sample, form, versions.length),
    countText(count, 'value') + inUnit,
    ...(unread > 0 ? [`${countText(unread, 'cell')} that can't be read as a number`] : []),
    ...directionText(form, values),
  ];
  return `${isCut ? 'In the first 64 KiB: ' : ''}${parts.join(', ')}`;
}

function versionsText(sample: TableSample, form: TableForm, columns: number): string[] {
  if (columns > 0) return [countText(columns, 'version')];
  return form.roles.includes('version') ? [countText(distinct(sample, form, 'version'), 'version')] : [];
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
