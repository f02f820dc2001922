import { type DetailsBuilder, type FactInput, SeriesBuilder } from '../../../files/details-builder';
import type { Fact, Histogram, Series } from '../../../model/details';
import { percentileMetric } from '../../../model/metric';
import { naturalOrder } from '../../../model/natural-order';
import { lookUp } from '../../../model/words/look-up';
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

/** Runs of a file that have their own series. */
const MAX_RUNS = 20;
/** Far more than the columns and one percentile; a hostile log must not fill the memory. */
const MAX_SERIES = 100;
const ORDER = Object.values(COLUMNS).map(({ label }) => label);

interface RunDetails {
  series: Map<string, { label: string; builder: SeriesBuilder }>;
  histogram: Histogram | null;
  facts: FactInput[];
}

/** Interval lines as series, the histogram, and every line of the last summary, for each run of the file. */
export function sysbenchDetails(details: DetailsBuilder) {
  const runs: RunDetails[] = [];
  let run = newRun();
  let facts = summaryFacts(run.facts);
  let isInHistogram = false;

  const seriesOf = (head: Pick<Series, 'id' | 'label' | 'unit'>): SeriesBuilder => {
    const known = run.series.get(head.id)?.builder;
    const builder = known ?? new SeriesBuilder({ ...head, of: null });
    if (!known && run.series.size < MAX_SERIES) run.series.set(head.id, { label: head.label, builder });
    return builder;
  };

  const add = (name: string, second: number, value: number, line: number) => {
    const { factor = 1, ...head } = lookUp(COLUMNS, name) ?? {};
    if ('id' in head) seriesOf(head).add(second, value * factor, line);
  };

  /** --percentile=0 switches percentiles off and prints 0. */
  const addLatency = (second: number, percentile: number | null, milliseconds: number, line: number) => {
    if (percentile === null || percentile === 0) return;
    const id = percentileMetric(percentile) ?? `latency_p${percentile}`;
    const head = { id, label: `p${percentile}`, unit: 's' };
    seriesOf(head).add(second, Number(`${milliseconds}e-3`), line);
  };

  /**
   * The block that --histogram prints. sysbench rounds each latency to the nearest of 1,024 values on a logarithmic
   * scale and prints them with three decimals: values that print alike are one bucket here, and a bucket's bound is the
   * value that its latencies were rounded to.
   *
   * @returns true while the line belongs to the block
   */
  const histogramLine = (text: string, line: number): boolean => {
    if (text === TITLE) {
      const head = { id: 'latency', label: 'Latency', unit: 's', of: null };
      run.histogram = { ...head, buckets: [], line, lineEnd: line };
      isInHistogram = true;
      return true;
    }
    if (!isInHistogram || !run.histogram) return false;
    const [, value, count] = ROW.exec(text) ?? [];
    if (value === undefined || count === undefined) {
      isInHistogram = text.trimStart().startsWith('value ');
      return isInHistogram;
    }
    addToBucket(run.histogram, Number(`${value}e-3`), Number(count));
    run.histogram.lineEnd = line;
    return true;
  };

  /** Keeps the run that ends here. */
  const keep = () => {
    const isEmpty = run.series.size === 0 && run.facts.length === 0 && run.histogram === null;
    if (!isEmpty && runs.length < MAX_RUNS) runs.push(run);
  };

  return {
    begin(): void {
      keep();
      run = newRun();
      facts = summaryFacts(run.facts);
      isInHistogram = false;
    },
    interval({ second, percentile, values }: Interval, line: number): void {
      for (const [name, value] of values) {
        if (name === 'latency') addLatency(second, percentile, value, line);
        else add(name, second, value, line);
      }
      // 0.4 and 0.5 print no queries/s: reads + writes is what their summary calls read/write requests.
      if (values.has('tps') && !values.has('qps'))
        add('rw', second, (values.get('reads') ?? 0) + (values.get('writes') ?? 0), line);
    },
    /** A line after the start of the test that is none of an interval. */
    text(text: string, line: number): void {
      if (!histogramLine(text, line)) facts.line(text, line);
    },
    end(): void {
      keep();
      for (const [index, { series, histogram, facts: own }] of runs.entries()) {
        const of = runs.length === 1 ? null : `run ${index + 1}`;
        const placeOf = (label: string) => ORDER.indexOf(label) >>> 0;
        const sorted = [...series].sort(
          ([a, one], [b, other]) => placeOf(one.label) - placeOf(other.label) || naturalOrder(a, b),
        );
        details.finished.push(...sorted.map(([, { builder }]) => ({ ...builder.build(), of })));
        if (histogram) details.histograms.push({ ...histogram, of });
        for (const fact of own) {
          const group = [fact.group, of].filter(Boolean).join(', ') || null;
          details.facts.add({ ...fact, group });
        }
      }
    },
  };
}

function newRun(): RunDetails {
  return { series: new Map(), histogram: null, facts: [] };
}

export type SysbenchDetails = ReturnType<typeof sysbenchDetails>;

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
function summaryFacts(facts: FactInput[]) {
  let heading: string | null = null;
  let nested: string | null = null;
  let complete = false;

  /** What follows `Threads fairness:` is the next summary: a checkpoint's values give way to it. */
  const beginPart = () => {
    if (!complete) return;
    facts.length = 0;
    heading = null;
    complete = false;
  };

  const add = (text: string, line: number) => {
    const [, name, printed, transferred, rate] = UNNAMED.exec(text) ?? [];
    if (name && printed) {
      beginPart();
      push({ group: null, name, value: printed, line });
    } else if (transferred && rate) {
      push({ group: null, name: 'transferred', value: `${transferred} (${rate})`, line });
    } else if (heading !== null) {
      const [, key, value] = VALUE.exec(text) ?? [];
      if (!key || !value) return;
      const isNested = text.search(/\S/) >= NESTED_INDENT;
      const group = (isNested ? nested : null) ?? heading;
      push({ group, name: key, value, line });
    }
  };

  const push = ({ group, name, value, line }: Pick<Fact, 'group' | 'name' | 'value' | 'line'>) => {
    const [, digits, unit = null] = NUMBER.exec(value) ?? [];
    facts.push({
      ...{ group, name, value: value.trimEnd().replace(/ {2,}/g, ' '), line },
      ...{ number: toFinite(digits), unit: group === LATENCY ? 'ms' : unit },
    });
  };

  return {
    line(text: string, line: number): void {
      const found = HEADING.exec(text)?.[1];
      if (found !== undefined && text.startsWith(' ')) nested = found;
      else if (found !== undefined) {
        beginPart();
        heading = found;
        nested = null;
        complete = found === 'Threads fairness';
      } else if (facts.length < MAX_FACTS) add(text, line);
    },
  };
}
