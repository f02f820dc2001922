/**
 * P(|T| > |t|) of Student's t with whole degrees of freedom, in closed form: Abramowitz and Stegun 26.7.3 and 26.7.4,
 * a sum over powers of cos² with tan(angle) = t / √df.
 */
export function twoSidedT(t: number, degrees: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degrees));
  const inside = degrees % 2 === 0 ? evenInside(angle, degrees) : oddInside(angle, degrees);
  // Far out the difference is lost in rounding: never under 0.
  return Math.max(0, 1 - inside);
}

/** sin × (1 + 1/2 cos² + (1×3)/(2×4) cos⁴ + …), df / 2 terms. */
function evenInside(angle: number, degrees: number): number {
  const square = Math.cos(angle) ** 2;
  let [sum, term] = [0, 1];
  for (let k = 1; k < degrees; k += 2) {
    sum += term;
    term *= (square * k) / (k + 1);
  }
  return Math.sin(angle) * sum;
}

/** 2/π × (angle + sin × (cos + 2/3 cos³ + (2×4)/(3×5) cos⁵ + …)), (df - 1) / 2 terms. */
function oddInside(angle: number, degrees: number): number {
  const square = Math.cos(angle) ** 2;
  let [sum, term] = [0, Math.cos(angle)];
  for (let k = 2; k < degrees; k += 2) {
    sum += term;
    term *= (square * k) / (k + 1);
  }
  return (2 / Math.PI) * (angle + Math.sin(angle) * sum);
}

/**
 * The t that |T| exceeds by chance in `p` of cases: the inverse of `twoSidedT`, to a part in 10^12.
 *
 * @param p between 0 and 1, both left out
 */
export function twoSidedQuantile(p: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (twoSidedT(high, degrees) > p) high *= 2;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    // Neighbouring numbers have no middle between them.
    if (middle === low || middle === high) break;
    if (twoSidedT(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return high;
}

/** Keeps t finite when both sides have no variance at all. */
const LEAST_VARIANCE = 1e-18;

/** p of the t-test for two means with one variance. */
export function tTest(a: readonly number[], b: readonly number[]): number {
  const degrees = a.length + b.length - 2;
  if (degrees < 1) return 1;
  const [meanA, meanB] = [mean(a), mean(b)];
  const variance = (squares(a, meanA) + squares(b, meanB)) / degrees;
  const error = Math.sqrt(variance * (1 / a.length + 1 / b.length) + LEAST_VARIANCE);
  return twoSidedT((meanB - meanA) / error, degrees);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squares(values: readonly number[], center: number): number {
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}
