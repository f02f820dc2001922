import { parseNumber } from '../../../text/finite';
import { isMode, type JmhMode } from '../jmh-log';

/** A row of the table that JMH ends with. */
export interface TableRow {
  /** Without what follows a colon. */
  name: string;
  /** `gc.alloc.rate.norm`, `p0.99`: a secondary metric; null for the benchmark itself. */
  metric: string | null;
  params: string;
  mode: JmhMode;
  /** As printed, null where it is blank. */
  count: string | null;
  score: { text: string; value: number | null };
  /** The text `≈ 10⁻⁴`. */
  isRounded: boolean;
  /** Half of the 99.9% confidence interval, as printed; null where it is blank. */
  error: string | null;
  unit: string;
}

/** `Benchmark   (size)  Mode  Cnt  Score   Error  Units`; older versions print `Samples` and `Score error`, or `Mean`. */
const HEADER = /^Benchmark\s.*\bMode\s+(?:Cnt|Samples)\b.*\b(?:Score|Mean)\b.*\bUnits\s*$/;
/** `±` is not in every character set: Java prints a question mark then, and a latin-1 byte is no UTF-8. */
const PLUS_MINUS = new Set(['±', '?', '\ufffd']);
const APPROXIMATELY = '≈';
const MAX_LINE = 2000;

/** What a header says of the rows below it. */
export interface TableHeader {
  /** Names of the parameters. */
  params: string[];
  /** True where the error is a separate column, without `±`. */
  isErrorApart: boolean;
}

/** @returns null for any other line */
export function parseHeader(line: string): TableHeader | null {
  const text = line.slice(0, MAX_LINE);
  if (!HEADER.test(text)) return null;
  return {
    params: [...text.matchAll(/\(([^()\s]+)\)/g)].map(([, name = '']) => name),
    isErrorApart: /\b(?:Score|Mean) error\b/.test(text),
  };
}

/** @returns null for a line that is not a row: a mode must follow as many values as there are parameters */
export function parseRow(text: string, { params, isErrorApart }: TableHeader): TableRow | null {
  const [first = '', ...fields] = text
    .slice(0, MAX_LINE)
    .split(/\s+/)
    .filter((field) => field !== '');
  const mode = fields[params.length] ?? '';
  if (!isMode(mode)) return null;
  const numbers = parseNumbers(fields.slice(params.length + 1), isErrorApart);
  if (!numbers) return null;
  const colon = first.indexOf(':');
  return {
    name: colon < 0 ? first : first.slice(0, colon),
    metric: colon < 0 ? null : first.slice(colon + 1).replaceAll('·', ''),
    // A parameter of another benchmark is printed as N/A.
    params: params.flatMap((name, at) => (fields[at] === 'N/A' ? [] : [`${name}=${fields[at]}`])).join(','),
    mode,
    ...numbers,
  };
}

type Numbers = Pick<TableRow, 'count' | 'score' | 'isRounded' | 'error' | 'unit'>;

/** `10  592.944 ± 59.731  ms/op`, `592,944  ms/op`, `10  592.944  59.731  ms/op`, `≈ 10⁻⁴  s/op` */
function parseNumbers(fields: readonly string[], isErrorApart: boolean): Numbers | null {
  const unit = fields.at(-1);
  if (unit === undefined) return null;
  const own = fields.slice(0, -1);
  const isRounded = own.includes(APPROXIMATELY);
  const rest = own.filter((field) => field !== APPROXIMATELY);
  const sign = rest.findIndex((field, index) => index > 0 && PLUS_MINUS.has(field));
  if (isErrorApart && sign < 0) {
    const [count = '', text = '', error = ''] = rest;
    return rest.length === 3 ? { count, score: toScore(text), isRounded: false, error, unit } : null;
  }
  const before = sign < 0 ? rest : rest.slice(0, sign);
  const text = before.at(-1);
  if (text === undefined || before.length > 2) return null;
  return {
    count: before.length === 2 ? (before[0] ?? null) : null,
    score: isRounded ? { text, value: null } : toScore(text),
    isRounded,
    error: sign < 0 ? null : (rest[sign + 1] ?? null),
    unit,
  };
}

/** With decimals always, without thousands separators, with the decimal sign of the locale: `592,944` is 592.944. */
const SCORE = /^(-?\d{1,20})[.,](\d{1,6})$/;

function toScore(text: string): TableRow['score'] {
  const [, whole, decimals] = SCORE.exec(text) ?? [];
  return { text, value: whole === undefined ? null : parseNumber(`${whole}.${decimals}`) };
}
