import { SeriesBuilder } from '../../../files/series-builder';
import { isPgbenchLogName } from '../../../layout/file-name';
import type { Fact, FileDetails, Series } from '../../../model/details';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import { toDisplayText } from '../../../text/excerpt';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { testOfType } from '../names';
import {
  isProgressLine,
  PROGRESS_LINES,
  type Progress,
  type ProgressField,
  readProgressLine,
} from '../progress/progress-line';
import { PgbenchSession } from './pgbench-session';
import { readScriptLine, readText, readTopLine, SUMMARY_LINES } from './summary-lines';

const MAX_LINE_BYTES = 4200;
const MAX_FACTS = 2000;
/** Runs of a file that have their own series. */
const MAX_RUNS = 20;
const QUOTE = /^[\t >]{1,40}/;
/** `number of clients: 16`, `latency average = 5.781 ms`; tps has its name after the number. */
const NAMED = /^(?:- )?([a-z][^:=]{0,80}?)(?::| =) (.{1,200})$/;
const TPS = /^tps = (\S{1,60}) ?\((.{1,60})\)$/;

/** Progress as series for each run; every line of the summaries and the latencies of statements as facts. */
class PgbenchDetails implements DetailsSession {
  readonly #facts: Fact[] = [];
  readonly #table = new StatementTable();
  readonly #series: ProgressSeries[] = [];
  /** Summaries that have begun. */
  #runs = 0;
  /** The progress lines that come now are of the first run, or of one after a summary. */
  #isOpen = false;
  #script = '';

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE_BYTES));
    const bare = text.replace(QUOTE, '');
    if (isProgressLine(bare)) {
      this.#progress(bare, lineNumber);
      return;
    }
    const type = readText(bare, 'type');
    const script = readText(bare, 'script');
    if (type !== null) this.#begin(type, lineNumber);
    else if (script !== null) this.#script = script === '' ? 'script' : testOfType(script);
    const rows = this.#table.line(text, { of: this.#owner(), line: lineNumber });
    if (rows) for (const row of rows) this.#add(row);
    else if (readTopLine(bare)) this.#fact(bare, `run ${this.#runs}`, lineNumber);
    else if (readScriptLine(bare)) this.#fact(bare, this.#owner(), lineNumber);
  }

  #progress(text: string, line: number): void {
    if (!this.#isOpen && this.#series.length < MAX_RUNS) {
      this.#series.push(new ProgressSeries(`run ${this.#series.length + 1}`));
      this.#isOpen = true;
    }
    const progress = readProgressLine(text);
    if (progress && this.#isOpen) this.#series.at(-1)?.add(progress, line);
  }

  #begin(type: string, line: number): void {
    this.#runs += 1;
    this.#isOpen = false;
    this.#script = testOfType(type);
    this.#add({
      group: `run ${this.#runs}`,
      name: 'transaction type',
      value: type,
      number: null,
      unit: null,
      line,
    });
  }

  /** `select-only, run 2` */
  #owner(): string {
    return `${this.#script}, run ${this.#runs}`;
  }

  #fact(text: string, group: string, line: number): void {
    const [, rate, words] = TPS.exec(text) ?? [];
    const [, name, value = ''] = NAMED.exec(text) ?? [];
    if (rate !== undefined && words !== undefined) this.#push(group, `tps ${words}`, rate, line);
    else if (name !== undefined) this.#push(group, name, value, line);
    else if (text.startsWith('- ')) this.#push(group, 'transactions', text.slice(2), line);
  }

  #push(group: string, name: string, value: string, line: number): void {
    const number = Number(/^\d{1,15}(?:\.\d{1,15})?(?= |$)/.exec(value)?.[0] ?? Number.NaN);
    const unit = / ms$/.test(value) ? 'ms' : null;
    this.#add({ group, name, value, number: Number.isFinite(number) ? number : null, unit, line });
  }

  #add(fact: Fact): void {
    if (this.#facts.length < MAX_FACTS) this.#facts.push(fact);
  }

  end(): FileDetails {
    const series = this.#series.flatMap((run) => run.build());
    const isOne = this.#series.length === 1;
    return {
      series: isOne ? series.map((each) => ({ ...each, of: null })) : series,
      histograms: [],
      facts: this.#facts,
    };
  }
}

interface Column {
  id: string;
  label: string;
  unit: string;
  /** Printed in milliseconds. */
  isMs?: true;
}

/** In the order they are shown. */
const COLUMNS: Readonly<Record<ProgressField, Column>> = {
  tps: { id: 'throughput', label: 'TPS', unit: 'transactions/s' },
  latencyMs: { id: 'latency_avg', label: 'avg', unit: 's', isMs: true },
  stddevMs: { id: 'latency_stddev', label: 'stddev', unit: 's', isMs: true },
  lagMs: { id: 'schedule_lag_avg', label: 'schedule lag', unit: 's', isMs: true },
  failed: { id: 'errors', label: 'failed', unit: 'transactions' },
  skipped: { id: 'skipped_transactions', label: 'skipped', unit: 'transactions' },
  retried: { id: 'retried_transactions', label: 'retried', unit: 'transactions' },
  retries: { id: 'retries', label: 'retries', unit: 'retries' },
};
/** Times since 1970 are above it: --progress-timestamp. */
const EPOCH_SECONDS = 1e9;

/** The progress lines of one run as series over the seconds since its start. */
class ProgressSeries {
  readonly #of: string | null;
  readonly #builders = new Map<ProgressField, SeriesBuilder>();
  #first: number | null = null;

  /** @param of null for the only run of a file */
  constructor(of: string | null) {
    this.#of = of;
  }

  add({ second, values }: Progress, line: number): void {
    this.#first ??= second;
    const at = second > EPOCH_SECONDS ? second - this.#first : second;
    for (const [name, { isMs }] of Object.entries(COLUMNS) as [ProgressField, Column][]) {
      const value = values[name];
      if (value === undefined) continue;
      const scaled = isMs && value !== null ? Number(`${value}e-3`) : value;
      this.#builder(name).add(at, scaled, line);
    }
  }

  build(): Series[] {
    const order = Object.keys(COLUMNS);
    const sorted = [...this.#builders].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    return sorted.map(([, builder]) => builder.build());
  }

  #builder(name: ProgressField): SeriesBuilder {
    const known = this.#builders.get(name);
    if (known) return known;
    const { id, label, unit } = COLUMNS[name];
    const builder = new SeriesBuilder({ id, label, unit, of: this.#of });
    this.#builders.set(name, builder);
    return builder;
  }
}

/**
 * Header of the table of option -r: `statement latencies in milliseconds:`, since 15 ` and failures`, with more than one
 * try `, failures and retries`. Of several scripts, and in 9.6 and 10, a hyphen is before it.
 */
const HEADER =
  /^[\t >]{0,40}(?:- )?statement latencies in milliseconds( and failures|, failures and retries)?:/;
/** Numbers of a row by what the header says, then the statement; 9.x has a tab and 6 decimals. */
const ROWS: Readonly<Record<string, RegExp>> = {
  '': /^[\t >]{0,60}(\d+\.\d+)[\t ]{1,20}(\S.*)$/,
  ' and failures': /^[\t >]{0,60}(\d+\.\d+) {1,20}(\d+)[\t ]{1,20}(\S.*)$/,
  ', failures and retries': /^[\t >]{0,60}(\d+\.\d+) {1,20}(\d+) {1,20}(\d+)[\t ]{1,20}(\S.*)$/,
};
/** Lines that end a table. Lines without a number continue a statement of several lines and do not end it. */
const END = /^[\t >]{0,40}(?:transaction type:|SQL script \d|pgbench[ :]|progress: |tps = )/;
const MAX_STATEMENT = 200;

/** Rows of the tables of statement latencies, as facts. */
class StatementTable {
  #row: RegExp | null = null;

  /**
   * @param of the script that the table is of
   * @returns facts of one row: its latency in seconds, failures and retries; null for other lines
   */
  line(text: string, { of, line }: { of: string; line: number }): Fact[] | null {
    const header = HEADER.exec(text);
    if (header) {
      this.#row = ROWS[header[1] ?? ''] ?? null;
      return null;
    }
    if (END.test(text)) this.#row = null;
    const found = this.#row?.exec(text);
    if (!found) return null;
    const [milliseconds = '', ...rest] = found.slice(1);
    const statement = toDisplayText(Buffer.from(rest.pop() ?? '')).slice(0, MAX_STATEMENT);
    const counts = ['failures', 'retries'].flatMap((what, index): Fact[] => {
      const value = rest[index];
      if (value === undefined) return [];
      return [
        {
          group: `${what} of statements, ${of}`,
          name: statement,
          value,
          number: finite(value),
          unit: null,
          line,
        },
      ];
    });
    // The point is moved in the text: 0.385 / 1000 is not 0.000385.
    const number = finite(`${milliseconds}e-3`);
    const latency = {
      group: `statement latencies, ${of}`,
      name: statement,
      value: milliseconds,
      number,
      unit: 's',
      line,
    };
    return [latency, ...counts];
  }
}

function finite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_SUMMARY = 0.8;

/** What pgbench prints, 8.0 to 18: summaries, progress, and what it says of its clients; pasted blocks too. */
export const pgbench: LogParser = {
  kind: 'pgbench',
  about: 'output of pgbench: `transaction type:` and what follows, or `progress: 5.0 s, 3029.2 tps, ...`',
  score: scorePgbench,
  fallback: {
    most: BY_SUMMARY,
    score: ({ bytes }) => (SUMMARY.every((line) => bytesContainAny(bytes, line)) ? BY_SUMMARY : 0),
  },
  open: (reporter) => new PgbenchSession(reporter),
  valueLines: [...SUMMARY_LINES, ...PROGRESS_LINES],
  openDetails: () => new PgbenchDetails(),
};

/** At the beginning of a line, behind what a pasted block is quoted with. */
const CONTENT = new RegExp(
  String.raw`^[\t >]{0,40}(?:${[
    String.raw`pgbench \((?:PostgreSQL\) )?\d`,
    'pgbench: (?:error|fatal|client \\d|pghost)',
    'transaction type:',
    String.raw`progress: \d+\.\d+ s, \S+ tps, lat `,
    'number of (?:transactions actually processed|processed transactions): ',
    String.raw`tps = \d+\.\d+ ?\((?:in|ex)cluding `,
    String.raw`tps = \d+\.\d+ \(without initial `,
    String.raw`SQL script \d+: `,
  ].join('|')})`,
  'm',
);
const LITERALS = [
  'pgbench',
  'transaction type:',
  ' tps, lat ',
  'actually processed',
  'processed tr',
  'tps = ',
  'SQL script ',
];

/** A summary behind a load of the tables or a long text. */
const SUMMARY = [['\ntransaction type:'], ['\nnumber of transactions actually processed: ']];

function scorePgbench({ head, name }: Sample): number {
  const isNamed = isPgbenchLogName(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return isNamed ? 0.3 : 0;
}
