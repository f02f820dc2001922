import {
  type Matrix,
  type MatrixRow,
  median,
  type Noise,
  type NoisePair,
  type NoiseRun,
  noiseModels,
  pairWeight,
  type RefusedPair,
  smallestVisible,
} from '@basecase/analysis';
import type {
  NoiseAtlasEntry,
  NoisePairView,
  NoiseRunView,
  NoiseTestView,
  RefusedPairView,
} from '../../types/noise';

/** What the list of the atlas says of a heatmap, as it is stored with its evaluation. */
export type NoiseSummary = Pick<
  NoiseAtlasEntry,
  'calibrated' | 'pairs' | 'refused' | 'scale' | 'medianSigma' | 'smallestVisible' | 'worst'
>;

/** What is stored with an evaluation: what an older rule did not note is left out. */
export interface StoredNoise extends NoiseSummary {
  /** One with few tests is judged with the pairs of its neighbours, too. */
  testCount?: number;
  sigmas?: { test: string; sigma: number }[];
  /** Measured time of one run, the median of the columns; null: a test has none. */
  runSeconds?: number | null;
}

/** Of a stored sigma: more say nothing. */
const SIGMA_DIGITS = 4;

/** Noise of every test of a heatmap, from all of its pairs. */
export function noiseTests(noise: Noise, rows: readonly MatrixRow[]): NoiseTestView[] {
  const model = noiseModels(noise)();
  return rows.map((row) => {
    const { sigma, prior, pairs } = model.testNoise(row);
    const { key, name, range, group, groupLabel } = row;
    return {
      key,
      name,
      range,
      group,
      groupLabel,
      sigma,
      prior,
      pairs,
      changes: noise.pairs.map(({ changes }) => changes.find(({ test }) => test === key)?.x ?? null),
      smallestVisible: smallestVisible(sigma, { tests: rows.length, runs: 1 }),
      smallestVisibleOfTwo: smallestVisible(sigma, { tests: rows.length, runs: 2 }),
    };
  });
}

export function noiseSummary(noise: Noise, rows: readonly MatrixRow[]): NoiseSummary {
  const { scale, calibrated, pairs } = noiseModels(noise)();
  const tests = noiseTests(noise, rows);
  const worst = tests.toSorted((a, b) => b.smallestVisible - a.smallestVisible)[0];
  return {
    calibrated,
    pairs,
    refused: noise.refused.length,
    scale,
    medianSigma: median(tests.map(({ sigma }) => sigma)) ?? 0,
    smallestVisible: median(tests.map((test) => test.smallestVisible)) ?? 0,
    worst: worst ? { test: worst.key, smallestVisible: worst.smallestVisible } : null,
  };
}

export function storedNoise(
  noise: Noise,
  { rows, runSeconds = [] }: Pick<Matrix<unknown>, 'rows' | 'runSeconds'>,
): StoredNoise {
  const model = noiseModels(noise)();
  return {
    ...noiseSummary(noise, rows),
    testCount: rows.length,
    sigmas: rows.map((row) => ({
      test: row.key,
      sigma: Number(model.testNoise(row).sigma.toPrecision(SIGMA_DIGITS)),
    })),
    runSeconds: median(runSeconds.filter((seconds) => seconds !== null)),
  };
}

function toRunView({ id, repeat, label, version, at }: NoiseRun): NoiseRunView {
  return { id, repeat, label, version, at };
}

export function toPairView(pair: NoisePair): NoisePairView {
  const { kind, a, b, changes, comparability } = pair;
  const sizes = changes.map(({ x }) => Math.abs(x));
  const largest = changes.toSorted((one, other) => Math.abs(other.x) - Math.abs(one.x))[0];
  return {
    kind,
    weight: pairWeight(pair),
    a: toRunView(a),
    b: toRunView(b),
    product: a.product,
    tests: changes.length,
    medianChange: median(sizes) ?? 0,
    largest: largest ? { test: largest.test, x: largest.x } : null,
    gate: comparability.gate === 'silent' ? 'silent' : 'passed',
  };
}

/** @param exclusions ids of those in force, by the run or the pair that they are about */
export function toRefusalView(
  { kind, a, b, reason, detail }: RefusedPair,
  exclusions: ReadonlyMap<string, string>,
): RefusedPairView {
  const keys = [`${a.id} ${b.id}`, `${b.id} ${a.id}`, a.id, b.id];
  const found = keys.flatMap((key) => exclusions.get(key) ?? [])[0];
  const exclusion = reason === 'excluded' ? (found ?? null) : null;
  return { kind, a: toRunView(a), b: toRunView(b), product: a.product, reason, detail, exclusion };
}
