import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import { bytesContainAny, containsAny } from '../../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../../parser';
import { cellNumber, type GoRow, latenciesOf, readGoRow } from '../../ycsb/go/go-row';
import { testOf } from '../names';
import { TpccFacts } from '../tpcc-facts';
import { GoTpcSession, TPMC } from './go-tpc-session';

const MAX_LINE_BYTES = 4096;
const MAX_TYPES = 400;
/** `[Current]` rows are printed each 10 s; `Takes` of a row is the time within the interval. */
const INTERVAL_S = 10;

interface Builders {
  rate: SeriesBuilder;
  average: SeriesBuilder;
  /** Intervals so far. */
  count: number;
}

/**
 * `[Current]` rows, and rows that nothing marks, as series of each type: transactions per minute and average latency. The
 * last row of each kind as printed. Of runs in one file the last one.
 */
class GoTpcDetails implements DetailsSession {
  readonly #builders = new Map<string, Builders>();
  readonly #facts = new TpccFacts();

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end || end - start > MAX_LINE_BYTES) return;
    const text = bytes.toString('latin1', start, end);
    const row = readGoRow(text);
    if (row) this.#row(row, lineNumber);
    else this.#tpmC(text, lineNumber);
  }

  #row(row: GoRow, line: number): void {
    if (row.kind !== 'Summary') this.#progress(row, line);
    const group = row.kind === null ? row.name : `${row.kind} ${row.name}`;
    for (const { key, unit, text } of row.cells) {
      this.#facts.add({ group, name: unit === null ? key : `${key}(${unit})`, value: text, unit, line });
    }
  }

  #progress(row: GoRow, line: number): void {
    const known = this.#builders.get(row.name);
    if (!known && this.#builders.size >= MAX_TYPES) return;
    const of = testOf(row.name);
    const builders = known ?? {
      rate: new SeriesBuilder({ id: 'tpm', label: 'TPM', unit: 'transactions/min', of }),
      average: new SeriesBuilder({ id: 'latency_avg', label: 'avg', unit: 's', of }),
      count: 0,
    };
    this.#builders.set(row.name, builders);
    builders.count += 1;
    // Rows that nothing marks are of the time since the start.
    const seconds = row.kind === null ? cellNumber(row, 'Takes') : builders.count * INTERVAL_S;
    if (seconds === null) return;
    builders.rate.add(seconds, cellNumber(row, 'TPM'), line);
    const average = latenciesOf(row).find(([metric]) => metric === 'latency_avg')?.[1] ?? null;
    builders.average.add(seconds, average, line);
  }

  #tpmC(text: string, line: number): void {
    const [found, tpmC = '', total, efficiency] = TPMC.exec(text) ?? [];
    if (found === undefined) return;
    const add = (name: string, value: string | undefined, unit: string | null) => {
      if (value !== undefined) this.#facts.add({ group: null, name, value, unit, line });
    };
    add('tpmC', tpmC, 'tpmC');
    add('tpmTotal', total, 'transactions/min');
    add('efficiency', efficiency, '%');
  }

  end(): FileDetails {
    const series = [...this.#builders.values()].flatMap(({ rate, average }) => [
      rate.build(),
      average.build(),
    ]);
    return { series, histograms: [], facts: this.#facts.build() };
  }
}

/** Less than by the beginning of a file, which says better what the whole of it is. */
const BY_SUMMARY = 0.8;

/** What go-tpc, which is `tiup bench`, prints of TPC-C and CH-benCHmark. */
export const goTpc: LogParser = {
  kind: 'go-tpc',
  about:
    'output of go-tpc: rows `[Summary] NEW_ORDER - Takes(s): 59.4, Count: 359, TPM: 362.5, ...`, `tpmC: 362.5`',
  score: scoreGoTpc,
  fallback: {
    most: BY_SUMMARY,
    score: ({ bytes }) => (bytesContainAny(bytes, SUMMARY) ? BY_SUMMARY : 0),
  },
  open: (reporter) => new GoTpcSession(reporter),
  valueLines: [TPMC],
  openDetails: () => new GoTpcDetails(),
};

const ROW = String.raw`(?:\[(?:Current|Summary)\] )?[A-Z][A-Z0-9_]{1,40} *- (?:Takes\(s\): [^,]{0,20}, Count: [^,]{0,20}, TPM: |Count: [^,]{0,20}, Sum\(ms\): )`;
/** A rate alone also appears in handwritten notes. */
const CONTENT = new RegExp(String.raw`^[\t >]{0,40}(?:${ROW}|tpmC: \d[\d.]{0,20}, tpmTotal: )`, 'm');
const LITERALS = ['TPM: ', 'Sum(ms): ', ', tpmTotal: '];
/** Behind the output of something else. */
const SUMMARY = ['\n[Summary] NEW_ORDER - '];

function scoreGoTpc({ head, name }: Sample): number {
  const isNamed = /tpcc/i.test(name);
  if (containsAny(head, LITERALS) && CONTENT.test(head)) return isNamed ? 1 : 0.9;
  return 0;
}
