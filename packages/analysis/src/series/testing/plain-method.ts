import { median } from '../../statistics/median';
import { tTest } from '../../statistics/student-t';

/** The method as the study wrote it down: every cost is summed again. The fast form must give the same cuts. */
export function plainCuts(logs: readonly number[]): number[] {
  const differences = logs.slice(1).map((log, index) => Math.abs(log - (logs[index] ?? 0)));
  const spread = (1.4826 * middle(differences)) / Math.SQRT2;
  const cut = logs.map((log, i) => {
    const usual = middle(logs.slice(Math.max(0, i - 3), i + 4));
    return Math.abs(log - usual) > 4 * spread ? usual : log;
  });
  const rho = plainRho(cut);
  const sigma = spread / Math.sqrt(Math.max(0.2, 1 - rho));
  return dropSmall(logs, plainSearch(cut, sigma, (16 * (1 + rho)) / (1 - rho)));
}

function plainRho(logs: readonly number[]): number {
  const rest = logs.map((log, i) => log - middle(logs.slice(Math.max(0, i - 7), i + 8)));
  const products = rest.slice(1).reduce((total, value, i) => total + value * (rest[i] ?? 0), 0);
  return Math.max(0, Math.min(0.8, products / sum(rest.map((value) => value * value))));
}

function plainSearch(logs: readonly number[], sigma: number, penalty: number): number[] {
  const best = [-penalty, ...logs.map(() => Number.POSITIVE_INFINITY)];
  const previous = best.map(() => 0);
  for (let end = 3; end <= logs.length; end++) {
    for (let start = 0; start <= end - 3; start++) {
      const part = logs.slice(start, end);
      const level = sum(part) / part.length;
      const cost = sum(part.map((log) => (log - level) ** 2 / (sigma * sigma)));
      const total = (best[start] ?? 0) + cost + penalty;
      if (total >= (best[end] ?? 0)) continue;
      best[end] = total;
      previous[end] = start;
    }
  }
  const cuts: number[] = [];
  for (let at = previous[logs.length] ?? 0; at > 0; at = previous[at] ?? 0) cuts.unshift(at);
  return cuts;
}

function dropSmall(logs: readonly number[], cuts: readonly number[]): number[] {
  const bounds = [0, ...cuts, logs.length];
  const levels = bounds.slice(1).map((end, i) => {
    const part = logs.slice(bounds[i], end);
    return sum(part) / part.length;
  });
  const steps = levels.slice(1).map((level, i) => Math.abs(level - (levels[i] ?? 0)));
  const smallest = Math.min(...steps);
  if (smallest >= 0.03) return [...cuts];
  return dropSmall(
    logs,
    cuts.filter((_, i) => i !== steps.indexOf(smallest)),
  );
}

/** E-divisive with every sum of distances recomputed: O(n³) for one split. */
export function plainEDivisive(values: readonly number[], start = 0, end = values.length): number[] {
  let [best, bestValue]: [number, number] = [-1, -1];
  for (let at = start + 2; at <= end - 2; at++) {
    const [left, right] = [values.slice(start, at), values.slice(at, end)];
    const [m, k] = [left.length, right.length];
    const across = sum(left.flatMap((x) => right.map((y) => Math.abs(x - y))));
    const within = pairs(left) / ((m * (m - 1)) / 2) + pairs(right) / ((k * (k - 1)) / 2);
    const value = ((m * k) / (m + k)) * ((2 * across) / (m * k) - within);
    if (value > bestValue) [best, bestValue] = [at, value];
  }
  if (best < 0 || tTest(values.slice(start, best), values.slice(best, end)) >= 0.001) return [];
  return [...plainEDivisive(values, start, best), best, ...plainEDivisive(values, best, end)];
}

function pairs(values: readonly number[]): number {
  return sum(values.flatMap((x, i) => values.slice(i + 1).map((y) => Math.abs(x - y))));
}

function middle(values: readonly number[]): number {
  return median(values) ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
