import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails, Histogram } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { toNumber } from '../../ycsb/numbers';
import { TRANSACTION_ORDER, testOf } from '../names';
import { TpccFacts } from '../tpcc-facts';
import {
  BANNER,
  BUCKET,
  CONSTRAINT,
  HISTOGRAM,
  isSeconds,
  NAMED_RAW,
  PARAMETER,
  PERCENTAGE_HEADING,
  PERCENTILE,
  PROGRESS,
  RAW,
  RAW_HEADING,
  SECOND_HEADING,
  TABLE_RAW,
  TPMC,
} from './lines';

const MAX_LINE_BYTES = 1024;
/** Columns of a row of progress behind the second, in its order. */
const NEW_ORDER_COLUMNS = [
  { id: 'transactions', label: 'transactions', unit: 'transactions', exponent: 0 },
  { id: 'latency_p95', label: 'p95', unit: 's', exponent: -3 },
  { id: 'latency_p99', label: 'p99', unit: 's', exponent: -3 },
  { id: 'latency_max', label: 'max', unit: 's', exponent: -3 },
] as const;
const OTHER_COLUMNS = [NEW_ORDER_COLUMNS[0], NEW_ORDER_COLUMNS[3]] as const;
const RAW_FIELDS = ['sc', 'lt', 'rt', 'fl', 'avg_rt', 'limit'] as const;
const NAMED_FIELDS = ['sc', 'lt', 'fl'] as const;
/** Fields that are times, in the unit they are printed in. */
const MILLISECONDS: ReadonlySet<string> = new Set(['avg_rt', 'limit']);

interface Column {
  exponent: number;
  builder: SeriesBuilder;
}

/**
 * Progress as series: transactions of each interval, and their slowest. Parameters, both lists of raw results, times and
 * constraints as facts; buckets as histograms. Of runs in one file the last one.
 */
export class TpccMysqlDetails implements DetailsSession {
  #columns = newColumns();
  #facts = new TpccFacts();
  #histograms = new RtHistograms();
  #list = '';
  #isOver = false;
  #constraints = 'response time';

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const progress = PROGRESS.exec(text);
    if (progress) this.#progress(progress.slice(1), lineNumber);
    else if (TPMC.test(text)) this.#isOver = true;
    else if (BANNER.test(text)) this.#beginAfterEnd();
    else if (RtHistograms.has(text)) this.#bucket(text, lineNumber);
    else if (RAW_HEADING.test(text)) this.#list = '';
    else if (SECOND_HEADING.test(text)) this.#list = ', second list';
    else this.#fact(text, lineNumber);
  }

  #progress([second = '', ...cells]: string[], line: number): void {
    this.#beginAfterEnd();
    const seconds = Number(second);
    cells.forEach((cell, index) => {
      const column = this.#columns[index];
      column?.builder.add(seconds, toNumber(cell, column.exponent), line);
    });
  }

  #bucket(text: string, line: number): void {
    this.#beginAfterEnd();
    this.#histograms.line(text, line);
  }

  #fact(text: string, line: number): void {
    const [, parameter, value = ''] = PARAMETER.exec(text) ?? [];
    const raw = RAW.exec(text);
    const named = NAMED_RAW.exec(text) ?? TABLE_RAW.exec(text);
    const percentile = PERCENTILE.exec(text);
    const [, name = '', percent = '', verdict] = CONSTRAINT.exec(text) ?? [];
    if (PERCENTAGE_HEADING.test(text)) this.#constraints = 'transaction percentage';
    else if (text.includes('[response time')) this.#constraints = 'response time';
    else if (parameter !== undefined) this.#parameter(parameter, value, line);
    else if (percentile) this.#percentile(percentile.slice(1), line);
    else if (raw)
      this.#raw(TRANSACTION_ORDER[Number(raw[1])], { fields: RAW_FIELDS, cells: raw.slice(2) }, line);
    else if (named) {
      this.#raw(testOf(named[1] ?? ''), { fields: NAMED_FIELDS, cells: named.slice(2) }, line);
    } else if (verdict !== undefined) {
      this.#facts.add({ group: this.#constraints, name, value: `${percent}% [${verdict}]`, line });
    }
  }

  #parameter(name: string, value: string, line: number): void {
    this.#beginAfterEnd();
    this.#facts.add({ group: 'parameters', name, value, line });
  }

  #percentile([name = '', percentile = '', longest = '']: string[], line: number): void {
    this.#beginAfterEnd();
    const group = testOf(name);
    const unit = isSeconds(percentile) ? 's' : null;
    this.#facts.add({ group, name: '90th percentile', value: percentile, unit, line });
    this.#facts.add({ group, name: 'longest', value: longest, unit, line });
  }

  #raw(
    test: string | undefined,
    { fields, cells }: { fields: readonly string[]; cells: readonly (string | undefined)[] },
    line: number,
  ): void {
    if (test === undefined) return;
    this.#beginAfterEnd();
    fields.forEach((name, index) => {
      const value = cells[index];
      const unit = MILLISECONDS.has(name) ? 'ms' : null;
      if (value !== undefined) this.#facts.add({ group: `${test}${this.#list}`, name, value, unit, line });
    });
  }

  /** The rate is the last number of a run: what follows is of the next one. */
  #beginAfterEnd(): void {
    if (!this.#isOver) return;
    this.#columns = newColumns();
    this.#facts = new TpccFacts();
    this.#histograms = new RtHistograms();
    this.#list = '';
    this.#isOver = false;
  }

  end(): FileDetails {
    const series = this.#columns
      .map(({ builder }) => builder.build())
      .filter(({ values }) => values.length > 0);
    return { series, histograms: this.#histograms.build(), facts: this.#facts.build() };
  }
}

function newColumns(): Column[] {
  return TRANSACTION_ORDER.flatMap((of, index) =>
    (index === 0 ? NEW_ORDER_COLUMNS : OTHER_COLUMNS).map(({ exponent, ...head }) => ({
      exponent,
      builder: new SeriesBuilder({ ...head, of }),
    })),
  );
}

/** The tool has buckets of a millisecond up to 20 s, and prints those up to four times the 90th percentile. */
const MAX_BUCKETS = 20_000;

/**
 * Response times that tpcc-mysql and its ports print of each type below `<RT Histogram>`: a heading, then buckets
 * of a millisecond, which ports print only where they are not empty. Source: rthist.c of
 * github.com/Percona-Lab/tpcc-mysql.
 */
class RtHistograms {
  readonly #found: Histogram[] = [];

  /** True for a heading or a bucket. */
  static has(text: string): boolean {
    return HISTOGRAM.test(text) || BUCKET.test(text);
  }

  line(text: string, line: number): void {
    const heading = HISTOGRAM.exec(text)?.[1];
    const [, bound = '', count = ''] = BUCKET.exec(text) ?? [];
    const open = this.#found.at(-1);
    if (heading !== undefined) this.#begin(testOf(heading), line);
    else if (open && count !== '') addBucket(open, { upTo: Number(bound), count: Number(count) }, line);
  }

  #begin(of: string, line: number): void {
    if (this.#found.length >= TRANSACTION_ORDER.length) return;
    this.#found.push({
      id: 'latency',
      label: 'response time',
      unit: 's',
      of,
      buckets: [],
      line,
      lineEnd: line,
    });
  }

  build(): Histogram[] {
    return this.#found.filter(({ buckets }) => buckets.length > 0);
  }
}

/** Bounds that do not rise are of a damaged file. */
function addBucket(open: Histogram, bucket: { upTo: number; count: number }, line: number): void {
  const last = open.buckets.at(-1)?.upTo ?? 0;
  if (bucket.upTo <= last || open.buckets.length >= MAX_BUCKETS) return;
  open.buckets.push(bucket);
  open.lineEnd = line;
}
