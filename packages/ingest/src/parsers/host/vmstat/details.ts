import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails, Series } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { LogClock } from '../log-clock';
import { parseVmstatHeader, type VmstatColumns } from './columns';
import { HeaderDistance } from './header-distance';

const CPU = '% of all cores';

/** Series by the columns that they are the sum of. */
const SERIES: readonly (readonly [id: string, label: string, unit: string, columns: readonly string[]])[] = [
  ['cpu_percent', 'us + sy', CPU, ['us', 'sy']],
  ['cpu_user_percent', 'us', CPU, ['us']],
  ['cpu_system_percent', 'sy', CPU, ['sy']],
  ['cpu_iowait_percent', 'wa', CPU, ['wa']],
  ['cpu_idle_percent', 'id', CPU, ['id']],
  ['cpu_steal_percent', 'st', CPU, ['st']],
  ['cs_per_s', 'cs/s', 'context switches/s', ['cs']],
  ['run_queue', 'r', 'processes', ['r']],
  ['blocked', 'b', 'processes', ['b']],
];

interface Row {
  values: (number | null)[];
  line: number;
}

/**
 * CPU, context switches and the run queue over time, without the since-boot row. Seconds are those of the log's times
 * (-t), counted from the first one; a log without them is read as one row a second, because vmstat does not print its
 * interval.
 */
export class VmstatDetails implements DetailsSession {
  readonly #builders = SERIES.map(([id, label, unit]) => new SeriesBuilder({ id, label, unit, of: null }));
  readonly #clock = new LogClock();
  readonly #distance = new HeaderDistance();
  #columns: VmstatColumns | null = null;
  #positions: number[][] = [];
  /** Whether the first row is a sample is known at the end. */
  #first: Row | null = null;
  #rows = 0;
  #hasTime = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('latin1', start, end).trim();
    if (/^r\s+b\s/.test(text)) this.#header(text);
    else if (/^\d/.test(text)) this.#row(text, lineNumber);
  }

  #header(text: string): void {
    const columns = parseVmstatHeader(text);
    if (!columns) return;
    this.#distance.header();
    this.#columns = columns;
    this.#positions = SERIES.map(([, , , names]) => names.map((name) => columns.names.indexOf(name)));
  }

  #row(text: string, line: number): void {
    this.#distance.row();
    this.#rows += 1;
    const columns = this.#columns;
    if (!columns) return;
    const cells = text.split(/\s+/);
    const numbers = cells.slice(0, columns.width);
    const isWhole = numbers.length === columns.width && (columns.hasTime || cells.length === columns.width);
    if (!isWhole || !numbers.every((cell) => /^\d{1,16}$/.test(cell))) return;
    const second = columns.hasTime ? this.#clock.at(cells.slice(columns.width).join(' ')) : null;
    const values = this.#positions.map((positions) => sumOf(positions, numbers));
    if (second !== null) this.#hasTime = true;
    if (this.#rows === 1) {
      this.#first = { values, line };
      return;
    }
    values.forEach((value, i) => {
      this.#builders[i]?.add(second ?? this.#rows - 1, value, line);
    });
  }

  end(): FileDetails {
    const all = this.#builders.map((builder) => builder.build());
    const series = this.#distance.omitsSinceBoot ? all.map((one, i) => this.#withFirst(one, i)) : all;
    return { series: series.filter(({ values }) => values.some(isSeen)), histograms: [], facts: [] };
  }

  #withFirst(series: Series, index: number): Series {
    if (!this.#first) return series;
    // Without times rows are counted from 1, and the first one is one more.
    const shift = this.#hasTime ? 0 : 1;
    return {
      ...series,
      seconds: [shift, ...series.seconds.map((second) => second + shift)],
      values: [this.#first.values[index] ?? null, ...series.values],
      lines: [this.#first.line, ...series.lines],
    };
  }
}

function sumOf(positions: readonly number[], numbers: readonly string[]): number | null {
  if (positions.includes(-1)) return null;
  return positions.reduce((sum, position) => sum + Number(numbers[position] ?? 0), 0);
}

function isSeen(value: number | null): boolean {
  return value !== null && value !== 0;
}
