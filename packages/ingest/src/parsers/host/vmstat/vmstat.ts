import { type DetailsBuilder, SeriesBuilder } from '../../../files/details-builder';
import { hintedKind } from '../../../identity/names/file-name';
import type { Series } from '../../../model/details';
import { containsAny } from '../../../text/contains-any';
import { type LogParser, scoreOf } from '../../parser';
import { LogClock } from '../log-clock';
import { rowEnd } from '../row-end';
import type { VmstatLog } from './vmstat-log';

/**
 * vmstat, any layout with named columns: 17 columns up to procps 4.0.3, 18 with `gu` since, `-w`, `-t`, `-a`, `-S`,
 * `-n`. The header pair is repeated every 21 rows when the output is a file. Which row is a mean since boot:
 * `HeaderDistance`.
 */
export const vmstat: LogParser = {
  kind: 'vmstat',
  about: 'vmstat samples: `procs ---` and ` r  b   swpd` headers, rows of 17 or 18 numbers',
  score(sample) {
    const hinted = hintedKind(sample.name) === 'vm';
    const score = scoreOf(containsAny(sample.head, LITERALS) && HEADER.test(sample.head), hinted, 0.3);
    return score || (sample.bytes.length === 0 && NAME.test(sample.name) ? 0.3 : 0);
  },
  hasDetails: true,
  /** Reads samples into means. */
  open(reporter, details) {
    /** Column of each needed value, in the order of NEEDED; null before the first header. */
    let columns: number[] | null = null;
    let width = 0;
    /** Column of `st`; -1 without one. */
    let stColumn = -1;
    let hasTime = false;
    let lastHeader: Buffer = Buffer.alloc(0);
    const steal = newStolenTime();
    const distance = new HeaderDistance();
    const values = new Float64Array(64);
    const sums = new Float64Array(NEEDED.length);
    const charts = details && newCharts(details, values);
    /** Rows, and those that are samples: the first one is not, even when it cannot be read. */
    let seen = 0;
    let samples = 0;
    /** First row, until it is known whether it is a sample. */
    let firstRow: { row: Row; st: number | null; line: number } | null = null;
    let firstLine = 0;
    let lastLine = 0;

    const readHeader = (bytes: Buffer, start: number, end: number) => {
      const isSame = lastHeader.length > 0 && bytes.compare(lastHeader, 0, undefined, start, end) === 0;
      const header = isSame ? null : parseVmstatHeader(bytes.toString('latin1', start, end));
      if (isSame || header) distance.header();
      if (!header) return;
      lastHeader = Buffer.from(bytes.subarray(start, end));
      columns = NEEDED.map((name) => header.names.indexOf(name));
      width = header.width;
      stColumn = header.names.indexOf('st');
      hasTime = header.hasTime;
      charts?.header(header.names);
    };

    /**
     * Fills `values` with the numbers of a row. False when there are not as many as the header has columns: where a number
     * is wider than its column it touches the next one, and nothing tells where one ends.
     *
     * @returns where they end; -1 for another line
     */
    const readNumbers = (bytes: Buffer, start: number, end: number): number => {
      let at = start;
      for (let column = 0; column < width; column += 1) {
        while (at < end && bytes[at] === 32) at += 1;
        if (at === end) return -1;
        let value = 0;
        while (at < end && bytes[at] !== 32) {
          const digit = (bytes[at] ?? 0) - 48;
          if (digit < 0 || digit > 9) return -1;
          value = value * 10 + digit;
          at += 1;
        }
        if (value > Number.MAX_SAFE_INTEGER) return -1;
        values[column] = value;
      }
      while (at < end && bytes[at] === 32) at += 1;
      return hasTime || at === end ? at : -1;
    };

    const addSample = ({ row, st, line }: { row: Row; st: number | null; line: number }) => {
      samples += 1;
      if (st !== null) steal.add(st);
      if (firstLine === 0 || line < firstLine) firstLine = line;
      lastLine = Math.max(lastLine, line);
      for (const [i, name] of NEEDED.entries()) sums[i] = (sums[i] ?? 0) + row[name];
    };

    const readRow = (bytes: Buffer, start: number, end: number, line: number) => {
      const unparsed = (code: 'LINE_UNPARSED' | 'VALUES_DISAGREE', message: string) =>
        reporter.report(code, message, { line, bytes: bytes.subarray(start, end) });
      distance.row();
      seen += 1;
      const stop = columns ? readNumbers(bytes, start, end) : -1;
      if (!columns || stop < 0) {
        unparsed('LINE_UNPARSED', `expected ${columns ? `${width} numbers` : 'a header before the numbers'}`);
        return;
      }
      charts?.row(hasTime ? bytes.toString('latin1', stop, end) : null, seen, line);
      const row = toRow(columns.map((column) => values[column] ?? 0));
      const sample = { row, st: stColumn === -1 ? null : (values[stColumn] ?? null), line };
      const whole = row.us + row.sy + row.id + row.wa;
      if (seen === 1) firstRow = sample;
      else if (whole > MAX_WHOLE) {
        const message = `us + sy + id + wa is ${whole}%, which is more than all of the time: no sample`;
        unparsed('VALUES_DISAGREE', message);
      } else addSample(sample);
    };

    return {
      line(bytes, start, lineEnd, line) {
        const end = rowEnd(bytes, start, lineEnd);
        let at = start;
        while (at < end && bytes[at] === 32) at += 1;
        if (at === end) return;
        const first = bytes[at] ?? 0;
        if (first >= 48 && first <= 57) readRow(bytes, at, end, line);
        else if (first === LOWER_R) readHeader(bytes, at, end);
        else if (first !== LOWER_P && first !== DASH) {
          const spot = { line, bytes: bytes.subarray(start, end) };
          reporter.report('LINE_UNPARSED', 'expected a vmstat header or numbers', spot);
        }
      },
      end(): VmstatLog {
        const { omitsSinceBoot, headers } = distance;
        const isSample = firstRow !== null && omitsSinceBoot;
        if (firstRow && omitsSinceBoot) addSample(firstRow);
        charts?.end(omitsSinceBoot);
        return {
          type: 'vmstat',
          samples,
          ...toRow([...sums].map((sum) => (samples > 0 ? sum / samples : 0))),
          steal: steal.summary(),
          sinceBoot: isSample ? null : (firstRow?.row ?? null),
          headers,
          firstLine,
          lastLine,
        };
      },
    };
  },
};

/** Memory columns differ by option and language, these do not. */
const HEADER = /^ *r +b +\S.* cs +us +sy +id +wa\b/m;
/** In whatever the pattern finds. */
const LITERALS = [' wa'];
const NAME = /(?:^|[._-])vmstat(?:[._-]|$)|^o\.(?:\S+\.)?vm(?:\.|$)/;
/** First characters of `procs ---...`, of `--procs--` (-w), and of ` r  b   swpd`. */
const [LOWER_P, DASH, LOWER_R] = [112, 45, 114];
const NEEDED = ['cs', 'us', 'sy', 'id', 'wa'] as const;
/** Four shares that are rounded to whole percent each. st and gu are not among them, so that they may add up to less than 100. */
const MAX_WHOLE = 103;
type Column = (typeof NEEDED)[number];
type Row = Record<Column, number>;

const ALL_CORES = '% of all cores';

/** Series by the columns that they are the sum of. */
const SERIES: readonly (readonly [id: string, label: string, unit: string, columns: readonly string[]])[] = [
  ['cpu_percent', 'us + sy', ALL_CORES, ['us', 'sy']],
  ['cpu_user_percent', 'us', ALL_CORES, ['us']],
  ['cpu_system_percent', 'sy', ALL_CORES, ['sy']],
  ['cpu_iowait_percent', 'wa', ALL_CORES, ['wa']],
  ['cpu_idle_percent', 'id', ALL_CORES, ['id']],
  ['cpu_steal_percent', 'st', ALL_CORES, ['st']],
  ['cs_per_s', 'cs/s', 'context switches/s', ['cs']],
  ['run_queue', 'r', 'processes', ['r']],
  ['blocked', 'b', 'processes', ['b']],
];

/**
 * CPU, context switches and the run queue over time, without the since-boot row. Seconds are those of the log's times
 * (-t), counted from the first one; a log without them is read as one row a second, because vmstat does not print its
 * interval.
 *
 * @param row numbers of the row that was read last
 */
function newCharts(details: DetailsBuilder, row: Float64Array) {
  const builders = SERIES.map(([id, label, unit]) => new SeriesBuilder({ id, label, unit, of: null }));
  const clock = new LogClock();
  let positions: number[][] = [];
  /** Whether the first row is a sample is known at the end. */
  let first: { values: (number | null)[]; line: number } | null = null;
  let hasTime = false;

  /** Without times rows are counted from 1, and the first one is one more. */
  const withFirst = (series: Series, index: number): Series => {
    if (!first) return series;
    const shift = hasTime ? 0 : 1;
    return {
      ...series,
      seconds: [shift, ...series.seconds.map((second) => second + shift)],
      values: [first.values[index] ?? null, ...series.values],
      lines: [first.line, ...series.lines],
    };
  };

  return {
    header(names: readonly string[]): void {
      positions = SERIES.map(([, , , columns]) => columns.map((name) => names.indexOf(name)));
    },
    row(time: string | null, count: number, line: number): void {
      const second = time === null ? null : clock.at(time);
      if (second !== null) hasTime = true;
      const values = positions.map((own) =>
        own.includes(-1) ? null : own.reduce((sum, position) => sum + (row[position] ?? 0), 0),
      );
      if (count === 1) first = { values, line };
      else for (const [i, value] of values.entries()) builders[i]?.add(second ?? count - 1, value, line);
    },
    end(omitsSinceBoot: boolean): void {
      const all = builders.map((builder) => builder.build());
      const series = omitsSinceBoot ? all.map(withFirst) : all;
      details.finished.push(...series.filter(({ values }) => values.some(Boolean)));
    },
  };
}

function toRow(values: readonly number[]): Row {
  const [cs = 0, us = 0, sy = 0, id = 0, wa = 0] = values;
  return { cs, us, sy, id, wa };
}

/** Shares are whole percent. */
const SHARES = 101;

/** Counts the samples of `st` by their percent, so that memory does not grow with the log. */
function newStolenTime() {
  const counts = new Float64Array(SHARES);
  let samples = 0;

  /** The sample at a place of the list in rising order. */
  const at = (place: number): number => {
    let seen = 0;
    for (const [percent, count] of counts.entries()) {
      seen += count;
      if (seen > place) return percent;
    }
    return 0;
  };

  return {
    /** A share above 100 is none. */
    add(percent: number): void {
      if (percent >= SHARES) return;
      counts[percent] = (counts[percent] ?? 0) + 1;
      samples += 1;
    },

    /** Null without samples. */
    summary(): { median: number; max: number } | null {
      if (samples === 0) return null;
      const middle = (at((samples - 1) >> 1) + at(samples >> 1)) / 2;
      return { median: middle, max: at(samples - 1) };
    },
  };
}

/** Columns beyond these are a time zone and its time (-t). */
const LAST_COLUMNS = ['gu', 'st', 'wa'];

interface VmstatColumns {
  names: string[];
  /** Numbers in a row. */
  width: number;
  /** True with -t: a time follows the numbers. */
  hasTime: boolean;
}

/** Columns of ` r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st`; null without cs and us to wa. */
function parseVmstatHeader(text: string): VmstatColumns | null {
  const names = text.trim().split(/\s+/);
  if (['cs', 'us', 'sy', 'id', 'wa'].some((name) => !names.includes(name))) return null;
  const width = 1 + Math.max(...LAST_COLUMNS.map((name) => names.indexOf(name)));
  return { names, width, hasTime: names.length > width };
}

/**
 * Whether the first row is a sample. vmstat prints its header again after a fixed number of lines (21 when the output
 * is a file), and counts the since-boot row as one of them, printed or not:
 *
 *     without -y: 21, 21, 21, ... rows below each header
 *     with -y:    20, 21, 21, ...
 *
 * So a log of three headers tells. A shorter one, or one with -n, does not, and is read as one without -y: it was the
 * only way before procps 4.0, and one sample less is better than one that is a mean of weeks.
 *
 * Source: `new_format` of src/vmstat.c, gitlab.com/procps-ng/procps, v4.0.2.
 */
class HeaderDistance {
  /** Headers so far. */
  headers = 0;
  #rows = 0;
  #first = 0;
  #second = 0;

  header(): void {
    this.headers += 1;
    if (this.headers === 2) this.#first = this.#rows;
    if (this.headers === 3) this.#second = this.#rows;
    this.#rows = 0;
  }

  row(): void {
    this.#rows += 1;
  }

  /** True when the log shows that it was made with -y. */
  get omitsSinceBoot(): boolean {
    return this.headers >= 3 && this.#first > 0 && this.#first === this.#second - 1;
  }
}
