import type { FileReporter } from '../../files/reporter';
import type { JsonValue } from '../json-documents';
import { type BenchmarkRow, ROW_NUMBERS } from './google-benchmark-log';

/** A scalar of the JSON, with its line. */
export interface FieldAt {
  value: JsonValue;
  line: number;
}
type Fields = ReadonlyMap<string, FieldAt>;

const MAX_NAME = 500;
/** Of an aggregate without `aggregate_name`: what files before 1.5 add to the name. */
const AGGREGATE_SUFFIX = /_(mean|median|stddev|cv|min|max|BigO|RMS)$/;

/**
 * An element of `benchmarks` as a row. A non-numeric value in place of a number is reported with its line.
 *
 * @param line of the element's brace
 * @returns null for an element without a name
 */
export function toRow(fields: Fields, line: number, reporter: FileReporter): BenchmarkRow | null {
  const name = textOf(fields, 'name');
  if (name === null || name === '') {
    reporter.report('LINE_UNPARSED', 'expected a name for this element of benchmarks', { line });
    return null;
  }
  const runType = textOf(fields, 'run_type');
  const error = fields.get('error_occurred');
  return {
    name,
    runName: textOf(fields, 'run_name'),
    runType,
    aggregate: textOf(fields, 'aggregate_name'),
    threads: threadsOf(fields, name),
    timeUnit: textOf(fields, 'time_unit') ?? '',
    numbers: numbersOf(fields, reporter),
    error:
      error?.value === true
        ? { text: textOf(fields, 'error_message') ?? 'no message', line: error.line }
        : null,
    isSkipped: fields.get('skipped')?.value === true,
    line,
  };
}

/** Files before 1.5 have it in the name alone. */
function threadsOf(fields: Fields, name: string): number | null {
  const printed = fields.get('threads')?.value ?? Number(/\/threads:(\d{1,6})(?:$|[/_])/.exec(name)?.[1]);
  return typeof printed === 'number' && Number.isSafeInteger(printed) && printed > 0 ? printed : null;
}

function numbersOf(fields: Fields, reporter: FileReporter): BenchmarkRow['numbers'] {
  const numbers: BenchmarkRow['numbers'] = {};
  for (const name of ROW_NUMBERS) {
    const field = fields.get(name);
    if (!field) continue;
    const { value, line } = field;
    if (typeof value === 'number') numbers[name] = { value, line };
    else reporter.unreadable(line, Buffer.from(`"${name}": ${value}`));
  }
  return numbers;
}

function textOf(fields: Fields, name: string): string | null {
  const value = fields.get(name)?.value;
  return typeof value === 'string' ? value.slice(0, MAX_NAME) : null;
}

/** Name of an aggregate as old files write it, and that of the benchmark; null for other names. */
export function splitAggregate(name: string): { base: string; aggregate: string } | null {
  const [suffix, aggregate] = AGGREGATE_SUFFIX.exec(name) ?? [];
  return suffix === undefined || aggregate === undefined
    ? null
    : { base: name.slice(0, -suffix.length), aggregate };
}
