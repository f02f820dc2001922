import { judgeSeries, type Measured, type Rule, type SeriesChange } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { load, randomOf, runOf, type Side, sureOf } from './tables';

/** Counts flags of tables in which nothing changed, and the planted changes that are found. */
class Counter {
  private tables = 0;
  private flags = 0;
  private readonly found = new Map<number, [hit: number, of: number]>();

  addSame(sure: readonly number[]): void {
    this.tables += 1;
    this.flags += sure.filter((one) => one !== 0).length;
  }

  addChanged(size: number, sure: readonly number[], planted: ReadonlyMap<number, number>): void {
    const own = this.found.get(size) ?? [0, 0];
    this.found.set(size, own);
    for (const [test, sign] of planted) {
      own[0] += Number(sure[test] === sign);
      own[1] += 1;
    }
  }

  /** Judges as it is, and with planted changes of each size. */
  addBoth(
    judge: (planted: ReadonlyMap<number, number>, size: number) => readonly number[],
    sizes: readonly number[],
    plant: () => ReadonlyMap<number, number>,
  ): void {
    this.addSame(judge(new Map(), 0));
    for (const size of sizes) {
      const planted = plant();
      this.addChanged(size, judge(planted, size), planted);
    }
  }

  result(): Measured {
    const found = percentages(this.found);
    return { of: this.tables, falseFlags: Number((this.flags / this.tables).toFixed(2)), found };
  }
}

type Found = ReadonlyMap<number, readonly [hit: number, of: number]>;

function percentages(found: Found): (readonly [size: number, percent: number])[] {
  return [...found].map(([size, [hit, of]]) => [size, Math.round((100 * hit) / of)]);
}

const TESTS = 32;
const TABLES = 60;
const SLOWER = 5;

/** Normal noise of 2% on a dedicated machine; five of 32 tests are 10% slower. */
export function simulation(runs: number): Measured {
  const counter = new Counter();
  const random = randomOf(5 + runs);
  const tests = Array.from({ length: TESTS }, (_, index) => `t${index}`);
  const slower = new Map(Array.from({ length: SLOWER }, (_, test) => [test, -1]));
  const sideOf = (version: string, loss: number): Side => ({
    runs: Array.from({ length: runs }, (_, index) =>
      runOf(version, version, { repeat: index + 1, campaigns: ['c'] }),
    ),
    values: tests.map((_, test) =>
      Array.from({ length: runs }, () => Math.exp(0.02 * random.normal()) * (test < SLOWER ? 1 - loss : 1)),
    ),
  });
  const options = { benchmark: 'pgbench', clients: 8, cached: true, server: 'dedicated' } as const;
  for (let table = 0; table < TABLES; table++) {
    const judge = (loss: number) =>
      sureOf({ tests, base: sideOf('1.0', 0), version: sideOf('2.0', loss), options });
    counter.addSame(judge(0));
    counter.addChanged(0.1, judge(0.1), slower);
  }
  return counter.result();
}

interface CloudTable {
  machine: string;
  /** `20240131`. */
  days: string[];
  tests: string[];
  /** By test and day. */
  seconds: number[][];
}

/** Days of a cloud machine in random order: base and version in turn. */
export function cloud(
  data: string,
  [baseRuns, versionRuns]: readonly [number, number],
  { server = 'unknown', sizes = [0.05, 0.1, 0.2] }: { server?: ServerKind; sizes?: readonly number[] } = {},
): Measured {
  const counter = new Counter();
  const random = randomOf(31);
  for (const { days, tests, seconds } of load<CloudTable[]>(data, 'clickbench-tables')) {
    const sideOf = (
      version: string,
      half: number,
      runs: number,
      changed: ReadonlyMap<number, number>,
      size = 0,
    ) => ({
      runs: Array.from({ length: runs }, (_, index) =>
        runOf(version, `${version}-${index}`, { at: timeOf(days[2 * index + half] ?? '') }),
      ),
      values: tests.map((_, test) =>
        Array.from(
          { length: runs },
          (_, index) => (1 - size) ** -(changed.get(test) ?? 0) / (seconds[test]?.[2 * index + half] ?? 1),
        ),
      ),
    });
    const judge = (changed: ReadonlyMap<number, number>, size: number) =>
      sureOf({
        ...{ tests, base: sideOf('1.0', 0, baseRuns, new Map()) },
        version: sideOf('2.0', 1, versionRuns, changed, size),
        options: { benchmark: 'clickbench', clients: null, cached: true, server },
      });
    counter.addBoth(judge, sizes, () => random.pick(SLOWER, tests.length));
  }
  return counter.result();
}

function timeOf(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T12:00:00Z`;
}

interface TpchSeries {
  /** Scale, workers and cache: `1/0/cached`. */
  key: string;
  /** Milliseconds by version, query and run. */
  ver: Record<string, Record<string, Record<string, number>>>;
}

const QUERIES = Array.from({ length: 22 }, (_, index) => String(index + 1));
const RUNS = ['1', '2', '3'];
const KNOWN_VERSIONS = 8;

/** One run of a version against its next one, repeats of eight other versions known. */
export function tpch(data: string, rule: Partial<Rule> = {}): Measured {
  const counter = new Counter();
  const random = randomOf(9);
  for (const { key, ver } of load<TpchSeries[]>(data, 'tpch')) {
    const timeAt = (version: string, query: string, run: string) => ver[version]?.[query]?.[run] ?? 0;
    const whole = Object.keys(ver).filter((version) =>
      QUERIES.every((query) => RUNS.every((run) => timeAt(version, query, run) > 0)),
    );
    for (const version of whole) {
      for (const [first, next] of [
        ['1', '2'],
        ['2', '3'],
      ] as const) {
        const others = whole
          .filter((other) => other !== version)
          .slice(0, KNOWN_VERSIONS)
          .map((other) => ({
            runs: RUNS.map((run) => runOf(other, other, { repeat: Number(run) })),
            values: QUERIES.map((query) => RUNS.map((run) => 1 / timeAt(other, query, run))),
          }));
        const sideOf = (name: string, run: string, changed: ReadonlyMap<number, number>, size = 0) => ({
          runs: [runOf(name, name)],
          values: QUERIES.map((query, test) => [
            (1 - size) ** -(changed.get(test) ?? 0) / timeAt(version, query, run),
          ]),
        });
        const judge = (changed: ReadonlyMap<number, number>, size: number) =>
          sureOf({
            ...{ tests: QUERIES.map((query) => `q${query}`), others, rule },
            base: sideOf('X', first, new Map()),
            version: sideOf('Y', next, changed, size),
            options: {
              benchmark: 'mytool',
              clients: 1,
              cached: key.endsWith('/cached'),
              server: 'dedicated',
            },
          });
        counter.addBoth(judge, [0.05, 0.07, 0.1, 0.2], () => random.pick(SLOWER, QUERIES.length));
      }
    }
  }
  return counter.result();
}

interface StoredSeries {
  /** 0: nothing was planted. */
  step: number;
  at: number | null;
  values: number[];
}

const SAME_SERIES = 300;
const FEWEST_NIGHTS = 12;
/** Nights that a found step may be off. */
const NEAR = 3;

/** Real nights in random order, judged once, after the last one. */
export function seriesAtEnd(data: string): Measured {
  const same = load<StoredSeries[]>(data, 'series').filter(({ step }) => step === 0);
  const wrong = same.filter(({ values }) => sureNights(values, []).length > 0).length;
  return { of: same.length, falseFlags: Number((wrong / same.length).toFixed(3)), found: [] };
}

/** The same judged night after night: a false sure change at any of them counts. */
export function seriesEver(data: string): Measured {
  const all = load<StoredSeries[]>(data, 'series').filter(
    ({ step }, index) => step !== 0 || index < SAME_SERIES,
  );
  let [same, wrong] = [0, 0];
  const found = new Map<number, [hit: number, of: number]>();
  for (const { step, at, values } of all) {
    let held: number[] = [];
    const seen = new Set<number>();
    for (let nights = FEWEST_NIGHTS; nights <= values.length; nights++) {
      const sure = sureNights(values.slice(0, nights), held);
      for (const night of sure) seen.add(night);
      held = [...new Set([...held, ...sure])];
    }
    if (step === 0) {
      same += 1;
      wrong += Number(seen.size > 0);
      continue;
    }
    const own = found.get(step) ?? [0, 0];
    found.set(step, own);
    own[0] += Number([...seen].some((night) => at !== null && Math.abs(night - at) <= NEAR));
    own[1] += 1;
  }
  return {
    of: same,
    falseFlags: Number((wrong / same).toFixed(3)),
    found: percentages(found).sort(([a], [b]) => a - b),
  };
}

function sureNights(values: readonly number[], held: readonly number[]): number[] {
  const { changes } = judgeSeries({
    values,
    better: 'lower-is-better',
    held: held.map((firstBad) => ({ firstBad })),
  });
  return firstNights(changes);
}

function firstNights(changes: readonly SeriesChange[]): number[] {
  return changes.flatMap(({ state, firstBad }) => (state === 'sure' ? [firstBad] : []));
}

interface AnnotatedSeries {
  values: number[];
  annotations: Record<string, number[]>;
}

const MARGIN = 5;

/** F1 of sure changes against the annotations of the Turing Change Point Dataset, as its authors count it. */
export function annotated(data: string): Measured & { f1: number } {
  const all = load<AnnotatedSeries[]>(data, 'tcpd');
  const scores = all.map(({ values, annotations }) => {
    const found = new Set([0, ...firstNights(judgeSeries({ values, better: 'higher-is-better' }).changes)]);
    const truths = Object.values(annotations).map((own) => new Set([0, ...own]));
    const precision = hits(new Set(truths.flatMap((truth) => [...truth])), found) / found.size;
    const recall = truths.reduce((sum, truth) => sum + hits(truth, found) / truth.size, 0) / truths.length;
    return (2 * precision * recall) / (precision + recall);
  });
  const f1 = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { of: all.length, falseFlags: null, found: [], f1: Number(f1.toFixed(3)) };
}

/** True changes with a found one near, each found one used once. */
function hits(truth: ReadonlySet<number>, found: ReadonlySet<number>): number {
  const left = new Set(found);
  let count = 0;
  for (const change of [...truth].sort((a, b) => a - b)) {
    const [best] = [...left]
      .filter((one) => Math.abs(one - change) <= MARGIN)
      .sort((a, b) => Math.abs(a - change) - Math.abs(b - change) || a - b);
    if (best === undefined) continue;
    count += 1;
    left.delete(best);
  }
  return count;
}
