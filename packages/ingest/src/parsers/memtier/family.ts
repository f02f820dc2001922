import { LostRows } from '../../checks/lost-rows';
import { type MetricId, percentileMetric } from '../../model/metric';
import { type ClientLog, type ClientRun, clientRunsAssembler } from '../client-runs';
import type { FormatFamily } from '../family';
import { toNumber } from '../number-line';
import { byContent, type LogParser, wordsAnywhere } from '../parser';
import { BoundedList, textLines } from '../text-lines';
import { memtierFormat as about } from './about';
import { memtierJson, RATE_SLACK } from './memtier-json';

/** `Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency       KB/sec` */
const HEADING = /^ {0,8}Type +Ops\/sec +\S/;
const CONTENT = /^ {0,8}Type +Ops\/sec +\S|^\d+ +Connections per thread\r?$|^\[RUN #\d+/m;
/** One of them is in whatever the pattern finds. */
const LITERALS = ['Ops/sec', ' Connections per thread', '[RUN #'];
const SETTING =
  /^ {0,8}(\d{1,9}) {2,}(Threads|Connections per thread|Requests per (?:thread|client)|Seconds)$/;
/** What a run begins with: `[RUN #1] Preparing benchmark client...`, or its settings. */
const BEGIN = /^\[RUN #1\] Preparing|^ {0,8}\d{1,9} {2,}Threads$/;
const SECTION = /^(ALL STATS|BEST RUN RESULTS|WORST RUN RESULTS|AGGREGATED AVERAGE RESULTS)\b/;
/** `Sets`, `Gets`, `Waits`, `Totals`, or a command that was given: `Hsets`. */
const NAME = /^ {0,8}[A-Za-z][\w.-]{0,60}$/;
const NO_VALUE = /^-+$/;
/** memtier_benchmark counts 1,024 bytes. */
const KILOBYTE = 1024;
const MAX_LINE_BYTES = 1000;
/** More runs than a log has. */
const MAX_PARTS = 1000;

/** Metric of a column and the power of ten of its unit; null for columns that are none. */
function columnOf(name: string): readonly [MetricId, number] | null {
  if (name === 'Ops/sec') return ['throughput', 0];
  if (name === 'KB/sec') return ['bandwidth', 0];
  const found = /^(?:(Avg\.|Min|Max)|p(\d{1,2}(?:\.\d{1,3})?))? ?Latency$/.exec(name);
  if (!found) return null;
  const [, kind, percent] = found;
  const percentile = percent === undefined ? null : percentileMetric(Number(percent));
  if (percent !== undefined) return percentile && [percentile, -3];
  return [kind === 'Min' ? 'latency_min' : kind === 'Max' ? 'latency_max' : 'latency_avg', -3];
}

const memtier: LogParser = {
  kind: 'memtier',
  about:
    'output of memtier_benchmark: a table `Type  Ops/sec  Hits/sec ...` with rows `Sets`, `Gets`, `Totals`',
  score: byContent(CONTENT, /memtier/i, { words: LITERALS }),
  fallback: wordsAnywhere(['\nType         Ops/sec ', '\nType        Ops/sec ']),
  open(reporter) {
    const runs = new BoundedList<ClientRun & { section: string; part: number }>(reporter, 'rows');
    /** Number of the run in a log of several, and whether its first table has ended. */
    let part = 0;
    let isOver = false;
    const settings = new Map<string, number>();
    let columns: string[] | null = null;
    let section = '';
    let last = 0;
    const rows = new LostRows(reporter);

    const clients = () => {
      const [threads, each] = [settings.get('Threads'), settings.get('Connections per thread')];
      return threads === undefined || each === undefined ? null : threads * each;
    };

    const readRow = (text: string, { line, bytes }: { line: number; bytes: Buffer }) => {
      const [name = '', ...cells] = text.trim().split(/ {2,}/);
      if (!columns || !NAME.test(name) || /^[-=]+$/.test(text)) return;
      if (
        runs.items.some(
          (known) => known.part === part && known.section === section && known.test === name.toLowerCase(),
        )
      )
        return reporter.unparsed('one row of each command', line, bytes);
      if (cells.length !== columns.length)
        return reporter.unparsed(`${columns.length} cells as in the heading`, line, bytes);
      const run = {
        test: name.toLowerCase(),
        clients: clients(),
        options: [],
        numbers: new Map(),
        section,
        part,
      };
      for (const [index, cell] of cells.entries()) {
        const column = columnOf(columns[index] ?? '');
        const value = toNumber(cell, column?.[1]);
        if (value === null && !NO_VALUE.test(cell)) reporter.unreadable(line, bytes);
        if (!column || value === null) continue;
        const [metric] = column;
        run.numbers.set(metric, { value: metric === 'bandwidth' ? value * KILOBYTE : value, line });
      }
      const rate = run.numbers.get('throughput')?.value ?? null;
      if (name === 'Totals') rows.end(line, rate, columns.length * RATE_SLACK);
      else rows.row(run.test, rate);
      // A ratio of 1:0 has no gets: nothing was measured.
      if (name === 'Totals' || run.numbers.get('throughput')?.value !== 0) runs.add(run, line);
      if (name === 'Totals') {
        columns = null;
        isOver = true;
      }
    };

    /** The rows of a run that count. */
    const endOf = (number: number, line: number | null) => {
      const own = runs.items.filter((run) => run.part === number);
      const isTotal = own.some(({ test }) => test === 'totals');
      if (!isTotal) {
        const message = 'no row `Totals`: memtier_benchmark was stopped, or the file was cut';
        reporter.report('TRUNCATED_LOG', message, { line });
      }
      // Of several runs (`--run-count`) best and worst are in the mean of all.
      const mean = own.filter((run) => run.section.startsWith('AGGREGATED'));
      const isSeveral = own.some((run) => run.section !== '' && run.section !== 'ALL STATS');
      if (isTotal && isSeveral && mean.length === 0) {
        const message = 'no rows of `AGGREGATED AVERAGE RESULTS`: the mean of several runs is not there';
        reporter.report('TRUNCATED_LOG', message, { line });
      }
      return mean.length > 0 ? mean : own.filter((run) => !/^(?:BEST|WORST)/.test(run.section));
    };

    return {
      line: textLines(MAX_LINE_BYTES, (text, at) => {
        last = at.line;
        const [, count, name] = SETTING.exec(text) ?? [];
        const [, title] = SECTION.exec(text) ?? [];
        if (isOver && part < MAX_PARTS && BEGIN.test(text)) {
          part += 1;
          isOver = false;
          section = '';
          settings.clear();
        }
        if (name !== undefined) settings.set(name, Number(count));
        else if (title !== undefined) {
          section = title;
          columns = null;
        } else if (HEADING.test(text)) columns = text.trim().split(/ {2,}/).slice(1);
        else readRow(text, at);
      }),
      end(): ClientLog {
        const all = Array.from({ length: part + 1 }, (_, at) => endOf(at, last || null)).flat();
        return {
          type: about.name,
          runs: all.map(({ section: _, part: at, ...run }) =>
            part === 0 ? run : { ...run, segment: at + 1 },
          ),
        };
      },
    };
  },
};

export const memtierFormat: FormatFamily = {
  ...about,
  parsers: [memtier, memtierJson],
  assembler: clientRunsAssembler({ type: about.name, product: 'Redis' }),
};
