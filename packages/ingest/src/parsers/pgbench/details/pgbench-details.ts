import type { Fact, FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { testOfType } from '../names';
import { isProgressLine, readProgressLine } from '../progress/progress-line';
import { readScriptLine, readText, readTopLine } from '../summary/summary-lines';
import { ProgressSeries } from './progress-series';
import { StatementTable } from './statement-table';

const MAX_LINE_BYTES = 4200;
const MAX_FACTS = 2000;
/** Runs of a file that have their own series. */
const MAX_RUNS = 20;
const QUOTE = /^[\t >]{1,40}/;
/** `number of clients: 16`, `latency average = 5.781 ms`; tps has its name after the number. */
const NAMED = /^(?:- )?([a-z][^:=]{0,80}?)(?::| =) (.{1,200})$/;
const TPS = /^tps = (\S{1,60}) ?\((.{1,60})\)$/;

/** Progress as series for each run; every line of the summaries and the latencies of statements as facts. */
export class PgbenchDetails implements DetailsSession {
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
