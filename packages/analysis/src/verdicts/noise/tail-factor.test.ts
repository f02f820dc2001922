import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../series/testing/made-series';
import { DEFAULT_RULE } from '../rule';
import { tailFactor } from './tail-factor';

const random = randomNumbers(7);
const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

function tests(count: number, pairs: number, value: () => number) {
  return Array.from({ length: count }, () => ({
    expected: 0.02,
    values: Array.from({ length: pairs }, value),
    weights: Array.from({ length: pairs }, () => 1),
  }));
}
const factor = (...args: Parameters<typeof tests>) => tailFactor(tests(...args), DEFAULT_RULE);

describe('the tails of a machine', () => {
  it('are the assumed ones where no test has two pairs, or nothing moves', () => {
    expect(factor(0, 0, normal)).toBe(1);
    expect(factor(32, 1, normal)).toBe(1);
    expect(factor(32, 8, () => 0)).toBe(1);
  });

  it('are longer where tests rarely move far, and more tests show it better', () => {
    const rare = () => 0.02 * normal() * (random() < 0.04 ? 10 : 1);
    const [few, many] = [factor(2, 8, rare), factor(200, 16, rare)];
    expect(many).toBeGreaterThan(1.15);
    expect(few).toBeLessThan(many);
  });

  it('are shorter than assumed where noise is normal', () => {
    const own = factor(40, 16, () => 0.02 * normal());
    expect(own).toBeLessThan(0.95);
    expect(own).toBeGreaterThan(0.8);
  });

  it('do not depend on the number of pairs once they are many, or on a single far one', () => {
    expect(factor(1, 5000, () => 0.02 * normal())).toBeGreaterThan(0.75);
    let place = 0;
    const one = () => (place++ === 5 ? 3 : 0.02 * normal());
    expect(factor(10, 10, one)).toBeLessThan(1.1);
  });
});
