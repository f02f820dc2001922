import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { cellNumber, type GoRow, latenciesOf, readGoRow } from '../go/go-row';
import { testOf } from '../names';
import { YcsbFacts } from './ycsb-facts';

const MAX_LINE_BYTES = 4096;
const MAX_OPERATIONS = 200;
const FINISHED = /^[\t >]{0,40}Run finished, takes (\S{1,60})/;
/** Group for facts about the whole run. */
const RUN = 'run';

interface Builders {
  rate: SeriesBuilder;
  average: SeriesBuilder;
}

/**
 * Rows of progress as series: operations/s and the average latency, both of the time since the start. The last row of
 * each kind of operation as printed. Of runs in one file the last one.
 */
export class GoYcsbDetails implements DetailsSession {
  #builders = new Map<string, Builders>();
  #facts = new YcsbFacts();
  #finished = false;
  #final = new Set<string>();

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const row = readGoRow(text);
    if (row && row.kind === null) this.#row(row, lineNumber);
    else this.#finish(FINISHED.exec(text)?.[1], lineNumber);
  }

  #finish(takes: string | undefined, line: number): void {
    if (takes === undefined) return;
    if (this.#finished) this.#begin();
    this.#finished = true;
    this.#facts.add({ group: RUN, name: 'takes', value: takes, line });
  }

  #row(row: GoRow, line: number): void {
    if (this.#finished && this.#final.has(row.name)) this.#begin();
    if (this.#finished) this.#final.add(row.name);
    else this.#progress(row, line);
    for (const { key, unit, text } of row.cells) {
      const name = unit === null ? key : `${key}(${unit})`;
      this.#facts.add({ group: row.name, name, value: text, line });
    }
  }

  #progress(row: GoRow, line: number): void {
    const seconds = cellNumber(row, 'Takes');
    const known = this.#builders.get(row.name);
    if (seconds === null || (!known && this.#builders.size >= MAX_OPERATIONS)) return;
    const of = testOf(row.name);
    const builders = known ?? {
      rate: new SeriesBuilder({ id: 'throughput', label: 'ops/s since the start', unit: 'operations/s', of }),
      average: new SeriesBuilder({ id: 'latency_avg', label: 'avg since the start', unit: 's', of }),
    };
    this.#builders.set(row.name, builders);
    const average = latenciesOf(row).find(([metric]) => metric === 'latency_avg')?.[1] ?? null;
    builders.rate.add(seconds, cellNumber(row, 'OPS'), line);
    builders.average.add(seconds, average, line);
  }

  #begin(): void {
    this.#builders = new Map();
    this.#facts = new YcsbFacts();
    this.#finished = false;
    this.#final = new Set();
  }

  end(): FileDetails {
    const series = [...this.#builders.values()].flatMap(({ rate, average }) => [
      rate.build(),
      average.build(),
    ]);
    return { series, histograms: [], facts: this.#facts.build() };
  }
}
