import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { YcsbFacts } from '../details/ycsb-facts';
import { testOf } from '../names';
import { cellNumber, type GoRow, latenciesOf, readGoRow } from './go-row';
import { GoYcsbSession } from './go-session';

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_ROW = 0.8;

/** What go-ycsb prints: its properties, rows of progress, and the rows after `Run finished`. */
export const goYcsb: LogParser = {
  kind: 'go-ycsb',
  about:
    'output of go-ycsb: `Run finished, takes 4m25.3s`, rows `READ   - Takes(s): 265.0, Count: 4998359, OPS: ...`',
  score: scoreGoYcsb,
  fallback: { most: BY_ROW, score: scoreRow },
  open: (reporter) => new GoYcsbSession(reporter),
  openDetails: () => new GoYcsbDetails(),
};

const CONTENT =
  /^[\t >]{0,40}(?:[A-Z][A-Z0-9_-]{0,60}[ \t]*- Takes\(s\): .{0,20}, Count: .{0,20}, OPS: |"(?:dotransactions|threadcount)"="\w{1,20}"$)/m;
const LITERALS = ['Takes(s)', '"threadcount"', '"dotransactions"'];
/** Behind output of the database, or of a script. */
const ROW = / *- Takes\(s\): [\d.]{1,20}, Count: \d{1,20}, OPS: /;
const END = ['Run finished, takes '];

function scoreGoYcsb({ head, name }: Sample): number {
  const isNamed = /ycsb/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}

function scoreRow({ bytes }: Sample): number {
  return bytesContainAny(bytes, END) && ROW.test(bytes.toString('latin1')) ? BY_ROW : 0;
}

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
class GoYcsbDetails implements DetailsSession {
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
