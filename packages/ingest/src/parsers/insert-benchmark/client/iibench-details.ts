import { SeriesBuilder } from '../../../files/series-builder';
import type { Fact, FileDetails, Histogram } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import {
  parseCreatedIndexes,
  parseIndexCreation,
  parseResponseTimes,
  parseTotals,
} from '../step-report/summary-lines';
import { COLUMN_NAMES, HEADER, isRow, RowReader } from '../tables/rows';
import { BUCKETS, OPERATIONS, type Operation, type ResponseTimes } from './iibench-log';

const MICROSECONDS = 1e-6;
const UNITS: Readonly<Record<Operation, string>> = {
  insert: 'rows/s',
  delete: 'rows/s',
  query: 'queries/s',
};
const MAX_FACTS = 200;
const MAX_LINE = 4000;

/** Rates and slowest responses over time, response time histograms, and the totals of one client. */
export class IibenchDetails implements DetailsSession {
  readonly #series = OPERATIONS.map((operation) => {
    const head = { unit: UNITS[operation], of: null };
    return {
      columns: COLUMN_NAMES[operation],
      rate: new SeriesBuilder({ ...head, id: `${operation}_rate`, label: `${operation} rate` }),
      slowest: new SeriesBuilder({
        id: `${operation}_latency_max`,
        label: `slowest ${operation}`,
        unit: 's',
        of: null,
      }),
    };
  });
  readonly #histograms: Histogram[] = [];
  readonly #facts: Fact[] = [];
  #reader: RowReader | null = null;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (isRow(bytes, start, end)) {
      this.#row(bytes, { start, end, line: lineNumber });
      return;
    }
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE));
    if (!this.#reader && HEADER.test(text)) this.#reader = new RowReader(text);
    const found = parseResponseTimes(text, lineNumber);
    if (found) this.#addHistogram(toHistogram(found.operation, found.times, null));
    else this.#factsOf(text, lineNumber);
  }

  #addHistogram(histogram: Histogram): void {
    if (this.#histograms.length < OPERATIONS.length) this.#histograms.push(histogram);
  }

  #row(bytes: Buffer, { start, end, line }: { start: number; end: number; line: number }): void {
    const reader = this.#reader;
    if (!reader?.read(bytes, start, end)) return;
    const second = reader.cell('t_sec');
    for (const { columns, rate, slowest } of this.#series) {
      rate.add(second, reader.cell(columns.rate), line);
      slowest.add(second, reader.cell(columns.slowest) * MICROSECONDS, line);
    }
  }

  #factsOf(text: string, line: number): void {
    const totals = parseTotals(text, line);
    if (totals) {
      this.#add('seconds', totals.seconds, { unit: 's', line });
      this.#add('rows', totals.rows, { unit: 'rows', line });
      this.#add('rows per second', totals.rowsPerS, { unit: 'rows/s', line });
      for (const operation of OPERATIONS) {
        const count = totals.retries[operation];
        if (count !== null) this.#add(`${operation} retries`, count, { unit: null, line });
      }
    }
    const created = parseCreatedIndexes(text, line);
    if (created) this.#add('created secondary indexes', created.seconds, { unit: 's', line });
    const creation = parseIndexCreation(text, line);
    if (creation) this.#add(creation.words, creation.seconds, { unit: 's', line });
  }

  #add(name: string, number: number, { unit, line }: { unit: string | null; line: number }): void {
    if (this.#facts.length >= MAX_FACTS) return;
    this.#facts.push({ group: null, name, value: String(number), number, unit, line });
  }

  end(): FileDetails {
    const series = this.#series.flatMap(({ rate, slowest }) => [rate.build(), slowest.build()]);
    return {
      // An operation that the step does not have is a column of zeros.
      series: series.filter(({ values }) => values.some((value) => value !== null && value !== 0)),
      histograms: this.#histograms,
      facts: this.#facts,
    };
  }
}

export function toHistogram(operation: Operation, times: ResponseTimes, of: string | null): Histogram {
  return {
    id: `${operation}_latency`,
    label: `${operation} response time`,
    unit: 's',
    of,
    buckets: times.counts.map((count, index) => ({ upTo: BUCKETS[index] ?? null, count })),
    line: times.line,
    lineEnd: times.line,
  };
}
