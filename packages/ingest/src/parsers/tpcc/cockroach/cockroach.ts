import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { toNumber } from '../../ycsb/numbers';
import { testOf } from '../names';
import { TpccFacts } from '../tpcc-facts';
import { CockroachSession } from './cockroach-session';
import { cellValue, readCells, readHeader, type Table } from './columns';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_RESULT = 0.8;

/** What `cockroach workload run tpcc` prints, and the load generator before it. */
export const cockroachTpcc: LogParser = {
  kind: 'cockroach-tpcc',
  about:
    'output of `cockroach workload run tpcc`: a header `_elapsed_______tpmC____efc__avg(ms)...`, values below',
  score: scoreCockroach,
  fallback: {
    most: BY_RESULT,
    score: ({ bytes }) => (bytesContainAny(bytes, RESULT_ROWS) ? BY_RESULT : 0),
  },
  open: (reporter) => new CockroachSession(reporter),
  openDetails: () => new CockroachDetails(),
};

/** Intervals of other workloads have the same header: their types are none of TPC-C. */
const RESULT = /^[\t >]{0,40}_elapsed_[A-Za-z0-9_()/%]{0,80}_tpmC/m;
const INTERVAL = /^[\t >]{0,40}_(?:elapsed|time)_[A-Za-z0-9_()/%]{0,80}_ops\/s/m;
const TYPE =
  /^[\t >]{0,40}\d[\d.hms]{0,20} .{10,200} (?:newOrder|orderStatus|stockLevel)$|^ {0,10}\d{1,9}s +tpmC +\d/m;
/** One of them is in whatever a pattern finds. */
const LITERALS = ['_tpmC', '_ops/s'];
/** Behind the output of something else. */
const RESULT_ROWS = ['_elapsed_______tpmC', '_tpmC(cum)_'];

function scoreCockroach({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  const isOwn =
    containsAny(head, LITERALS) && (RESULT.test(head) || (INTERVAL.test(head) && TYPE.test(head)));
  if (!isOwn) return 0;
  return isNamed ? 1 : 0.9;
}

const MAX_LINE_BYTES = 1024;
const MAX_SERIES = 100;
/** What is drawn of an interval, by its column. */
const COLUMNS: Readonly<Record<string, { id: string; label: string; unit: string; exponent: number }>> = {
  'ops/s(inst)': { id: 'transactions_per_s', label: 'transactions/s', unit: 'transactions/s', exponent: 0 },
  'ops/sec(inst)': { id: 'transactions_per_s', label: 'transactions/s', unit: 'transactions/s', exponent: 0 },
  'p50(ms)': { id: 'latency_p50', label: 'p50', unit: 's', exponent: -3 },
  'p95(ms)': { id: 'latency_p95', label: 'p95', unit: 's', exponent: -3 },
  'p99(ms)': { id: 'latency_p99', label: 'p99', unit: 's', exponent: -3 },
  'pMax(ms)': { id: 'latency_max', label: 'max', unit: 's', exponent: -3 },
};

/** Rows of intervals as series of each type; results and totals as printed. */
class CockroachDetails implements DetailsSession {
  readonly #builders = new Map<string, SeriesBuilder>();
  readonly #facts = new TpccFacts();
  #table: Table | null = null;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const table = readHeader(text);
    if (table) this.#table = table;
    const row = this.#table && !table ? readCells(text, this.#table) : null;
    if (!this.#table || !row) return;
    if (this.#table.kind === 'interval') this.#interval(row.cells, lineNumber);
    else this.#result(row.cells, { kind: this.#table.kind, line: lineNumber });
  }

  #interval(cells: ReadonlyMap<string, string>, line: number): void {
    const column = cells.has('elapsed') ? 'elapsed' : 'time';
    const seconds = cellValue(column, cells.get(column) ?? '');
    const type = cells.get('opName');
    // The predecessor calls its only row by the metric.
    const of = type === undefined || type === 'tpmC' ? null : testOf(type);
    if (seconds === null) return;
    for (const [name, text] of cells) {
      const head = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
      const key = `${of} ${name}`;
      if (!head || (!this.#builders.has(key) && this.#builders.size >= MAX_SERIES)) continue;
      const { exponent, ...rest } = head;
      const builder = this.#builders.get(key) ?? new SeriesBuilder({ ...rest, of });
      this.#builders.set(key, builder);
      builder.add(seconds, toNumber(text, exponent), line);
    }
  }

  #result(cells: ReadonlyMap<string, string>, { kind, line }: { kind: string; line: number }): void {
    const type = cells.get('opName');
    const group = type === undefined ? kind : `${kind} ${type}`;
    for (const [name, value] of cells) {
      if (name !== 'opName') this.#facts.add({ group, name, value, line });
    }
  }

  end(): FileDetails {
    const series = [...this.#builders.values()].map((builder) => builder.build());
    return { series, histograms: [], facts: this.#facts.build() };
  }
}
