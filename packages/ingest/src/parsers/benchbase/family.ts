import { SeriesBuilder } from '../../files/series-builder';
import { type FileDetails, NO_DETAILS } from '../../model/details';
import { factDetails } from '../context/facts';
import type { FormatFamily } from '../family';
import { JsonDocuments } from '../json-documents';
import type { DetailsSession, LogParser, Sample } from '../parser';
import { benchbaseFormat as about } from './about';
import { benchbaseAssembler } from './assemble/benchbase-assembler';
import { benchbaseConfig } from './config/config';
import { benchbaseRaw } from './raw/raw';
import { SummarySession } from './summary/summary-session';
import { type Columns, parseColumns, parseWindow, WINDOWS_HEADER } from './windows/columns';
import { WindowsSession } from './windows/windows-session';

const MAX_LINE_BYTES = 4096;

interface Builders {
  throughput: SeriesBuilder;
  latencies: readonly SeriesBuilder[];
}

/** Throughput and each latency by window. A window without a request has no latency: a gap. */
class WindowsDetails implements DetailsSession {
  #columns: Columns | null = null;
  #builders: Builders | null = null;
  #isOver = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || this.#isOver) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE_BYTES));
    const header = parseColumns(text);
    if (header && this.#columns) this.#isOver = true;
    else if (header) this.#begin(header);
    else if (this.#columns && this.#builders) this.#row(text, this.#columns, lineNumber);
  }

  #begin(columns: Columns): void {
    this.#columns = columns;
    this.#builders = {
      throughput: new SeriesBuilder({
        id: 'throughput',
        label: 'requests/s',
        unit: 'requests/s',
        of: null,
      }),
      latencies: columns.latencies.map(
        ({ id, label }) => new SeriesBuilder({ id, label, unit: 's', of: null }),
      ),
    };
  }

  #row(text: string, columns: Columns, line: number): void {
    const row = parseWindow(text, columns);
    const { seconds } = row ?? {};
    if (!row || seconds === null || seconds === undefined) return;
    this.#builders?.throughput.add(seconds, row.throughput, line);
    this.#builders?.latencies.forEach((builder, index) => {
      builder.add(seconds, row.latencies[index] ?? null, line);
    });
  }

  end(): FileDetails {
    if (!this.#builders) return NO_DETAILS;
    const { throughput, latencies } = this.#builders;
    return {
      series: [throughput, ...latencies].map((builder) => builder.build()),
      histograms: [],
      facts: [],
    };
  }
}

/** Every value of a JSON text as a fact: its key, and the keys around it as the group. `null` is a value as printed. */
const jsonFacts = () =>
  factDetails(
    (facts) =>
      new JsonDocuments({
        open: () => {},
        close: () => {},
        value: (path, value, line) => {
          const keys = path.filter((key) => key !== '#');
          const group = keys.length > 1 ? keys.slice(0, -1).join('.') : null;
          facts.add({ group, name: keys.at(-1) ?? '', value: String(value), line });
        },
        documentEnd: () => {},
        broken: () => {},
      }),
  );

/*
 * Files of a run that hold no number of a result. BenchBase names all files of a run `<benchmark>_<time>.<ending>`; what
 * is in these three depends on the server, so their names tell them.
 */

/** `max_connections`, `shared_buffers`, ... of the server, as it said when the run ended. */
const benchbaseParams: LogParser = sideFile('benchbase-params', 'params', 'settings of the server');

/** Counters of the server: `pg_stat_database`, SHOW STATUS. */
const benchbaseMetrics: LogParser = sideFile('benchbase-metrics', 'metrics', 'counters of the server');

/** `--json-histograms`: requests by outcome and transaction. */
const benchbaseHistograms: LogParser = sideFile(
  'benchbase-histograms',
  'histograms',
  'requests by outcome and transaction',
);

function sideFile(kind: string, ending: string, what: string): LogParser {
  const name = new RegExp(String.raw`_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.${ending}\.json$`);
  return {
    kind,
    about: `${what}, in a file <benchmark>_<time>.${ending}.json of BenchBase`,
    score: (sample) => (name.test(sample.name) && /^\s*\{/.test(sample.head) ? 0.5 : 0),
    open: null,
    openDetails: jsonFacts,
  };
}

/** Markdown of bexhoma, which starts BenchBase and makes tables of its summaries. */
const benchbaseTable: LogParser = {
  kind: 'benchbase-table',
  about: 'the page that bexhoma makes of runs of BenchBase: `## Show Summary`, `Benchbase Workload tpcc`',
  score: scoreTable,
  open: null,
};

function scoreTable({ head }: Sample): number {
  return /^## Show Summary\s+### Workload\s+Benchbase Workload /m.test(head) ? 0.9 : 0;
}

/**
 * `<benchmark>_<time>.summary.json` of BenchBase, `.summary` of OLTPBench: one JSON text, keys in any order.
 * Format: ResultWriter.writeSummary of github.com/cmu-db/benchbase.
 */
const benchbaseSummary: LogParser = {
  kind: 'benchbase',
  about: 'summary.json of BenchBase: `"Throughput (requests/second)"`, `"Latency Distribution"`',
  isJson: true,
  score: scoreSummary,
  open: (reporter) => new SummarySession(reporter),
  openDetails: jsonFacts,
};

const LITERALS = ['"Latency Distribution"', '"Throughput (requests/second)"', '"Benchmark Type"'];
/** Of these keys a summary has all, a file that was cut early at least two. */
const MIN_KEYS = 2;

function scoreSummary({ head, name }: Sample): number {
  const isNamed = /(?:^|\.)summary(?:\.json)?$/.test(name);
  const found = LITERALS.filter((literal) => head.includes(literal)).length;
  if (found >= MIN_KEYS) return isNamed ? 1 : 0.9;
  return 0;
}

/**
 * Throughput and latencies over time: `results.csv` and `results.<Txn>.csv` in windows of 5 s and milliseconds,
 * `samples.csv` in windows of 1 s and microseconds, `.res` of OLTPBench. The header tells the units.
 * Format: ResultWriter.writeResults and writeSamples of github.com/cmu-db/benchbase.
 */
const benchbaseWindows: LogParser = {
  kind: 'benchbase-windows',
  about: 'results.csv or samples.csv of BenchBase: `Time (seconds),Throughput (requests/second),...`',
  score: scoreWindows,
  open: (reporter) => new WindowsSession(reporter),
  openDetails: () => new WindowsDetails(),
};

const HEADER = new RegExp(WINDOWS_HEADER.source, 'im');
const NAME = /(?:^|\.)(?:results(?:\.[\w-]+)?\.csv|samples\.csv|res)$/;

function scoreWindows({ head, name }: Sample): number {
  if (!/throughput ?\(req/i.test(head) || !HEADER.test(head)) return 0;
  return NAME.test(name) ? 1 : 0.9;
}

/** BenchBase, and what OLTPBench before it wrote in the same forms. */
export const benchbaseFormat: FormatFamily = {
  ...about,
  parsers: [
    benchbaseSummary,
    benchbaseWindows,
    benchbaseRaw,
    benchbaseConfig,
    benchbaseParams,
    benchbaseMetrics,
    benchbaseHistograms,
    benchbaseTable,
  ],
  assembler: benchbaseAssembler,
};
