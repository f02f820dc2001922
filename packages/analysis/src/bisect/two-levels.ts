import { twoSidedQuantile, twoSidedT } from '../statistics/student-t';

/** One run of a build, in the order of measurement. */
export interface BuildRun {
  /** Place of the build in the searched order: 0 is GOOD, the last one is BAD. */
  place: number;
  /** ln of the measured value. */
  x: number;
}

/** Noise of a machine before the first run. */
export interface KnownNoise {
  /** SD of ln of one run. */
  sd: number;
  /** Degrees of freedom that it counts for. */
  weight: number;
}

/** Without stored noise the first repeats decide: 2%, worth one degree of freedom. */
export const USUAL_NOISE: KnownNoise = { sd: 0.02, weight: 1 };

/** Lag-1 correlations that are considered, each with its weight before the first run. */
const CORRELATIONS = [
  [0, 0.25],
  [0.2, 0.2],
  [0.4, 0.2],
  [0.6, 0.2],
  [0.8, 0.15],
] as const;

/** Two levels fitted to runs whose noise has one lag-1 correlation. */
interface Fit {
  /** ln of the marginal likelihood; comparable between fits of the same runs. */
  evidence: number;
  /** Levels on the log scale: first the runs that `isLow` gives true for. */
  levels: readonly [number, number];
  /** Standard error of the difference of the two levels. */
  se: number;
  freedom: number;
}

/**
 * Fits two levels by generalized least squares, for each lag-1 correlation of the noise in the order of the runs.
 *
 * ```
 * u_t = (y_t - r y_t-1) / √(1 - r²), u_1 = y_1          whitens noise with the correlation r
 * ln evidence = -½ ln|R| - ½ ln|X'R⁻¹X| - (w + n - 2) / 2 × ln(w s² + RSS)
 * ```
 *
 * The levels have flat priors, the variance a scaled inverse χ² prior of w degrees of freedom at s²: Gelman et al.,
 * Bayesian Data Analysis, 3rd edition, sections 14.2 and 14.7.
 *
 * @param isHigh whether a run has the second level; some have, some have not
 */
function fitTwoLevels(
  runs: readonly BuildRun[],
  isHigh: (run: BuildRun) => boolean,
  noise: KnownNoise,
): Fit[] {
  return CORRELATIONS.map(([r, weight]) => {
    const scale = Math.sqrt(1 - r * r);
    let [aa, ab, bb, ay, by, yy] = [0, 0, 0, 0, 0, 0];
    for (const [index, run] of runs.entries()) {
      const before = runs[index - 1];
      const high = Number(isHigh(run));
      const high0 = before ? Number(isHigh(before)) : 0;
      const whiten = (now: number, last: number) => (before ? (now - r * last) / scale : now);
      const a = whiten(1 - high, 1 - high0);
      const b = whiten(high, high0);
      const y = whiten(run.x, before?.x ?? 0);
      aa += a * a;
      ab += a * b;
      bb += b * b;
      ay += a * y;
      by += b * y;
      yy += y * y;
    }
    const determinant = aa * bb - ab * ab;
    const levels = [(bb * ay - ab * by) / determinant, (aa * by - ab * ay) / determinant] as const;
    const residual = Math.max(0, yy - levels[0] * ay - levels[1] * by);
    const freedom = noise.weight + runs.length - 2;
    const squares = noise.weight * noise.sd ** 2 + residual;
    const variance = squares / freedom;
    return {
      evidence:
        Math.log(weight) -
        (runs.length - 1) * Math.log(scale) -
        Math.log(determinant) / 2 -
        (freedom / 2) * Math.log(squares),
      levels,
      se: Math.sqrt((variance * (aa + 2 * ab + bb)) / determinant),
      freedom,
    };
  });
}

/** ln of the sum of exp(values), without overflow. */
export function logSum(values: readonly number[]): number {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

/** The evidence that all builds before `first` have one level and the others another one, over all correlations. */
export function evidenceOf(runs: readonly BuildRun[], first: number, noise: KnownNoise): number {
  return logSum(fitTwoLevels(runs, ({ place }) => place >= first, noise).map(({ evidence }) => evidence));
}

/** A difference of two levels on the log scale. */
export interface LevelChange {
  x: number;
  /** 95% of it. */
  low: number;
  high: number;
  /** How often noise alone gives a difference this large. */
  p: number;
}

/** How much higher the second level is than the first, with what the correlations that fit have in common. */
export function changeOf(
  runs: readonly BuildRun[],
  isHigh: (run: BuildRun) => boolean,
  noise: KnownNoise,
): LevelChange {
  const fits = fitTwoLevels(runs, isHigh, noise);
  const all = logSum(fits.map(({ evidence }) => evidence));
  const weighted = fits.map((fit) => ({ ...fit, weight: Math.exp(fit.evidence - all) }));
  const mean = (of: (fit: Fit) => number) => weighted.reduce((sum, fit) => sum + fit.weight * of(fit), 0);
  const x = mean(({ levels }) => levels[1] - levels[0]);
  const se = Math.sqrt(mean((fit) => fit.se ** 2 + (fit.levels[1] - fit.levels[0] - x) ** 2));
  const freedom = Math.max(1, Math.floor(fits[0]?.freedom ?? 1));
  const reach = twoSidedQuantile(0.05, freedom) * se;
  return { x, low: x - reach, high: x + reach, p: twoSidedT(x / se, freedom) };
}
