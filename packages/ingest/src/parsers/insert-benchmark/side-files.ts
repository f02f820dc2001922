import type { Fact, FileDetails, Histogram } from '../../model/details';
import { toFinite } from '../../text/finite';
import type { DetailsSession, LogParser, Sample } from '../parser';
import { BUCKETS } from './client/iibench-log';

const MAX_LINE = 4000;
const MAX_ITEMS = 2000;

/**
 * Histograms of all clients side by side: `o.rt.t.insert` with tabs, `o.rt.c.insert` with commas.
 *
 *     256us	1ms	4ms	16ms	64ms	256ms	1s	4s	16s	gt	max	tag
 *     0	0	4	55	1	0	0	0	0	0	0.021	t1:DBMS
 */
const responseTimes = sideFile({
  kind: 'iibench-response-times',
  name: /^o\.rt\.[ct]\.(?:insert|delete|query)$/,
  content: /^256us([\t,])1ms(?:\1)4ms\1/m,
  details: () => new ResponseTimesDetails(),
});

/**
 * Means of a per-second column over tenths of the step, a row for each client: `o.rate.{c,t}.{3,5,7}`.
 *
 *     73503	71061	66800	73679	75282	63784	65980	70866	57770	58766	1:DBMS
 */
const rates = sideFile({
  kind: 'iibench-rates',
  name: /^o\.rate\.[ct]\.\d+$/,
  content: /^(?:-?(?:\d{1,15}|nan)[\t,]){3,40}\d{1,7}:\w+$/m,
  details: () => new RatesDetails(),
});

/** Means of iostat by the author's script, which leaves out the first report: `o.iostat.avg.{all,header,data}.dop<N>`. */
const iostatAverages = sideFile({
  kind: 'iostat-averages',
  name: /^o\.iostat\.avg\.(?:all|header|data)(?:\.|$)/,
  content: /^average values from iostat for \S+\nr\/s\t/,
  details: () => new AveragesDetails(),
});

/** What the script that ran a step printed; it ends with the report that `o.res` holds. */
const scriptOutput = sideFile({
  kind: 'iibench-script',
  name: /^o\.a(?:\.[rp])?$/,
  content: /^Before perf loops\nAfter perf loops$/m,
});

export const insertBenchmarkSideFiles: readonly LogParser[] = [
  responseTimes,
  rates,
  iostatAverages,
  scriptOutput,
];

function sideFile(options: {
  kind: string;
  name: RegExp;
  content: RegExp;
  details?: () => DetailsSession;
}): LogParser {
  const { kind, name, content, details } = options;
  return {
    kind,
    score: (sample: Sample) => {
      const isNamed = name.test(sample.name);
      if (content.test(sample.head)) return isNamed ? 1 : 0.9;
      return isNamed ? 0.5 : 0;
    },
    open: null,
    ...(details ? { openDetails: details } : {}),
  };
}

function cellsOf(bytes: Buffer, start: number, end: number): string[] {
  return bytes
    .toString('latin1', start, Math.min(end, start + MAX_LINE))
    .trimEnd()
    .split(/[\t,]/);
}

/** Clients and their sum; the row of percentages restates it. */
class ResponseTimesDetails implements DetailsSession {
  readonly #histograms: Histogram[] = [];
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const cells = cellsOf(bytes, start, end);
    const tag = cells.at(-1) ?? '';
    const numbers = cells.slice(0, -1).map((cell) => toFinite(cell));
    const max = numbers.pop();
    if (numbers.length !== BUCKETS.length || max === undefined || max === null) return;
    if (tag.startsWith('pct:') || this.#histograms.length >= MAX_ITEMS) return;
    const buckets = numbers.map((count, index) => ({ upTo: BUCKETS[index] ?? null, count: count ?? 0 }));
    this.#histograms.push({
      id: 'latency',
      label: 'response time',
      unit: 's',
      of: tag,
      buckets,
      line,
      lineEnd: line,
    });
    this.#facts.push({ group: tag, name: 'max', value: String(max), number: max, unit: 's', line });
  }

  end(): FileDetails {
    return { series: [], histograms: this.#histograms, facts: this.#facts };
  }
}

class RatesDetails implements DetailsSession {
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const cells = cellsOf(bytes, start, end);
    const tag = cells.pop() ?? '';
    cells.forEach((value, index) => {
      if (this.#facts.length >= MAX_ITEMS) return;
      const name = `part ${index + 1} of ${cells.length}`;
      this.#facts.push({ group: tag, name, value, number: toFinite(value), unit: null, line });
    });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
}

class AveragesDetails implements DetailsSession {
  #header: string[] = [];
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, line: number): void {
    const cells = cellsOf(bytes, start, end);
    if (cells[0] === 'r/s') this.#header = cells;
    else if (cells.length > 1 && this.#facts.length < MAX_ITEMS) {
      cells.forEach((value, index) => {
        const name = this.#header[index] ?? `column ${index + 1}`;
        this.#facts.push({ group: null, name, value, number: toFinite(value), unit: null, line });
      });
    }
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
}
