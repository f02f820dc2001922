import { expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { heatmapModel } from './heatmap-model';

function rowOf(data: HeatmapData, change: Partial<CompareState> = {}) {
  const state = { ...compareUrl.defaults, ...change };
  const row = heatmapModel(toColumnSet(data, state), state).groups[0]?.rows[0];
  if (!row) throw new Error('no row');
  return row;
}

/** It rises in 2.0, loses that in 3.0, and is slower than the base from 4.0 on. */
const rising = () => heatmapData({ throughput: [[100, 120, 101, 80]] });
const record = (firstBad: number, lastGood: number) => ({ slug: 'abc', firstBad, lastGood });

it('shows a recorded loss against the level before next to the first bad version against the base', () => {
  const row = rowOf({ ...rising(), records: { 0: [record(2, 1)] } });
  expect(row.firstBad).toBe('4.0');
  expect(row.record).toEqual({
    href: '/r/abc',
    text: '3.0 vs 2.0',
    title: 'Recorded against the level before: slower than 2.0 since 3.0.',
  });
});

it('shows a record where the test is not slower than the base', () => {
  const back = heatmapData({ throughput: [[100, 120, 101]] });
  const row = rowOf({ ...back, records: { 0: [record(2, 1)] } });
  expect(row.firstBad).toBeNull();
  expect(row.record?.text).toBe('3.0 vs 2.0');
});

it('shows one version where a record begins at the first bad version', () => {
  expect(rowOf({ ...rising(), records: { 0: [record(2, 1), record(3, 2)] } }).record).toBeNull();
  expect(rowOf(rising()).record).toBeNull();
});

it('finds the first bad version by pairs of rounds, as the cells show them, with plain thresholds too', () => {
  // Each round of 2.0 is 10% slower than the same round of 1.0; the medians of all runs are equal.
  const base = Array.from({ length: 16 }, (_, round) => 1000 * (1 + (round % 4) / 10));
  const data: HeatmapData = {
    ...heatmapData({ throughput: [[1000, 1000]] }),
    rounds: [{ id: 'a', restartEvery: 16, values: [[base, base.map((value) => value * 0.9)]] }],
  };
  const row = rowOf(data, { rule: 'thresholds' });
  expect(row.cells[1]?.text).toBe('0.90');
  expect(row.cells[1]?.className).toContain('step');
  expect(row.firstBad).toBe('2.0');
  expect(row.largestStep).toEqual({ version: '2.0', text: '0.90' });
});
