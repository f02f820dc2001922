import { resolve } from 'node:path';
import { MEASURED_RATES } from '@basecase/analysis';
import { expect, it } from 'vitest';
import { CLAIMS, judgeClaims } from './claims';
import { claims } from './measure';

const FILE = resolve(import.meta.dirname, '../../../data/published/published.csv');

it('counts 21 published changes as the written table does, each of them in its table', () => {
  expect(CLAIMS.flatMap(({ tests }) => tests)).toHaveLength(21);
  expect(claims()).toEqual(MEASURED_RATES.rates.claims);
});

it('has no sure change on a machine of which nothing is known', () => {
  const marks = judgeClaims(FILE, 'unknown').map(({ mark }) => mark);
  expect(marks.filter((mark) => mark === 'sure' || mark === 'small')).toEqual([]);
});
