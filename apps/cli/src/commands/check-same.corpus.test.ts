import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../exit';
import { runCaptured } from '../testing/capture';
import { archive } from '../testing/corpus';
import { makeTemporaryDirectory } from '../testing/run-directory';

// Two runs of the same, by other people: a gate must not fail for them.

const SHARED = resolve(archive('.'), '../../../..');
const FIO = join(SHARED, 'corpus3/Arau+fio-results-tmp/longterm-tests/bench-results');
const BENCHBASE = join(SHARED, 'corpus2/anand-trehan+benchbase-sqlite/results');
const THP = join(SHARED, 'corpus3/Percona-Lab-results+THP-POSTGRESQL-2019/results');
const PGBENCH = join(SHARED, 'corpus2/kosenkovaan+pgbench_test/one_connection');
const CLOUD = join(SHARED, 'corpus2/serverscamp+pgbench-aws-vs-serverscamp/results');
const GO = join(SHARED, 'corpus2/golang+perf/cmd/benchstat/testdata');

const isThere = [FIO, BENCHBASE, THP, PGBENCH, CLOUD, GO].every((directory) => existsSync(directory));

type Pair = readonly [string, string];

/** Three pods on one volume ran each job: every two of them. */
function fioPairs(): Pair[] {
  return readdirSync(FIO).flatMap((kind) => {
    const runs = readdirSync(join(FIO, kind)).map((file) => join(FIO, kind, file));
    return everyTwo(runs);
  });
}

/** One workload on one machine, run again on other days: each with the one before it. */
function benchbasePairs(): Pair[] {
  const runs = readdirSync(BENCHBASE)
    .filter((file) => file.endsWith('.summary.json'))
    .sort()
    .map((file) => join(BENCHBASE, file));
  return everyTwo(runs);
}

function everyTwo(runs: readonly string[]): Pair[] {
  return runs.flatMap((a, index) => runs.slice(index + 1).map((b): Pair => [a, b]));
}

describe.skipIf(!isThere)('basecase check of two runs of the same', () => {
  const pairs = isThere ? [...fioPairs(), ...benchbasePairs()] : [];

  it('has 24 pairs or more', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(24);
  });

  it.each(pairs.map(([a, b]) => [a.slice(SHARED.length), b.slice(SHARED.length), a, b] as const))(
    'does not fail for %s and %s',
    async (_a, _b, base, version) => {
      const { code, stdout } = await runCaptured(['check', base, version]);
      expect([EXIT.ok, EXIT.possibleOnly], stdout).toContain(code);
    },
  );
});

/** Runs of one version on one machine, one after the other in a log. */
interface RepeatedLog {
  file: string;
  /** Lines before the first run. */
  head: string;
  /** By test: what each repeat printed. */
  tests: ReadonlyMap<string, readonly string[]>;
}

/**
 * The logs of some files, one for each workload.
 *
 * @param begin the line with which a run begins
 * @param workloadOf of a run, and its place in the file
 */
function repeatedLogs(
  files: readonly string[],
  begin: RegExp,
  {
    workloadOf = () => '',
    testOf = () => '',
  }: { workloadOf?: (run: string, index: number) => string; testOf?: (run: string) => string },
): RepeatedLog[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const starts = lines.flatMap((line, index) => (begin.test(line) ? [index] : []));
    const head = lines.slice(0, starts[0]).join('\n');
    const found = new Map<string, Map<string, string[]>>();
    for (const [index, start] of starts.entries()) {
      const run = lines.slice(start, starts[index + 1]).join('\n');
      const tests = found.get(workloadOf(run, index)) ?? new Map<string, string[]>();
      found.set(workloadOf(run, index), tests);
      tests.set(testOf(run), [...(tests.get(testOf(run)) ?? []), run]);
    }
    return [...found.values()].map((tests) => ({ file, head, tests }));
  });
}

function filesIn(directory: string, name: RegExp): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .sort()
    .map((file) => join(directory, file));
}

/** Which of the repeats are one side. */
const SPLITS: Readonly<Record<string, (index: number) => boolean>> = {
  'odd and even repeats': (index) => index % 2 === 0,
  'the first repeat and the others': (index) => index === 0,
};

describe.skipIf(!isThere)('basecase check of the repeats of one version in two halves', () => {
  const logs = isThere
    ? [
        ...repeatedLogs(filesIn(THP, /^pgbench.*tps-\d+$/), /^starting vacuum/, {
          workloadOf: (run) => /scaling factor: (\d+)/.exec(run)?.[1] ?? '',
        }),
        // 10 tables three times, then 20.
        ...repeatedLogs(filesIn(THP, /^sysbench.*tps-\d+$/), /^sysbench 1/, {
          workloadOf: (_, index) => `${Math.floor(index / 3)}`,
        }),
        ...repeatedLogs(filesIn(PGBENCH, /\.txt$/), /^pgbench \(/, {}),
        ...repeatedLogs(filesIn(CLOUD, /bench100\.md$/), /^=== RUN/, {}),
        ...repeatedLogs([join(GO, 'old.txt')], /^Benchmark/, { testOf: (run) => run.split(/\s/)[0] ?? '' }),
      ]
    : [];
  let directory = '';
  let remove = async () => {};
  beforeAll(async () => {
    ({ path: directory, remove } = await makeTemporaryDirectory());
  });
  afterAll(() => remove());

  it('has 24 pairs or more of every split', () => {
    expect(logs.length).toBeGreaterThanOrEqual(24);
  });

  const cases = logs.flatMap((log, index) =>
    Object.entries(SPLITS).map(([split, isFirst]) => ({
      name: `${log.file.slice(SHARED.length)}, workload ${index}`,
      ...{ log, split, isFirst },
    })),
  );

  it.each(cases)('does not fail for $split of $name', async ({ log, split, isFirst, name }) => {
    const sides = [true, false].map((isOfFirst) => {
      const runs = [...log.tests.values()].flatMap((repeats) =>
        repeats.filter((_, index) => isFirst(index) === isOfFirst),
      );
      return [log.head, ...runs].filter(Boolean).join('\n');
    });
    const paths = await Promise.all(
      sides.map(async (text, side) => {
        const place = join(directory, `${split} ${name.replaceAll('/', ' ')}`, `side${side}`);
        const own = join(place, basename(dirname(log.file)), basename(log.file));
        await mkdir(dirname(own), { recursive: true });
        await writeFile(own, text);
        return place;
      }),
    );
    for (const machine of ['dedicated', 'unknown', 'virtual']) {
      const { code, stdout, stderr } = await runCaptured(['check', ...paths, '--machine', machine]);
      expect([EXIT.ok, EXIT.possibleOnly], `${machine}: ${stdout} ${stderr}`).toContain(code);
    }
  });
});
