import { findReleaseLines, type RoundsRecording, type StepMark, stepBefore } from '@basecase/analysis';
import type { LineRecord, ProductHeatmap, ProductView, TestChoice } from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import { readMetric } from '../results/relative';
import { sentRound } from '../results/sent-results';
import { type NamedTest, testAliases } from '../results/test-row';
import { ALL_TESTS, GROUP_PREFIX, type TrendsMetric } from './trends-state';

/** Absolute values of one release line: everything relative is computed from them in the browser. */
export interface TrendLine {
  /** Unique on the page and stable. */
  id: string;
  server: { slug: string; name: string; cores: number | null };
  workload: {
    slug: string;
    cached: boolean | null;
    clients: number | null;
    source: string | null;
    details: string[];
    /** Base of a table that was published as ratios; null for absolute values. */
    ownBase: string | null;
  };
  flavour: string | null;
  config: string | null;
  /** In release order; each with its config where the line has several. */
  columns: { slug: string; version: string; config?: string | null }[];
  /** [test][column]; null = missing, or not to be compared. */
  values: (number | null)[][];
  /** Of throughputs: what was recorded in turns, by test and column; left out where nothing was. */
  rounds?: RoundsRecording[];
  /** Key of a test in this line's heatmap, by test, where it is there without its range. */
  ownKeys: Record<number, string>;
  /** The config step that it begins with; left out without one. */
  step?: StepMark;
  /** Regression records that start at one of its columns, the largest first; none for a mean. */
  records: TrendRecord[];
}

/** A regression record of a line. */
export type TrendRecord = Pick<
  LineRecord,
  'slug' | 'kind' | 'firstBad' | 'column' | 'levelRatio' | 'verdict'
>;

export interface TrendsData {
  product: string;
  benchmark: BenchmarkId;
  metric: TrendsMetric;
  /** What is drawn: `update-index range=100`, `Writes, geometric mean`. */
  title: string;
  /** A mean over several tests. */
  isMean: boolean;
  tests: { key: string; unit: string }[];
  trendLines: TrendLine[];
  /** Heatmaps that were asked for and have no value of this. */
  without: string[];
}

/** Of 16 digits the last 8 are rounding noise of a mean over a few hundred samples. */
const DIGITS = 8;

interface Input {
  product: string;
  benchmark: BenchmarkId;
  metric: TrendsMetric;
  title: string;
  isMean: boolean;
  /** Selected tests, each with all its keys, the name with its range first. */
  tests: readonly { keys: readonly string[]; unit: string }[];
  chosen: readonly ProductHeatmap[];
  views: readonly ProductView[];
  records: readonly LineRecord[];
}

/** Puts the values of the selected tests into lines. Tests that no line has are left out. */
export function toTrendsData({ tests, chosen, views, records, ...rest }: Input): TrendsData {
  const heatmaps = chosen.map((entry) => {
    const view = views.find(
      (each) => each.server === entry.server.slug && each.workload === entry.workload.slug,
    );
    return { entry, lines: view ? linesOf(entry, view, { tests, metric: rest.metric, records }) : [] };
  });
  const trendLines = heatmaps.flatMap((heatmap) => heatmap.lines);
  const used = tests.flatMap((_, index) =>
    trendLines.some(({ values }) => values[index]?.some((value) => value !== null)) ? [index] : [],
  );
  return {
    ...rest,
    tests: used.map((index) => ({ key: tests[index]?.keys[0] ?? '', unit: tests[index]?.unit ?? '' })),
    trendLines: trendLines.map((line) => ({
      ...line,
      values: used.map((index) => line.values[index] ?? []),
      ...(line.rounds && {
        rounds: line.rounds.map((recording) => ({
          ...recording,
          values: used.map((index) => recording.values[index] ?? []),
        })),
      }),
      ownKeys: Object.fromEntries(
        used.flatMap((index, to) => (line.ownKeys[index] ? [[to, line.ownKeys[index]]] : [])),
      ),
    })),
    without: heatmaps.flatMap(({ entry, lines: own }) =>
      own.length === 0 ? [`${entry.server.name}, ${entry.workload.label}`] : [],
    ),
  };
}

/** A variant has one column, so a base is not needed to choose it. */
const NO_BASE = -1;

function linesOf(
  { server, workload }: ProductHeatmap,
  { matrix, steps }: ProductView,
  { tests, metric, records }: Pick<Input, 'tests' | 'metric' | 'records'>,
): TrendLine[] {
  const rowOf = new Map(matrix.rows.map(({ key }, index) => [key, index]));
  const found = tests.map(({ keys }) => keys.find((key) => rowOf.has(key)) ?? null);
  const read = (key: string | null, column: number): number | null => {
    const row = key === null ? undefined : rowOf.get(key);
    if (row === undefined || matrix.status[row]?.[column] !== 'ok') return null;
    const value = readMetric(matrix, metric, { row, column, cores: server.cores });
    return value === null ? null : Number(value.toPrecision(DIGITS));
  };
  const ownKeys = found.flatMap((key, index) =>
    key !== null && key !== tests[index]?.keys[0] ? [[index, key] as const] : [],
  );
  const roundsOf = (indexes: readonly number[]): RoundsRecording[] => {
    if (metric !== 'throughput') return [];
    const recordings = (matrix.rounds ?? []).map((recording) => ({
      ...recording,
      values: found.map((key) => {
        const row = key === null ? undefined : recording.values[rowOf.get(key) ?? -1];
        return indexes.map((column) => (row?.[column] ?? []).map(sentRound));
      }),
    }));
    return recordings.filter(({ values }) => values.some((cells) => cells.some((own) => own.length > 0)));
  };
  return findReleaseLines(matrix.columns, NO_BASE).flatMap(
    ({ flavour, config, columns: indexes }): TrendLine[] => {
      const values = found.map((key) => indexes.map((column) => read(key, column)));
      if (values.every((cells) => cells.every((value) => value === null))) return [];
      const columns = indexes.flatMap((index) => matrix.columns[index] ?? []);
      const rounds = roundsOf(indexes);
      const step = columns[0] && stepBefore(steps, columns[0]);
      return [
        {
          id: [server.slug, workload.slug, config ?? '', flavour ?? ''].join('@'),
          server: { slug: server.slug, name: server.name, cores: server.cores },
          workload: {
            slug: workload.slug,
            cached: workload.cached,
            clients: workload.clients,
            source: workload.source,
            details: workload.details,
            ownBase: workload.relativeTo?.base ?? null,
          },
          flavour,
          config,
          columns: columns.map(({ slug, version, config: own, line }) => ({
            slug,
            version,
            ...(line !== undefined && { config: own }),
          })),
          values,
          ...(rounds.length > 0 && { rounds }),
          ...(step && { step: { from: step.from, to: step.to, shared: step.shared } }),
          ownKeys: Object.fromEntries(ownKeys),
          records: records
            .filter(
              (record) =>
                record.server === server.slug &&
                record.workload === workload.slug &&
                columns.some((column) => column.slug === record.column),
            )
            .map(({ slug, kind, firstBad, column, levelRatio, verdict }) => ({
              slug,
              kind,
              firstBad,
              column,
              levelRatio,
              verdict,
            })),
        },
      ];
    },
  );
}

export type TestOptions = ReturnType<typeof testOptions>;

const RANGE = /^(.*)_range=(\d+)$/;

/** A test that another table has without its range is one test here. */
function joinAliases(tests: readonly TestChoice[]): (TestChoice & { keys: string[] })[] {
  const aliases = testAliases(tests.map(toNamed));
  return tests.flatMap((test) => {
    if (aliases.has(test.key)) return [];
    const others = [...aliases].flatMap(([alias, key]) => (key === test.key ? [alias] : []));
    return [{ ...test, keys: [test.key, ...others] }];
  });
}

function toNamed({ key }: TestChoice): NamedTest {
  const [, name = key, range] = RANGE.exec(key) ?? [];
  return { key, name, range: range === undefined ? null : Number(range) };
}

/** Which tests a state means: one, a group, or all; a test that is not there means all. */
export function selectTests(all: readonly TestChoice[], wanted: string) {
  const tests = joinAliases(all);
  const one = tests.find(({ keys }) => keys.includes(wanted));
  if (one) return { test: one.key, title: testName(one.key), isMean: false, tests: [one] };
  const group = wanted.startsWith(GROUP_PREFIX) ? wanted.slice(GROUP_PREFIX.length) : '';
  const own = tests.filter((test) => test.group === group);
  const [first] = own;
  if (first) return { test: wanted, title: `${first.groupLabel}, geometric mean`, isMean: true, tests: own };
  return { test: ALL_TESTS, title: 'All tests, geometric mean', isMean: true, tests };
}

/** What the select of tests offers, by group. */
export function testOptions(all: readonly TestChoice[]) {
  const tests = joinAliases(all);
  const labels = new Map(tests.map(({ group, groupLabel }) => [group, groupLabel]));
  return {
    groups: [...labels].map(([id, label]) => ({
      id,
      label,
      tests: tests.flatMap(({ key, group }) => (group === id ? [{ key, label: testName(key) }] : [])),
    })),
  };
}

/** `read-only range=100`. */
function testName(key: string): string {
  return key.replace('_range=', ' range=');
}
