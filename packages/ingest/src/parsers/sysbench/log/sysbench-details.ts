import type { DetailsBuilder, FactsBuilder } from '../../../files/details-builder';
import type { Fact, Histogram } from '../../../model/details';
import { percentileMetric } from '../../../model/metric';
import { toFinite } from '../../../text/finite';
import type { Interval } from './interval-lines';

const MEBIBYTE = 1024 * 1024;

interface Column {
  id: string;
  label: string;
  unit: string;
  factor?: number;
}

/** Series by the names of numbers in interval lines, in the order they are shown. */
const COLUMNS: Readonly<Record<string, Column>> = {
  qps: { id: 'throughput', label: 'QPS', unit: 'queries/s' },
  eps: { id: 'throughput', label: 'events/s', unit: 'events/s' },
  rw: { id: 'rw_requests_per_s', label: 'reads + writes/s', unit: 'requests/s' },
  tps: { id: 'transactions_per_s', label: 'TPS', unit: 'transactions/s' },
  mib: { id: 'bandwidth', label: 'bandwidth', unit: 'B/s', factor: MEBIBYTE },
  readMib: { id: 'read_bandwidth', label: 'read', unit: 'B/s', factor: MEBIBYTE },
  writtenMib: { id: 'write_bandwidth', label: 'written', unit: 'B/s', factor: MEBIBYTE },
  fsyncs: { id: 'fsyncs', label: 'fsyncs/s', unit: 'fsyncs/s' },
  reads: { id: 'read_queries', label: 'read queries/s', unit: 'queries/s' },
  writes: { id: 'write_queries', label: 'write queries/s', unit: 'queries/s' },
  other: { id: 'other_queries', label: 'other queries/s', unit: 'queries/s' },
  errors: { id: 'errors_per_s', label: 'errors/s', unit: 'errors/s' },
  reconnects: { id: 'reconnects_per_s', label: 'reconnects/s', unit: 'reconnects/s' },
  threads: { id: 'threads', label: 'threads', unit: 'threads' },
  queue: { id: 'queue_length', label: 'queue length', unit: 'events' },
  concurrency: { id: 'concurrency', label: 'concurrency', unit: 'events' },
};

/** Interval lines as series, the histogram, and every line of the last summary. Of appended runs the last one. */
export class SysbenchDetails {
  readonly #details: DetailsBuilder;
  readonly #facts: SummaryFacts;
  #histogram: Histogram | null = null;
  #isInHistogram = false;

  constructor(details: DetailsBuilder) {
    this.#details = details;
    this.#facts = new SummaryFacts(details.facts);
  }

  /** A run begins: what was read so far was of the one before. */
  begin(): void {
    this.#details.clear();
    this.#facts.clear();
    this.#histogram = null;
    this.#isInHistogram = false;
  }

  interval({ second, percentile, values }: Interval, line: number): void {
    for (const [name, value] of values) {
      if (name === 'latency') this.#latency(second, percentile, value, line);
      else this.#add(name, second, value, line);
    }
    // 0.4 and 0.5 print no queries/s: reads + writes is what their summary calls read/write requests.
    if (values.has('tps') && !values.has('qps'))
      this.#add('rw', second, (values.get('reads') ?? 0) + (values.get('writes') ?? 0), line);
  }

  /** A line after the start of the test that is none of an interval. */
  text(text: string, line: number): void {
    if (!this.#histogramLine(text, line)) this.#facts.line(text, line);
  }

  end(): void {
    this.#details.sortSeries(Object.values(COLUMNS).map(({ label }) => label));
    if (this.#histogram) this.#details.histograms.push(this.#histogram);
  }

  #add(name: string, second: number, value: number, line: number): void {
    const { factor = 1, ...head } = COLUMNS[name] ?? {};
    if ('id' in head) this.#details.series(head).add(second, value * factor, line);
  }

  /** --percentile=0 switches percentiles off and prints 0. */
  #latency(second: number, percentile: number | null, milliseconds: number, line: number): void {
    if (percentile === null || percentile === 0) return;
    const id = percentileMetric(percentile) ?? `latency_p${percentile}`;
    const head = { id, label: `p${percentile}`, unit: 's' };
    this.#details.series(head).add(second, Number(`${milliseconds}e-3`), line);
  }

  /**
   * The block that --histogram prints. sysbench rounds each latency to the nearest of 1,024 values on a logarithmic
   * scale and prints them with three decimals: values that print alike are one bucket here, and a bucket's bound is the
   * value that its latencies were rounded to.
   *
   * @returns true while the line belongs to the block
   */
  #histogramLine(text: string, line: number): boolean {
    if (text === TITLE) {
      const head = { id: 'latency', label: 'Latency', unit: 's', of: null };
      this.#histogram = { ...head, buckets: [], line, lineEnd: line };
      this.#isInHistogram = true;
      return true;
    }
    if (!this.#isInHistogram || !this.#histogram) return false;
    const [, value, count] = ROW.exec(text) ?? [];
    if (value === undefined || count === undefined) {
      this.#isInHistogram = text.trimStart().startsWith('value ');
      return this.#isInHistogram;
    }
    addToBucket(this.#histogram, Number(`${value}e-3`), Number(count));
    this.#histogram.lineEnd = line;
    return true;
  }
}

const TITLE = 'Latency histogram (values are in milliseconds)';
/** `       0.182 |**************************************** 5777` */
const ROW = /^ *(\d+\.\d+) \|\** +(\d+)$/;

function addToBucket({ buckets }: Histogram, upTo: number, count: number): void {
  const last = buckets.at(-1);
  if (last?.upTo === upTo) last.count += count;
  else buckets.push({ upTo, count });
}

/** `SQL statistics:`, `Latency (ms):`; 0.5 has headings within: `    response time:`. */
const HEADING = /^ {0,4}([A-Za-z][\w /()-]*):$/;
/** `        read:                            588`, `    transactions:                        31     (6.16 per sec.)` */
const VALUE = /^ +([A-Za-z0-9][\w /(),.-]*): +(\S.*)$/;
/** Only what the tests of memory and files print: `Total operations: 19100099 (6363399.58 per second)`. */
const UNNAMED =
  /^(?:(Total operations|Operations performed): +(\S.*)|(\d\S* Mi?B) transferred \((\S+ Mi?B\/sec)\))$/;
const NUMBER = /^(\d+(?:\.\d+)?)(ms|s)?(?: |$)/;
/** No summary has more lines; an endless log must not fill memory. */
const MAX_FACTS = 100;
const LATENCY = 'Latency (ms)';

/** Deeper lines belong to the heading within: `    queries performed:` and `        read:`. */
const NESTED_INDENT = 5;

/** Every named value of the last summary, as printed. */
class SummaryFacts {
  readonly #facts: FactsBuilder;
  #count = 0;
  #heading: string | null = null;
  #nested: string | null = null;
  #complete = false;

  constructor(facts: FactsBuilder) {
    this.#facts = facts;
  }

  clear(): void {
    this.#facts.clear();
    this.#count = 0;
    this.#heading = null;
    this.#nested = null;
    this.#complete = false;
  }

  line(text: string, line: number): void {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined && text.startsWith(' ')) {
      this.#nested = heading;
    } else if (heading !== undefined) {
      this.#beginPart();
      this.#heading = heading;
      this.#nested = null;
      this.#complete = heading === 'Threads fairness';
    } else if (this.#count < MAX_FACTS) {
      this.#add(text, line);
    }
  }

  /** What follows `Threads fairness:` is the next summary: a checkpoint's values give way to it. */
  #beginPart(): void {
    if (this.#complete) this.clear();
  }

  #add(text: string, line: number): void {
    const [, name, printed, transferred, rate] = UNNAMED.exec(text) ?? [];
    if (name && printed) {
      this.#beginPart();
      this.#push({ group: null, name, value: printed, line });
    } else if (transferred && rate) {
      this.#push({ group: null, name: 'transferred', value: `${transferred} (${rate})`, line });
    } else if (this.#heading !== null) {
      const [, key, value] = VALUE.exec(text) ?? [];
      if (!key || !value) return;
      const isNested = text.search(/\S/) >= NESTED_INDENT;
      const group = (isNested ? this.#nested : null) ?? this.#heading;
      this.#push({ group, name: key, value, line });
    }
  }

  #push({ group, name, value, line }: Pick<Fact, 'group' | 'name' | 'value' | 'line'>): void {
    const [, digits, unit = null] = NUMBER.exec(value) ?? [];
    this.#count += 1;
    this.#facts.add({
      ...{ group, name, value: value.trimEnd().replace(/ {2,}/g, ' '), line },
      ...{ number: toFinite(digits), unit: group === LATENCY ? 'ms' : unit },
    });
  }
}
