import { type BenchmarkId, benchmarkModel, isBenchmarkId, lookUp } from '@basecase/ingest/model';
import glossary from './test-glossary.json' with { type: 'json' };

/*
 * What a test does, for readers who do not know the benchmark: verb first, one line. The tests are those of the models in
 * packages/ingest/src/parsers; a test that is not known here has no line.
 */

type Entry = readonly [name: RegExp, does: string];

/** By benchmark: a pattern of names, and what they do. The first that fits counts; of TPC-C in any case. */
const TESTS = new Map(
  Object.entries(glossary.tests).map(([benchmark, entries]) => [
    benchmark,
    Object.entries(entries).map(
      ([name, does]): Entry => [new RegExp(name, benchmark === 'tpcc' ? 'i' : ''), does],
    ),
  ]),
);

const BENCHMARKS: Readonly<Partial<Record<BenchmarkId, string>>> = glossary.benchmarks;

/** The line on a test; null where nothing is known of it. A suffix for warm-ups does not count. */
export function testDoes(benchmark: BenchmarkId, test: string): string | null {
  const bare = test.replace(/\.(pre|warm|warmpre)$/, '');
  return TESTS.get(benchmark)?.find(([name]) => name.test(bare))?.[1] ?? null;
}

/** The line on a benchmark; null where nothing is known of it. */
export function benchmarkDoes(benchmark: BenchmarkId): string | null {
  return BENCHMARKS[benchmark] ?? null;
}

/** `sysbench`; of a tool without a parser the name of the tool. */
export function benchmarkName(benchmark: BenchmarkId): string {
  return isBenchmarkId(benchmark) ? benchmarkModel(benchmark).name : benchmark;
}

const NOUNS: readonly Entry[] = [
  [/^(?:oltp_|bulk_)?insert$/, 'inserts'],
  [/^(?:oltp_)?delete$/, 'deletes'],
  [/^(?:oltp_)?update[-_]/, 'updates'],
];

const UNITS: Readonly<Record<string, string>> = {
  NOPM: 'new orders per minute',
  TPM: 'transactions per minute',
  tpmC: 'new orders per minute',
  'IO/s': 'reads and writes per second',
  'Krows/s per client': 'rows per second and client',
};

/**
 * `inserts per second`: what a throughput counts, for a sentence.
 *
 * @param test its name; null for several tests
 * @returns null where the unit counts nothing: a time, or a size
 */
export function countedNoun(unit: string, test: string | null): string | null {
  const known = lookUp(UNITS, unit);
  if (known) return known;
  const counted = /^([a-z][a-z ]*)\/(s|min)$/i.exec(unit);
  if (!counted) return null;
  const [, what = '', time] = counted;
  const own = test === null || what !== 'queries' ? undefined : NOUNS.find(([name]) => name.test(test))?.[1];
  return `${own ?? what} per ${time === 's' ? 'second' : 'minute'}`;
}
