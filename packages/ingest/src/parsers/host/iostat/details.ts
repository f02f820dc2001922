import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { LogClock } from '../log-clock';
import { isStorage } from './device-sums';
import { JsonReports } from './json-reports';
import type { ReportVisitor } from './report-visitor';
import { CPU_COLUMNS, DEVICE_COLUMNS, type SeriesColumn } from './series-columns';
import { TextReports } from './text-reports';

const OPEN_BRACE = 123;
/** Series of some twenty busy devices; more come from damage and would only grow. */
const MAX_SERIES = 400;

/**
 * Activity of each device over time, and of the CPU. Loop devices, the report since boot and what is 0 throughout
 * are left out. Seconds are those of the log's times (-t), counted from the first one; a log without them is read as
 * one report a second, because iostat does not print its interval.
 */
export class IostatDetails implements DetailsSession, ReportVisitor {
  readonly #series = new Map<string, { builder: SeriesBuilder; isIdle: boolean }>();
  readonly #clock = new LogClock();
  #text: TextReports | null = null;
  #json: JsonReports | null = null;
  /** CPU and time stand before the devices of their report. */
  #cpu: { values: ReadonlyMap<string, number>; line: number } | null = null;
  #time: number | null = null;
  #reports = 0;
  #counted = 0;
  #second = 0;
  #isSinceBoot = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (!this.#text && !this.#json) {
      if (start === end) return;
      if (bytes[start] === OPEN_BRACE) this.#json = new JsonReports(this);
      else this.#text = new TextReports(this);
    }
    if (this.#json) this.#json.line(bytes.toString('latin1', start, end), lineNumber);
    else this.#text?.line(bytes, start, end, lineNumber);
  }

  time(text: string): void {
    this.#time = this.#clock.at(text);
  }

  cpu(values: ReadonlyMap<string, number>, line: number): void {
    this.#cpu = { values, line };
  }

  report(): void {
    this.#reports += 1;
    this.#isSinceBoot = this.#json
      ? this.#reports === 1 && this.#json.omitsSinceBoot !== true
      : (this.#text?.starts.isSinceBoot ?? false);
    if (!this.#isSinceBoot) this.#counted += 1;
    this.#second = this.#time ?? this.#counted;
    this.#time = null;
    if (this.#cpu) this.#add(null, CPU_COLUMNS, this.#cpu);
    this.#cpu = null;
  }

  device(name: string, values: ReadonlyMap<string, number>, line: number): void {
    if (isStorage(name)) this.#add(name.trim(), DEVICE_COLUMNS, { values, line });
  }

  #add(
    of: string | null,
    columns: Readonly<Record<string, SeriesColumn>>,
    { values, line }: { values: ReadonlyMap<string, number>; line: number },
  ): void {
    if (this.#isSinceBoot) return;
    for (const [name, value] of values) {
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (!column) continue;
      const key = `${of ?? ''} ${column.id}`;
      let series = this.#series.get(key);
      if (!series) {
        if (this.#series.size >= MAX_SERIES) continue;
        const { id, label, unit } = column;
        series = { builder: new SeriesBuilder({ id, label, unit, of }), isIdle: true };
        this.#series.set(key, series);
      }
      series.builder.add(this.#second, value / column.divisor, line);
      if (value !== 0) series.isIdle = false;
    }
  }

  end(): FileDetails {
    const busy = [...this.#series.values()].filter(({ isIdle }) => !isIdle);
    return { series: busy.map(({ builder }) => builder.build()), histograms: [], facts: [] };
  }
}
