import { parseNumber } from '../micro-benchmark/numbers';

/** A value and its unit, as printed. */
export interface Printed {
  text: string;
  /** Null where the text is not a number. */
  value: number | null;
  unit: string;
}

/** `BenchmarkRead/size=1k-8   5000000   325 ns/op   0 B/op` */
export interface ResultLine {
  name: string;
  iterations: number;
  values: Printed[];
  /** What follows the last pair: a value without a unit, which a cut line has. */
  rest: string | null;
}

/** Characters of a line that are looked at. */
export const MAX_LINE = 4096;
/** A benchmark name: `Benchmark`, then anything but a lower-case letter. */
const NAME = /^Benchmark(?!\p{Ll})\S*$/u;
const MAX_ITERATIONS_DIGITS = 15;

/** @returns null for a line that is none of a benchmark with numbers */
export function parseResultLine(text: string): ResultLine | null {
  const [name = '', ...fields] = fieldsOf(text);
  if (!NAME.test(name)) return null;
  const values = parseValues(fields);
  return values && { name, ...values };
}

/** The numbers alone: they follow on a separate line if the benchmark prints something itself. */
export function parseContinuation(text: string): Omit<ResultLine, 'name'> | null {
  const values = /^[ \t]*\d/.test(text) ? parseValues(fieldsOf(text)) : null;
  return values?.values.some(({ unit }) => unit.endsWith('/op')) ? values : null;
}

/** The name of a line that begins with one: of a benchmark that printed something before its numbers. */
export function nameOf(text: string): string | null {
  const [name = ''] = fieldsOf(text);
  return NAME.test(name) ? name : null;
}

function parseValues([count = '', ...fields]: string[]): Omit<ResultLine, 'name'> | null {
  if (!/^\d+$/.test(count) || count.length > MAX_ITERATIONS_DIGITS || fields.length === 0) return null;
  const values: Printed[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [text = '', unit = ''] = fields.slice(at, at + 2);
    values.push({ text, value: parseNumber(text), unit });
  }
  // `Benchmark 5 days of logs` is not a result.
  const isResult = values.some(({ value, unit }) => value !== null || unit.endsWith('/op'));
  if (!isResult && !/^[-+.\d]|^NaN$/i.test(fields[0] ?? '')) return null;
  return {
    iterations: Number(count),
    values,
    rest: fields.length % 2 === 1 ? (fields.at(-1) ?? null) : null,
  };
}

function fieldsOf(text: string): string[] {
  return text
    .slice(0, MAX_LINE)
    .split(/[ \t]+/)
    .filter((field) => field !== '');
}
