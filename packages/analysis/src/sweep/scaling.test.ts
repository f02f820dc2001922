import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../series/testing/made-series';
import { type Estimate, explainScaling, fitScaling, type ScalingLaw, scalingAt } from './scaling';

const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const LAWS = [0.005, 0.01, 0.02, 0.05, 0.1].flatMap((sigma) =>
  [0, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3].map((kappa) => ({ lambda: 1000, sigma, kappa })),
);

/** A sweep with independent noise of each run. */
function madeSweep(
  law: ScalingLaw['law'],
  { counts = COUNTS, repeats = 3, sd = 0.03, random = randomNumbers(1) } = {},
) {
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  return counts.map((clients) => ({
    clients,
    values: Array.from({ length: repeats }, () => scalingAt(law, clients) * Math.exp(sd * normal())),
  }));
}

const shapeOf = (read: (clients: number) => number, counts = COUNTS) =>
  counts.map((clients) => ({ clients, values: [0.99, 1, 1.01].map((part) => part * read(clients)) }));

function fitOf(points: Parameters<typeof fitScaling>[0]): ScalingLaw {
  const { fit } = fitScaling(points);
  if (!fit) throw new Error('The law was refused.');
  return fit;
}

describe('the scaling law of made sweeps with noise of 3%', () => {
  it.each([
    ['9 counts to 256, 1 run', COUNTS, 1, 0.15],
    ['9 counts to 256, 3 runs', COUNTS, 3, 0.4],
    ['9 counts to 256, 5 runs', COUNTS, 5, 0.45],
    ['14 counts to 256, 3 runs', [1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256], 3, 0.45],
    ['5 counts to 256, 3 runs', [1, 8, 32, 128, 256], 3, 0.14],
    ['4 counts to 256, 1 run', [1, 8, 64, 256], 1, 0],
  ] as const)('prints σ, κ and peaks within 10% in at least 95%: %s', (_, counts, repeats, leastPrinted) => {
    const random = randomNumbers(11);
    const sizes = { sigma: [] as number[], kappa: [] as number[], peak: [] as number[] };
    const keep = (list: number[], estimate: Estimate | null | undefined, truth: number) => {
      if (estimate) list.push(Math.abs(estimate.value / truth - 1));
    };
    for (const law of LAWS) {
      for (let round = 0; round < 30; round++) {
        const { fit } = fitScaling(madeSweep(law, { counts: [...counts], repeats, random }));
        keep(sizes.sigma, fit?.sigma, law.sigma);
        keep(sizes.kappa, fit?.kappa, law.kappa);
        keep(sizes.peak, fit?.peak?.clients, Math.sqrt((1 - law.sigma) / law.kappa));
      }
    }
    for (const list of Object.values(sizes)) {
      const within = list.filter((size) => size <= 0.1).length;
      expect(within).toBeGreaterThanOrEqual(0.95 * list.length);
    }
    expect(sizes.sigma.length).toBeGreaterThanOrEqual(leastPrinted * LAWS.length * 30);
    if (leastPrinted === 0)
      expect([sizes.sigma.length, sizes.kappa.length, sizes.peak.length]).toEqual([0, 0, 0]);
  });

  it('finds the parameters of a sweep without noise', () => {
    const law = { lambda: 500, sigma: 0.03, kappa: 2e-4 };
    const fit = fitOf(madeSweep(law, { sd: 0 }));
    expect(fit.sigma?.value).toBeCloseTo(0.03, 9);
    expect(fit.kappa?.value).toBeCloseTo(2e-4, 9);
    expect(fit.lambda?.value).toBeCloseTo(500, 6);
    expect(fit.peak?.clients.value).toBeCloseTo(Math.sqrt(0.97 / 2e-4), 6);
  });

  it('has no peak beyond the clients measured, and none of a law without κ', () => {
    expect(fitOf(madeSweep({ lambda: 500, sigma: 0.03, kappa: 1e-6 }, { sd: 0 })).peak).toBeNull();
    const linear = fitOf(madeSweep({ lambda: 500, sigma: 0, kappa: 0 }));
    expect([linear.peak, linear.sigma, linear.kappa]).toEqual([null, null, null]);
  });
});

describe('a sweep that is refused', () => {
  const law = { lambda: 1000, sigma: 0.02, kappa: 1e-4 };

  it.each([0, 1, 2, 3])('has too few client counts: %s', (count) => {
    const { refused } = fitScaling(madeSweep(law, { counts: COUNTS.slice(0, count) }));
    expect(refused).toBe('too few client counts');
  });

  it('counts points of the same clients once, and those without a value not at all', () => {
    const points = madeSweep(law, { counts: [1, 8, 8, 64] });
    expect(fitScaling(points).refused).toBe('too few client counts');
    const zero = { clients: 256, values: [0, 0] };
    expect(fitScaling([...points, zero]).refused).toBe('too few client counts');
  });

  it('has less than 4 times the clients at its end', () => {
    expect(fitScaling(madeSweep(law, { counts: [32, 40, 48, 64] })).refused).toBe('too narrow a range');
  });

  it.each([
    ['a knee at 16 clients', (n: number) => Math.min(n, 16) * 1000],
    ['a collapse', (n: number) => (n < 64 ? (n * 1000) / (1 + 0.01 * (n - 1)) : 20_000)],
    ['more than linear', (n: number) => 100 * n ** 1.1],
    ['one bad point', (n: number) => scalingAt(law, n) * (n === 32 ? 0.7 : 1)],
  ])('has another shape: %s', (_, read) => {
    expect(fitScaling(shapeOf(read)).refused).toBe('another shape');
  });

  it('is not one of 5000 client counts', () => {
    const counts = Array.from({ length: 5000 }, (_, index) => index + 1);
    expect(fitOf(madeSweep(law, { counts, repeats: 1 })).sigma?.error).toBeLessThan(0.05);
  });
});

describe('what explains that a version scales in another way', () => {
  const before = { lambda: 1000, sigma: 0.02, kappa: 1e-4 };

  it('is the parameter whose intervals are apart, with what it changes by itself', () => {
    const [from, to] = [before, { ...before, sigma: 0.04 }].map((law) => fitOf(madeSweep(law, { sd: 0.01 })));
    const [first, ...others] = from && to ? explainScaling(from, to, 64) : [];
    expect(first?.parameter).toBe('sigma');
    expect(first?.effect).toBeCloseTo(
      Math.log(scalingAt({ ...before, sigma: 0.04 }, 64) / scalingAt(before, 64)),
      1,
    );
    expect(others).toEqual([]);
  });

  it('is nothing where two sweeps differ by noise', () => {
    const random = randomNumbers(3);
    const found = Array.from({ length: 100 }, () => {
      const [from, to] = [before, before].map((law) => fitOf(madeSweep(law, { random })));
      return from && to ? explainScaling(from, to, 64).length : 0;
    });
    expect(found.filter((count) => count > 0).length).toBeLessThanOrEqual(5);
  });
});
