import { type KnownNoise, type Noise, priorSigma, type VariantKey } from '@basecase/analysis';
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
}

/** Noise is known to a percent or two of its size: more digits than this say nothing. */
const DIGITS = 5;

export function toHeatmapNoise(
  noise: Noise,
  { columns, rows }: { columns: readonly VariantKey[]; rows: readonly Pick<NoiseTest, 'key'>[] },
): HeatmapNoise {
  const sideOf = ({ product, version, flavour, config }: VariantKey) => {
    const isSame = (column: VariantKey) =>
      column.product === product &&
      column.version === version &&
      column.flavour === flavour &&
      column.config === config &&
      !column.build;
    const index = columns.findIndex(isSame);
    return index === -1 ? { product, version, flavour, config } : index;
  };
  return {
    kind: noise.kind,
    ...(noise.server && { server: noise.server }),
    pairs: noise.pairs.map(({ a, b, withinSession, changes }) => {
      const byTest = new Map(changes.map(({ test, x }) => [test, Number(x.toPrecision(DIGITS))]));
      return {
        sides: [sideOf(a), sideOf(b)],
        ...(withinSession && { withinSession }),
        changes: rows.map(({ key }) => byTest.get(key) ?? null),
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
    pairs: pairs.flatMap(({ sides, withinSession = false, changes }) => {
      const [a, b] = [variantOf(sides[0]), variantOf(sides[1])];
      if (!a || !b) return [];
      const known = changes.flatMap((x, row) =>
        x === null ? [] : [{ test: rows[row]?.key ?? '', x, prior: priors[row] ?? 0 }],
      );
      return [{ a, b, withinSession, changes: known }];
    }),
  };
}
