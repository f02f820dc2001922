import type { Fact, FileDetails, Histogram } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { toHistogram } from '../client/iibench-details';
import type { Operation } from '../client/iibench-log';
import { PERCENTILE, parseRates, parseStepTotals } from './step-report-session';
import { parseResponseTimes } from './summary-lines';

const MAX_FACTS = 2000;
const MAX_HISTOGRAMS = 300;
const MAX_LINE = 4000;
const CPU_SECONDS = /^client: ([\d.]{1,20}) user, ([\d.]{1,20}) system, /;

/** Response times and percentiles of each client, means of iostat and vmstat, the step's totals. */
export class StepReportDetails implements DetailsSession {
  readonly #histograms: Histogram[] = [];
  readonly #facts: Fact[] = [];
  readonly #clients: Partial<Record<Operation, number>> = {};
  #section: string | null = null;
  #header: string[] | null = null;
  /** Client that the percentiles belong to: each begins with its 50th. */
  #client = 0;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_LINE)).trimEnd();
    if (lineNumber === 1) this.#totals(text, lineNumber);
    else if (/^iostat, vmstat normalized by |^average values from iostat /.test(text)) this.#section = text;
    else if (/^(?:nsamp|r\/s)\t/.test(text)) this.#header = text.split('\t');
    else if (this.#header) this.#means(text, lineNumber);
    else this.#other(text, lineNumber);
  }

  #totals(text: string, line: number): void {
    const totals = parseStepTotals(text);
    if (!totals) return;
    const { processes, rowsPerProcess, seconds, rowsPerS, queries, queriesPerS } = totals;
    const named = {
      processes,
      'rows per process': rowsPerProcess,
      seconds,
      'rows/s': rowsPerS,
      queries,
      'queries/s': queriesPerS,
    };
    for (const [name, number] of Object.entries(named)) this.#add({ group: null, name, number }, line);
  }

  #means(text: string, line: number): void {
    const header = this.#header ?? [];
    this.#header = null;
    text.split('\t').forEach((cell, index) => {
      const name = header[index];
      const number = /^[\d.]{1,20}$/.test(cell) ? Number(cell) : Number.NaN;
      if (name !== undefined) this.#add({ group: this.#section, name, number }, line);
    });
  }

  #other(text: string, line: number): void {
    const found = parseResponseTimes(text, line);
    const percentile = PERCENTILE.exec(text);
    const cpu = CPU_SECONDS.exec(text);
    if (found && this.#histograms.length < MAX_HISTOGRAMS) {
      const client = (this.#clients[found.operation] ?? 0) + 1;
      this.#clients[found.operation] = client;
      this.#histograms.push(toHistogram(found.operation, found.times, `client ${client}`));
    } else if (percentile) {
      if (percentile[1] === '50') this.#client += 1;
      for (const [operation, number] of parseRates(percentile[4] ?? '')) {
        const name = `${operation} rate at ${percentile[1]}%`;
        this.#add({ group: `client ${this.#client}`, name, number }, line);
      }
    } else if (cpu) {
      this.#add({ group: 'clients', name: 'user CPU seconds', number: Number(cpu[1]) }, line);
      this.#add({ group: 'clients', name: 'system CPU seconds', number: Number(cpu[2]) }, line);
    }
  }

  #add({ group, name, number }: Pick<Fact, 'group' | 'name'> & { number: number }, line: number): void {
    if (!Number.isFinite(number) || this.#facts.length >= MAX_FACTS) return;
    this.#facts.push({ group, name, value: String(number), number, unit: null, line });
  }

  end(): FileDetails {
    return { series: [], histograms: this.#histograms, facts: this.#facts };
  }
}
