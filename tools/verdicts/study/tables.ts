import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  findNoise,
  isSure,
  judgePair,
  type MatrixRow,
  matrixOfResults,
  type NoiseOptions,
  type NoiseRun,
  type Rule,
  verdictDirection,
} from '@basecase/analysis';

/** Reads a data set of the study: JSON, packed. */
export function load<Data>(directory: string, name: string): Data {
  return JSON.parse(gunzipSync(readFileSync(join(directory, `${name}.json.gz`))).toString());
}

/** The numbers of the study's own runner, so that its figures and these are of the same planted changes. */
export function randomOf(seed: number) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Tests by index, each with the direction of its change. */
  const pick = (count: number, of: number): Map<number, number> => {
    const found = new Map<number, number>();
    while (found.size < Math.min(count, of)) {
      const test = Math.floor(uniform() * of);
      found.set(test, uniform() < 0.5 ? -1 : 1);
    }
    return found;
  };
  return { uniform, normal, pick };
}

/** Runs of one version: values by test and run, higher is better. */
export interface Side {
  runs: readonly NoiseRun[];
  values: readonly (readonly number[])[];
}

export function runOf(version: string, id: string, more: Partial<NoiseRun> = {}): NoiseRun {
  return {
    ...{ product: 'P', version, flavour: null, config: null, label: version },
    ...{ id, repeat: null, campaigns: [version], at: null },
    ...more,
  };
}

function rowOf(key: string, position: number): MatrixRow {
  return {
    ...{ key, name: key, range: null, group: 'all', groupLabel: 'all', label: key },
    ...{ warmup: false, position, known: false, unit: '' },
  };
}

/** [test][column][run]. */
function matrixOf(
  columns: readonly NoiseRun[],
  tests: readonly string[],
  values: readonly (readonly (readonly number[])[])[],
) {
  const results = values.map((row) =>
    row.map((runs) =>
      runs.map((throughput) => ({ status: 'ok' as const, computed: { throughput }, reported: null })),
    ),
  );
  return matrixOfResults({ columns, rows: tests.map(rowOf), each: true, results });
}

/** A comparison of the study. */
interface Comparison {
  tests: readonly string[];
  base: Side;
  version: Side;
  /** What else is known of the machine. */
  others?: readonly Side[];
  options: Omit<NoiseOptions, 'rule' | 'exclusions'>;
  rule?: Partial<Rule>;
}

/** Directions of the sure changes, by test; 0: none is sure. */
export function sureOf({ tests, base, version, others = [], options, rule = {} }: Comparison): number[] {
  const sides = [base, version, ...others];
  const noise = findNoise(
    matrixOf(
      sides.flatMap(({ runs }) => runs),
      tests,
      tests.map((_, test) => sides.flatMap(({ values }) => (values[test] ?? []).map((value) => [value]))),
    ),
    options,
  );
  const columns = [base, version].flatMap(({ runs }) => (runs[0] ? [{ ...runs[0], repeat: null }] : []));
  const matrix = matrixOf(
    columns,
    tests,
    tests.map((_, test) => [base.values[test] ?? [], version.values[test] ?? []]),
  );
  return judgePair(matrix, { base: 0, column: 1, noise, rule }).cells.map(({ verdict }) => {
    if (!isSure(verdict)) return 0;
    return verdictDirection(verdict) === 'slower' ? -1 : 1;
  });
}
