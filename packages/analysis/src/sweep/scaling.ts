import { twoSidedQuantile } from '../statistics/student-t';

/** The runs of one version at one number of clients. */
export interface ScalingPoint {
  clients: number;
  /** Throughput of each run, above zero. */
  values: readonly number[];
}

/** A parameter that is known well enough to be printed. */
export interface Estimate {
  value: number;
  /** Half width of the 95% interval as a part of the value: 0.05 is ±5%. */
  error: number;
}

/** The universal scalability law fitted to one version. */
export interface ScalingLaw {
  /** Operations per second of one client, contention (σ) and coherency (κ) as fitted, without regard to their errors. */
  law: { lambda: number; sigma: number; kappa: number };
  /** Null: not known within ±10%. */
  lambda: Estimate | null;
  sigma: Estimate | null;
  kappa: Estimate | null;
  /** Where throughput is highest. Null: outside the clients measured, or its client count is not known within ±10%. */
  peak: { clients: Estimate; throughput: number } | null;
  /** Standard deviation of the points around the law, as a part: 0.02 is 2%. */
  spread: number;
}

/** Why a version has no fit. */
export type NoScaling = 'too few client counts' | 'too narrow a range' | 'another shape';

export type Scaling = { fit: ScalingLaw; refused: null } | { fit: null; refused: NoScaling };

export const FEWEST_POINTS = 4;
/** The most clients are at least so many times the fewest: below, the two terms of the law are one line. */
const LEAST_RANGE = 4;
/** Errors above this are not printed. */
const MOST_ERROR = 0.1;
/** Fewer degrees of freedom say too little of the noise: of 4 and 5 points with one run, 15% of the errors were too small. */
const LEAST_DEGREES = 5;
/** Points that lie further from the law than this, standard deviation and single one, are of another shape. */
const MOST_SPREAD = 0.06;
const MOST_RESIDUAL = 0.15;

/** Throughput at `clients` by the law of N. J. Gunther, "Guerrilla Capacity Planning" (2007): λN / (1 + σ(N−1) + κN(N−1)). */
export function scalingAt({ lambda, sigma, kappa }: ScalingLaw['law'], clients: number): number {
  return (lambda * clients) / (1 + sigma * (clients - 1) + kappa * clients * (clients - 1));
}

/**
 * The law of one sweep. N/X = a₀ + a₁(N−1) + a₂N(N−1) is linear in a₀ = 1/λ, a₁ = σ/λ and a₂ = κ/λ, so that
 * Gauss-Newton steps on the logarithm of throughput are weighted linear fits. The logarithm makes the noise of each
 * point the same part of its value. No parameter is below zero. Each has the error of the covariance of the fit, with the spread of
 * runs or of the means of points around the law, whichever is larger, and t of its degrees of freedom.
 */
export function fitScaling(points: readonly ScalingPoint[]): Scaling {
  const own = points.filter(({ clients, values }) => clients >= 1 && values.some((value) => value > 0));
  const counts = own.map(({ clients }) => clients);
  if (new Set(counts).size < FEWEST_POINTS) return { fit: null, refused: 'too few client counts' };
  const most = Math.max(...counts);
  if (most < LEAST_RANGE * Math.min(...counts)) return { fit: null, refused: 'too narrow a range' };
  const rows = own.map(toRow);
  const { solution, used } = bestFit(rows);
  const [a0 = 0, a1 = 0, a2 = 0] = solution;
  const residuals = rows.map((row) => row.mean + Math.log(dot(row.terms, solution)));
  const degrees = rows.length - used.length;
  const between = rows.reduce((sum, { runs }, index) => sum + runs * (residuals[index] ?? 0) ** 2, 0);
  const within = rows.reduce((sum, row) => sum + row.squares, 0);
  const spread = Math.sqrt(residuals.reduce((sum, each) => sum + each ** 2, 0) / degrees);
  if (!(a0 > 0) || spread > MOST_SPREAD || residuals.some((each) => Math.abs(each) > MOST_RESIDUAL))
    return { fit: null, refused: 'another shape' };
  const all = rows.reduce((sum, { runs }) => sum + runs, 0) - used.length;
  const half = Math.max(
    twoSidedQuantile(0.05, degrees) * Math.sqrt(between / degrees),
    twoSidedQuantile(0.05, all) * Math.sqrt((between + within) / all),
  );
  // Terms at zero are not known to be zero: the errors of the others are those of all three.
  const inverse = invert(
    normal(
      rows,
      [0, 1, 2],
      rows.map(({ terms }) => dot(terms, solution)),
    ),
  );
  /** The error of a function of the solution, to first order. */
  const errorOf = (read: (solution: readonly number[]) => number): Estimate | null => {
    const value = read(solution);
    const slopes = solution.map((term, index) => {
      if (term === 0) return 0;
      const step = term * 1e-5;
      const moved = solution.map((each, at) => (at === index ? each + step : each));
      return (Math.log(read(moved)) - Math.log(value)) / step;
    });
    const variance = slopes.reduce((sum, a, i) => sum + a * dot(inverse[i] ?? [], slopes), 0);
    const error = half * Math.sqrt(variance);
    return all >= LEAST_DEGREES && value > 0 && error <= MOST_ERROR ? { value, error } : null;
  };
  const law = { lambda: 1 / a0, sigma: a1 / a0, kappa: a2 / a0 };
  const clients = errorOf(([b0 = 0, b1 = 0, b2 = 0]) => Math.sqrt((b0 - b1) / b2));
  return {
    refused: null,
    fit: {
      ...{ law, spread },
      lambda: errorOf(([b0 = 0]) => 1 / b0),
      sigma: errorOf(([b0 = 0, b1 = 0]) => b1 / b0),
      kappa: errorOf(([b0 = 0, , b2 = 0]) => b2 / b0),
      peak: clients && clients.value <= most ? { clients, throughput: scalingAt(law, clients.value) } : null,
    },
  };
}

/** A parameter that differs between two fits by more than their errors. */
export interface ScalingChange {
  parameter: 'lambda' | 'sigma' | 'kappa';
  from: number;
  to: number;
  /** ln of the throughput that this parameter alone changes, at the clients asked for. */
  effect: number;
}

/** What explains that `to` scales in another way than `from`, the largest effect first: parameters whose 95% intervals are apart. */
export function explainScaling(from: ScalingLaw, to: ScalingLaw, clients: number): ScalingChange[] {
  return (['lambda', 'sigma', 'kappa'] as const)
    .flatMap((parameter): ScalingChange[] => {
      const [a, b] = [from[parameter], to[parameter]];
      if (!a || !b || Math.abs(Math.log(b.value / a.value)) <= a.error + b.error) return [];
      const moved = scalingAt({ ...from.law, [parameter]: b.value }, clients);
      const effect = Math.log(moved / scalingAt(from.law, clients));
      return [{ parameter, from: a.value, to: b.value, effect }];
    })
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
}

interface Row {
  /** 1, N−1, N(N−1), each divided by N: X = 1 / (terms · a). */
  terms: readonly [number, number, number];
  /** Of ln X, and the squares around it. */
  mean: number;
  squares: number;
  runs: number;
}

function toRow({ clients, values }: ScalingPoint): Row {
  const logs = values.filter((value) => value > 0).map((value) => Math.log(value));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  return {
    terms: [1 / clients, (clients - 1) / clients, clients - 1],
    mean,
    squares: logs.reduce((sum, each) => sum + (each - mean) ** 2, 0),
    runs: logs.length,
  };
}

interface Solved {
  solution: number[];
  /** Indexes of the terms in use; the others are zero. */
  used: number[];
}

const MOST_STEPS = 50;

/** The fit of all terms, or without those that would be below zero: of these the one with the least squares. */
function bestFit(rows: readonly Row[]): Solved {
  const fits = [[0, 1, 2], [0, 1], [0, 2], [0]].map((used) => solve(rows, used));
  const allowed = fits.filter(({ solution, used }) => used.every((index) => (solution[index] ?? 0) > 0));
  const squares = ({ solution }: Solved) =>
    rows.reduce((sum, { terms, mean, runs }) => sum + runs * (mean + Math.log(dot(terms, solution))) ** 2, 0);
  const [first] = allowed.toSorted((a, b) => squares(a) - squares(b));
  return first ?? { solution: [], used: [0] };
}

function solve(rows: readonly Row[], used: readonly number[]): Solved {
  // The first step takes 1/X as the size of each point.
  let sizes = rows.map(({ mean }) => Math.exp(-mean));
  let shifts = rows.map(() => 1);
  let solution: number[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const inverse = invert(normal(rows, used, sizes));
    const right = used.map((index) =>
      rows.reduce(
        (sum, { runs, terms }, row) =>
          sum + (runs * (terms[index] ?? 0) * (shifts[row] ?? 0)) / (sizes[row] ?? 1),
        0,
      ),
    );
    const before = solution;
    solution = [0, 0, 0];
    for (const [i, index] of used.entries()) solution[index] = dot(inverse[i] ?? [], right);
    const next = rows.map(({ terms }) => dot(terms, solution));
    if (next.some((size) => !(size > 0))) break;
    if (solution.every((each, index) => Math.abs(each - (before[index] ?? 0)) <= 1e-10 * Math.abs(each)))
      break;
    // 1 − residual: the target of the next step of Gauss-Newton.
    shifts = rows.map(({ mean }, row) => 1 - mean - Math.log(next[row] ?? 1));
    sizes = next;
  }
  return { solution, used: [...used] };
}

/** Σ runs × term_i × term_j / size², of the terms in use. */
function normal(rows: readonly Row[], used: readonly number[], sizes: readonly number[]): number[][] {
  const weights = rows.map(({ runs }, row) => runs / (sizes[row] ?? 1) ** 2);
  return used.map((i) =>
    used.map((j) =>
      rows.reduce((sum, { terms }, row) => sum + (weights[row] ?? 0) * (terms[i] ?? 0) * (terms[j] ?? 0), 0),
    ),
  );
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, each, index) => sum + each * (b[index] ?? 0), 0);
}

/** Gauss-Jordan, rows scaled by their diagonal; of at most three rows. */
function invert(matrix: readonly (readonly number[])[]): number[][] {
  const scale = matrix.map((row, index) => 1 / Math.sqrt(row[index] ?? 1));
  const work = matrix.map((row, i) => [
    ...row.map((value, j) => value * (scale[i] ?? 1) * (scale[j] ?? 1)),
    ...matrix.map((_, j) => (i === j ? 1 : 0)),
  ]);
  for (const [index, pivot] of work.entries()) {
    const divisor = pivot[index] ?? 1;
    for (let j = 0; j < pivot.length; j++) pivot[j] = (pivot[j] ?? 0) / divisor;
    for (const [other, row] of work.entries()) {
      if (other === index) continue;
      const factor = row[index] ?? 0;
      for (let j = 0; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return work.map((row, i) =>
    row.slice(matrix.length).map((value, j) => value * (scale[i] ?? 1) * (scale[j] ?? 1)),
  );
}
