import { type DetailsBuilder, SeriesBuilder } from '../../../files/details-builder';
import { testOfType } from '../names';
import { type ProgressField, readProgressLine } from '../progress/progress-line';
import { readScriptLine, readText } from './summary-lines';

/** Runs of a file that have their own series. */
const MAX_RUNS = 20;
/** `number of clients: 16`, `latency average = 5.781 ms`; tps has its name after the number. */
const NAMED = /^(?:- )?([a-z][^:=]{0,80}?)(?::| =) (.{1,200})$/;
const TPS = /^tps = (\S{1,60}) ?\((.{1,60})\)$/;

interface Column {
  id: string;
  label: string;
  unit: string;
  /** Printed in milliseconds. */
  isMs?: true;
}

/** In the order they are shown. */
const COLUMNS: ReadonlyMap<ProgressField, Column> = new Map<ProgressField, Column>([
  ['tps', { id: 'throughput', label: 'TPS', unit: 'transactions/s' }],
  ['latencyMs', { id: 'latency_avg', label: 'avg', unit: 's', isMs: true }],
  ['stddevMs', { id: 'latency_stddev', label: 'stddev', unit: 's', isMs: true }],
  ['lagMs', { id: 'schedule_lag_avg', label: 'schedule lag', unit: 's', isMs: true }],
  ['failed', { id: 'errors', label: 'failed', unit: 'transactions' }],
  ['skipped', { id: 'skipped_transactions', label: 'skipped', unit: 'transactions' }],
  ['retried', { id: 'retried_transactions', label: 'retried', unit: 'transactions' }],
  ['retries', { id: 'retries', label: 'retries', unit: 'retries' }],
]);
/** Times since 1970 are above it: --progress-timestamp. */
const EPOCH_SECONDS = 1e9;

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

/** Progress of each run as series; every line of the summaries and the latencies of statements as facts. */
export function newPgbenchDetails(details: DetailsBuilder) {
  /** Series of each run in the order of the columns, and its first second. */
  const charts: { builders: Map<ProgressField, SeriesBuilder>; first: number }[] = [];
  /** Summaries that have begun. */
  let runs = 0;
  /** The progress lines that come now are of the first run, or of one after a summary. */
  let isOpen = false;
  let scriptName = '';
  /** Rows of the table that is open. */
  let row: RegExp | null = null;

  const named = (text: string, group: string, line: number): void => {
    const [, rate, words] = TPS.exec(text) ?? [];
    const [, name, value = ''] = NAMED.exec(text) ?? [];
    if (rate !== undefined && words !== undefined) fact(group, `tps ${words}`, rate, line);
    else if (name !== undefined) fact(group, name, value, line);
    else if (text.startsWith('- ')) fact(group, 'transactions', text.slice(2), line);
  };

  const fact = (group: string, name: string, value: string, line: number): void => {
    const number = Number(/^\d{1,15}(?:\.\d{1,15})?(?= |$)/.exec(value)?.[0] ?? Number.NaN);
    const unit = / ms$/.test(value) ? 'ms' : null;
    details.facts.add({ group, name, value, number, unit, line });
  };

  /** A row of a table of statements: its latency in seconds, failures and retries. */
  const statement = (text: string, of: string, line: number): boolean => {
    const header = HEADER.exec(text);
    if (header) {
      row = ROWS[header[1] ?? ''] ?? null;
      return false;
    }
    if (END.test(text)) row = null;
    const found = row?.exec(text);
    if (!found) return false;
    const [milliseconds = '', ...rest] = found.slice(1);
    const name = (rest.pop() ?? '').slice(0, MAX_STATEMENT);
    const { facts } = details;
    // The point is moved in the text: 0.385 / 1000 is not 0.000385.
    const number = Number(`${milliseconds}e-3`);
    facts.add({ group: `statement latencies, ${of}`, name, value: milliseconds, number, unit: 's', line });
    for (const [index, what] of ['failures', 'retries'].entries()) {
      const value = rest[index];
      if (value !== undefined) facts.add({ group: `${what} of statements, ${of}`, name, value, line });
    }
    return true;
  };

  return {
    progress(text: string, line: number): void {
      const progress = readProgressLine(text);
      if (!isOpen && charts.length < MAX_RUNS) {
        charts.push({ builders: new Map(), first: progress?.second ?? Number.NaN });
        isOpen = true;
      }
      const run = charts.at(-1);
      if (!progress || !run || !isOpen) return;
      const { second, values } = progress;
      if (Number.isNaN(run.first)) run.first = second;
      const at = second > EPOCH_SECONDS ? second - run.first : second;
      const of = `run ${charts.length}`;
      for (const [name, { isMs, ...head }] of COLUMNS) {
        const value = values[name];
        if (value === undefined) continue;
        const builder = run.builders.get(name) ?? new SeriesBuilder({ ...head, of });
        run.builders.set(name, builder);
        builder.add(at, isMs && value !== null ? Number(`${value}e-3`) : value, line);
      }
    },

    /** @param isTop of the top block of a summary */
    line(text: string, { type, isTop, line }: { type: string | null; isTop: boolean; line: number }): void {
      const script = readText(text, 'script');
      if (type !== null) {
        runs += 1;
        isOpen = false;
        scriptName = testOfType(type);
        const group = `run ${runs}`;
        details.facts.add({ group, name: 'transaction type', value: type, number: null, line });
      } else if (script !== null) scriptName = script === '' ? 'script' : testOfType(script);
      // `select-only, run 2`
      const owner = `${scriptName}, run ${runs}`;
      if (statement(text, owner, line)) return;
      if (isTop) named(text, `run ${runs}`, line);
      else if (readScriptLine(text)) named(text, owner, line);
    },

    end(): void {
      const order = [...COLUMNS.keys()];
      for (const { builders } of charts) {
        const sorted = [...builders].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
        for (const [, builder] of sorted) {
          const series = builder.build();
          details.finished.push(charts.length === 1 ? { ...series, of: null } : series);
        }
      }
    },
  };
}
