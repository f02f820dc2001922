import { expect, it } from 'vitest';
import { priorSigma } from './prior-of';

const row = { key: 'q1', name: 'q1', range: null, group: 'tests' };
const kind = { clients: 1, cached: true };

it('assumes 3% of a benchmark that was not studied, and the widest of all for a tool without a parser', () => {
  expect(priorSigma('host', kind, row)).toBe(0.03);
  expect(priorSigma('ClickBench', kind, row)).toBe(0.0388);
});
