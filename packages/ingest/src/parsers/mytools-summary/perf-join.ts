import { addToGroup, groupBy } from '../../assemble/add-to-group';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import type { PerfCounter } from '../context/perf-stat-log';
import { byContent, type LogParser, scoreOf } from '../parser';
import { textLines } from '../text-lines';

/** Counters of perf stat during one test, a column for each run directory, which the table does not name. */
export interface PerfJoinLog {
  type: 'perf-join';
  /** By name; the value of each column, null where its CPU lacks the counter. */
  counters: Map<string, { values: (number | null)[]; line: number }>;
  /** Columns of the table. */
  width: number;
}

/** What a name says: `join1.abs.1u.1t.50m.sb.perf.hw.hot-points.range100.pk1.1.sorted`. */
export interface JoinName {
  /** The name that its author gave to the columns: `1u.1t.50m`. */
  tag: string;
  test: string;
  range: number;
}

const NAME = /^join\d*\.abs\.(.+)\.sb\.perf\.hw\.(.+)\.range(\d{1,9})(?:\.pk[01])?(?:\.\d+)?(?:\.sorted)?$/;
const KNOWN = 'alignment-faults|branches|branch-misses|cache-misses|cycles|instructions';
const COUNTERS = KNOWN.split('|');
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const CONTENT = new RegExp(`^(?:${KNOWN})(?: ${NUMBER})+$`, 'm');
const RATIOS = new RegExp(`^(?:(?:${NUMBER}|INF)\\t)+(?:${KNOWN})$`, 'm');
const ROW = new RegExp(`^([A-Za-z][\\w.-]{0,99})((?: ${NUMBER})+)$`);

/** @param name last part of a path, without `.gz`; null for other names */
export function parseJoinName(name: string): JoinName | null {
  const [, tag, test, range] = NAME.exec(name) ?? [];
  return tag === undefined || test === undefined ? null : { tag, test, range: Number(range) };
}

/**
 * What `bench/sysbench.lua/join_perfstat_sb.sh` of mytools makes of the counters (`.sorted`) of several run directories with
 * `join`. -1 is not a count.
 *
 *     cycles 21925154266 21997555057
 *     instructions 58156221077 58039433886
 */
export const perfJoin: LogParser = {
  kind: 'perf-join',
  about: 'table of perf stat counters of one test: `cycles 219251 219975`, a column for each run directory',
  score: byContent(CONTENT, NAME, { words: COUNTERS }),
  open(reporter) {
    const rows: { name: string; values: string[]; line: number; bytes: Buffer }[] = [];
    return {
      line: textLines(MAX_LINE_BYTES, (text, { line, bytes }) => {
        if (text.trim() === '') return;
        const [, name, rest = ''] = ROW.exec(text.trimEnd()) ?? [];
        if (name === undefined) reporter.unparsed('a counter and its numbers', line, bytes);
        else if (rows.length < MAX_ROWS)
          rows.push({ name, values: rest.trim().split(' '), line, bytes: Buffer.from(bytes) });
      }),
      end(): PerfJoinLog | null {
        const widths = [...groupBy(rows, ({ values }) => values.length).values()];
        const usual = widths.toSorted((a, b) => b.length - a.length)[0] ?? [];
        const width = usual[0]?.values.length ?? 0;
        const counters: PerfJoinLog['counters'] = new Map();
        for (const { name, values, line, bytes } of rows) {
          if (values.length !== width) reporter.unparsed(`a counter and ${width} numbers`, line, bytes);
          else
            counters.set(name, {
              line,
              values: values.map((value) => (value === '-1' ? null : toFinite(value))),
            });
        }
        return counters.size === 0 ? null : { type: 'perf-join', counters, width };
      },
    };
  },
};

/** The same as ratios to the first column: `0.998<TAB>0.984<TAB>instructions`. */
export const perfJoinRatios: LogParser = {
  kind: 'perf-join-ratios',
  about: 'ratios of perf stat counters: `0.998 0.984 instructions`, tabs between them',
  score: ({ head }) => scoreOf(containsAny(head, COUNTERS) && RATIOS.test(head), false),
  open: (reporter) => ({
    line: () => undefined,
    end: () => {
      reporter.report('RATIOS_ONLY', 'ratios: kept, the table of absolute counts has the numbers');
      return null;
    },
  }),
};

const MAX_LINE_BYTES = 65_536;
/** perf has some hundred counters; more lines come from damage. */
const MAX_ROWS = 2000;

/** Seconds that the run scripts count for: `hw_secs` of `bench/sysbench.lua/run.sh`. */
const SECONDS = 10;

/** The counters of one column as those of a list. */
export function countersOfColumn({ counters }: PerfJoinLog, column: number): Map<string, PerfCounter[]> {
  const found = new Map<string, PerfCounter[]>();
  for (const [name, { values, line }] of counters) {
    const value = values[column];
    if (value !== null && value !== undefined)
      addToGroup(found, name, { value, line, seconds: SECONDS, group: 0 });
  }
  return found;
}
