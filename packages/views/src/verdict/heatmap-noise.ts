import {
  type KnownNoise,
  type Noise,
  type NoisePairKind,
  priorSigma,
  type VariantKey,
  variantKey,
} from '@basecase/analysis';
import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';

/** A test as noise knows it. */
export interface NoiseTest {
  key: string;
  name: string;
  range: number | null;
  group: string;
}

/**
 * What is known of the noise of a heatmap, as small as it can be sent: of each A/A pair its two sides and what changed
 * between them. How noisy a column is follows from it for every base, so a change of the base asks for nothing.
 */
export interface HeatmapNoise {
  kind: Noise['kind'];
  /** Whether others use the server too; missing if neither specified nor observed. */
  server?: ServerKind;
  pairs: HeatPair[];
}

interface HeatPair {
  /** Index of the column; a variant that is not among the columns is written in full. */
  sides: [a: number | VariantKey, b: number | VariantKey];
  /** Both were measured within one session; left out where they were not. */
  withinSession?: true;
  /** ln(b / a) by row of the data; null where one of the two has no value. */
  changes: (number | null)[];
  /** Left out: two runs of one version, or of point releases. */
  kind?: NoisePairKind;
  /** Left out: 1. */
  weight?: number;
  /** For tests without a row, such as those of another workload: ln(b / a) and the prior. */
  others?: (readonly [x: number, prior: number])[];
}

/** Noise is known to a percent or two of its size: more digits than this say nothing. */
const DIGITS = 5;

function short(x: number): number {
  return Number(x.toPrecision(DIGITS));
}

export function toHeatmapNoise(
  noise: Noise,
  { columns, rows }: { columns: readonly VariantKey[]; rows: readonly Pick<NoiseTest, 'key'>[] },
): HeatmapNoise {
  const places = new Map(columns.map((column, index) => [variantKey(column), index]));
  const sideOf = (side: VariantKey) => {
    const { product, version, flavour, config, build } = side;
    return places.get(variantKey(side)) ?? { product, version, flavour, config, ...(build && { build }) };
  };
  const keys = new Set(rows.map(({ key }) => key));
  return {
    kind: noise.kind,
    ...(noise.server && { server: noise.server }),
    pairs: noise.pairs.map(({ kind, weight, a, b, withinSession, changes }) => {
      const byTest = new Map(changes.map(({ test, x }) => [test, short(x)]));
      const others = kind === 'other workload' ? changes.filter(({ test }) => !keys.has(test)) : [];
      return {
        sides: [sideOf(a), sideOf(b)],
        ...(withinSession && { withinSession }),
        changes: rows.map(({ key }) => byTest.get(key) ?? null),
        // Only numbers that a rule needs are sent.
        ...(weight !== undefined && { kind, weight }),
        ...(others.length > 0 && { others: others.map(({ x, prior }) => [short(x), prior] as const) }),
      };
    }),
  };
}

/** The same as the rule wants it. */
export function toKnownNoise(
  { kind, server, pairs }: HeatmapNoise,
  {
    benchmark,
    columns,
    rows,
  }: { benchmark: BenchmarkId; columns: readonly VariantKey[]; rows: readonly NoiseTest[] },
): KnownNoise {
  const priors = rows.map((row) => priorSigma(benchmark, kind, row));
  const variantOf = (side: number | VariantKey) => (typeof side === 'number' ? columns[side] : side);
  return {
    benchmark,
    kind,
    server: server ?? null,
    pairs: pairs.flatMap(({ sides, withinSession = false, changes, kind, weight, others = [] }) => {
      const [a, b] = [variantOf(sides[0]), variantOf(sides[1])];
      if (!a || !b) return [];
      const known = changes.flatMap((x, row) =>
        x === null ? [] : [{ test: rows[row]?.key ?? '', x, prior: priors[row] ?? 0 }],
      );
      const elsewhere = others.map(([x, prior], index) => ({ test: `other workload ${index}`, x, prior }));
      const how = { ...(kind && { kind }), ...(weight !== undefined && { weight }) };
      return [{ ...how, a, b, withinSession, changes: [...known, ...elsewhere] }];
    }),
  };
}
