import { SeriesBuilder } from '../../../files/series-builder';
import type { Fact, FileDetails, Histogram } from '../../../model/details';
import { toFinite } from '../../../text/finite';
import type { DetailsSession } from '../../parser';
import {
  BUCKET,
  COUNT_LINE,
  LEVEL_HEADING,
  microsToSeconds,
  OPERATION_HEADING,
  readHistogramLine,
} from './histogram-lines';
import { IntervalSeries } from './interval-series';
import { afterProgress, parseResultLine, resultText } from './result-line';
import { statusFact, TableFacts } from './status-facts';
import { TreeReader, type TreeStatistics } from './tree-statistics';

const MAX_FACTS = 5000;
const MAX_HISTOGRAMS = 200;
const MAX_LINE_BYTES = 1000;

/** Interval rates and dumped statistics as series, histograms, and the last statistics as facts. */
export class DbBenchDetails implements DetailsSession {
  readonly #intervals = new IntervalSeries();
  readonly #tree = new TreeReader();
  readonly #trees = new TreeSeries();
  readonly #table = new TableFacts();
  /** By name: the last of several dumps counts. */
  readonly #facts = new Map<string, Fact>();
  readonly #histograms = new Map<string, Histogram>();
  /** The histogram that is being read. */
  #open: Histogram | null = null;
  #test = { name: '', line: 0 };

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const result = resultText(bytes, start, end);
    const parsed = result?.includes(' micros/op ') ? parseResultLine(result) : null;
    if (parsed) {
      this.#test = { name: `${parsed.bench}, line ${lineNumber}`, line: lineNumber };
      this.#intervals.nextTest();
      this.#result(parsed, lineNumber);
      return;
    }
    const at = afterProgress(bytes, start, end);
    if (at < end && end - at <= MAX_LINE_BYTES) this.#text(bytes.toString('latin1', at, end), lineNumber);
  }

  #text(text: string, line: number): void {
    if (this.#intervals.line(text, line) || this.#histogram(text, line)) return;
    const previous = this.#tree.dump;
    if (this.#tree.line(text, line) && previous) this.#trees.add(previous);
    for (const fact of this.#table.line(text, line)) this.#add(fact);
    const status = statusFact(text, line);
    if (status) this.#add(status);
  }

  #result(parsed: NonNullable<ReturnType<typeof parseResultLine>>, line: number): void {
    const group = this.#test.name;
    const add = (name: string, number: number | null, unit: string | null) => {
      if (number !== null) this.#add({ group, name, value: String(number), number, unit, line });
    };
    add('micros/op', parsed.microsPerOp, 'µs');
    add('ops/sec', parsed.opsPerSec, 'operations/s');
    add('seconds', parsed.seconds, 's');
    add('operations', parsed.operations, null);
    add('MB/s', parsed.megabytesPerS, 'MiB/s');
    add('found', parsed.found?.found ?? null, null);
    add('looked for', parsed.found?.of ?? null, null);
  }

  /** @returns true when the line belongs to a histogram */
  #histogram(text: string, line: number): boolean {
    const operation = OPERATION_HEADING.exec(text)?.[1];
    const level = LEVEL_HEADING.exec(text)?.[1];
    if (operation) this.#begin('latency', `${operation} latency`, this.#test.name, line);
    else if (level) this.#begin('level_read_latency', level, null, line);
    const open = this.#open;
    if (!open || operation || level) return Boolean(operation || level);
    const [, upTo, count] = BUCKET.exec(text) ?? [];
    const bucket = toFinite(count);
    if (bucket !== null && upTo !== undefined) {
      open.buckets.push({ upTo: microsToSeconds(upTo), count: bucket });
      open.lineEnd = line;
      return true;
    }
    return this.#histogramFacts(open, text, line);
  }

  #histogramFacts(open: Histogram, text: string, line: number): boolean {
    const group = open.of === null ? open.label : `${open.of}: ${open.label}`;
    const [, count, average] = COUNT_LINE.exec(text) ?? [];
    const named: [string, string | undefined, boolean][] = [
      ['Count', count, false],
      ['Average', average, true],
      ...readHistogramLine(text, line).map(([metric, { printed }]): [string, string, boolean] => {
        return [metric.replace('latency_', ''), printed, true];
      }),
    ];
    const present = named.filter(([, value]) => value !== undefined);
    for (const [name, value = '', isTime] of present) {
      const number = isTime ? microsToSeconds(value) : toFinite(value);
      this.#add({ group, name, value, number, unit: isTime ? 's' : null, line });
    }
    if (present.length > 0 || text.startsWith('-----')) return true;
    this.#open = null;
    return false;
  }

  #begin(id: string, label: string, of: string | null, line: number): void {
    const histogram: Histogram = { id, label, unit: 's', of, buckets: [], line, lineEnd: line };
    this.#open = histogram;
    const key = `${label} ${of}`;
    if (this.#histograms.has(key) || this.#histograms.size < MAX_HISTOGRAMS)
      this.#histograms.set(key, histogram);
  }

  #add(fact: Fact): void {
    const key = `${fact.group}\n${fact.name}`;
    if (!this.#facts.has(key) && this.#facts.size >= MAX_FACTS) return;
    // A replaced fact goes to the end: facts stay in the order of their lines.
    this.#facts.delete(key);
    this.#facts.set(key, fact);
  }

  end(): FileDetails {
    if (this.#tree.dump) this.#trees.add(this.#tree.dump);
    return {
      series: [...this.#intervals.build(), ...this.#trees.build()],
      histograms: [...this.#histograms.values()].filter(({ buckets }) => buckets.length > 0),
      facts: [...this.#facts.values()],
    };
  }
}

/** Dumps of `--stats_interval_seconds`, by uptime. */
class TreeSeries {
  readonly #size = new SeriesBuilder({ id: 'lsm_size', label: 'LSM size', unit: 'B', of: null });
  readonly #stall = new SeriesBuilder({
    id: 'stall_percent',
    label: 'stall% of the interval',
    unit: '% of the time',
    of: null,
  });
  readonly #rate = new SeriesBuilder({
    id: 'compaction_rate',
    label: 'compaction MB/s of the interval',
    unit: 'B/s',
    of: null,
  });
  #points = 0;

  add({ line, uptimeSeconds, lsmBytes, intervalStallPercent, intervalCompactionRate }: TreeStatistics): void {
    if (!uptimeSeconds) return;
    const second = uptimeSeconds.value;
    this.#points += 1;
    this.#size.add(second, lsmBytes?.value ?? null, lsmBytes?.line ?? line);
    this.#stall.add(second, intervalStallPercent?.value ?? null, intervalStallPercent?.line ?? line);
    this.#rate.add(second, intervalCompactionRate?.value ?? null, intervalCompactionRate?.line ?? line);
  }

  /** One dump is not a series. */
  build() {
    return this.#points < 2 ? [] : [this.#size, this.#stall, this.#rate].map((builder) => builder.build());
  }
}
