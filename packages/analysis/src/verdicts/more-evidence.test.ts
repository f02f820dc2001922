import { describe, expect, it } from 'vitest';
import { roundsEstimate } from '../rounds/rounds';
import { judgeSeries } from '../series/judge-series';
import { randomNumbers } from '../series/testing/made-series';
import { judgePair } from './judge-pair';
import { findNoise } from './noise/find-noise';
import { type OtherWorkload, poolNoise } from './noise/pool-noise';
import { makeMatrix, makeRun } from './testing/make-matrix';
import { isSure } from './verdict';

function normalNumbers(seed: number) {
  const random = randomNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

const CASES = 40;
const LOSS = Math.log(0.9);
const rising = (parts: readonly number[]) => parts.toSorted((a, b) => a - b);

/** How many of the cases are sure, by the amount of evidence; of one case, more evidence holds all of less. */
function soundCounts(
  amounts: readonly number[],
  isFound: (seed: number, amount: number) => boolean,
): number[] {
  return amounts.map((amount) => {
    let found = 0;
    for (let seed = 1; seed <= CASES; seed++) found += Number(isFound(seed, amount));
    return found;
  });
}

describe('more evidence', () => {
  it('of nights never makes a true change less sure, from none after it to 60', () => {
    const counts = soundCounts([0, 1, 2, 3, 8, 20, 60], (seed, after) => {
      const normal = normalNumbers(seed);
      const values = Array.from(
        { length: 20 + after },
        (_, night) => 1000 * Math.exp(0.015 * normal() + (night < 20 ? 0 : LOSS)),
      );
      const { changes } = judgeSeries({ values, better: 'higher-is-better' });
      return changes.some(({ state, firstBad }) => state === 'sure' && Math.abs(firstBad - 20) <= 3);
    });
    expect(counts).toEqual(rising(counts));
    expect(counts.slice(0, 3)).toEqual([0, 0, 0]);
    expect(counts.at(-1)).toBeGreaterThanOrEqual(0.95 * CASES);
  });

  it('of rounds never makes a true change less sure, from 8 to 400', () => {
    const counts = soundCounts([7, 8, 16, 40, 400], (seed, rounds) => {
      const normal = normalNumbers(seed);
      const side = (loss: number) => Array.from({ length: rounds }, () => Math.exp(0.06 * normal() + loss));
      const estimate = roundsEstimate(side(0), side(LOSS), Math.ceil(rounds / 6));
      return estimate !== null && estimate.p < 0.01 && estimate.x < 0;
    });
    expect(counts).toEqual(rising(counts));
    expect([counts[0], counts.at(-1)]).toEqual([0, CASES]);
  });

  it('of other workloads never makes a true change less sure, from none to 20', () => {
    const options = { benchmark: 'pgbench', cached: true, server: 'virtual' } as const;
    const counts = soundCounts([0, 1, 2, 3, 8, 20], (seed, workloads) => {
      const normal = normalNumbers(seed);
      const value = (loss: number) => 1000.0001 * Math.exp(0.007 * normal() + loss);
      const matrix = makeMatrix([makeRun('1.0'), makeRun('3.0')], { throughput: [[value(0), value(LOSS)]] });
      const others = Array.from({ length: workloads }, (_, at): OtherWorkload => {
        const days = [1, 2].map((day) =>
          makeRun('2.0', { id: `${at} ${day}`, at: new Date(Date.UTC(2026, 0, day + 2 * at)).toISOString() }),
        );
        const pair = makeMatrix(days, { throughput: [[value(0), value(0)]] });
        return { workload: `w${at}`, noise: findNoise(pair, { ...options, clients: at + 2 }) };
      });
      const noise = poolNoise(findNoise(matrix, { ...options, clients: 1 }), others);
      const [cell] = judgePair(matrix, { base: 0, column: 1, noise }).cells;
      return cell !== undefined && isSure(cell.verdict);
    });
    expect(counts).toEqual(rising(counts));
    expect(counts.slice(0, 2)).toEqual([0, 0]);
    expect(counts.at(-1)).toBeGreaterThanOrEqual(0.95 * CASES);
  });

  it.each(['dedicated', 'virtual'] as const)(
    'of pairs that should be the same never makes a true change less sure, from none to 200: %s',
    (server) => {
      const options = { benchmark: 'pgbench', clients: 8, cached: true, server } as const;
      const counts = soundCounts([0, 1, 2, 8, 20, 200], (seed, pairs) => {
        const normal = normalNumbers(seed);
        const value = (loss: number) => 1000.0001 * Math.exp(0.007 * normal() + loss);
        const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
        const runs = [
          makeRun('1.0', { at: day(0) }),
          makeRun('3.0', { at: day(1) }),
          // One version again and again: each run and the one before it are a pair.
          ...Array.from({ length: pairs === 0 ? 0 : pairs + 1 }, (_, at) =>
            makeRun('2.0', { id: `2.0 ${at}`, at: day(2 + at) }),
          ),
        ];
        const throughput = Array.from({ length: 8 }, (_, test) =>
          runs.map((_, column) => value(test === 0 && column === 1 ? LOSS : 0)),
        );
        const matrix = makeMatrix(runs, { throughput });
        const [cell] = judgePair(matrix, { base: 0, column: 1, noise: findNoise(matrix, options) }).cells;
        return cell !== undefined && isSure(cell.verdict);
      });
      expect(counts).toEqual(rising(counts));
      expect(counts.at(-1)).toBeGreaterThanOrEqual(0.95 * CASES);
      if (server === 'virtual') expect(counts[0]).toBe(0);
    },
  );

  it('of 5,000 nights or rounds shows a change as surely as of twenty', () => {
    const normal = normalNumbers(1);
    const log = (loss: number) => Math.exp(0.015 * normal() + loss);
    const values = Array.from({ length: 5000 }, (_, night) => 1000 * log(night < 4900 ? 0 : LOSS));
    const { changes } = judgeSeries({ values, better: 'higher-is-better' });
    expect(changes.map(({ state, firstBad }) => [state, firstBad])).toEqual([['sure', 4900]]);
    const side = (loss: number) => Array.from({ length: 5000 }, () => log(loss));
    expect(roundsEstimate(side(0), side(LOSS), 834)?.p).toBeLessThan(1e-6);
    expect(roundsEstimate(side(0), side(0), 834)?.p).toBeGreaterThan(0.01);
  });

  it.each([1, 2, 20, 5000])('of tests that did not change hides no loss of a fifth, of %i tests', (tests) => {
    const normal = normalNumbers(7);
    const runs = ['1.0', '2.0', '2.0', '2.0', '3.0'].map((version, at) =>
      makeRun(version, { id: `${at}`, at: new Date(Date.UTC(2026, 0, 1 + at)).toISOString() }),
    );
    const throughput = Array.from({ length: tests }, (_, test) =>
      runs.map(
        (_, column) => 1000.0001 * Math.exp(0.007 * normal() + (test === 0 && column === 4 ? -0.3 : 0)),
      ),
    );
    const matrix = makeMatrix(runs, { throughput });
    const noise = findNoise(matrix, { benchmark: 'pgbench', clients: 8, cached: true, server: 'dedicated' });
    const { cells } = judgePair(matrix, { base: 0, column: 4, noise });
    expect(cells[0]).toMatchObject({ verdict: 'regression' });
    expect(cells.slice(1).filter(({ verdict }) => isSure(verdict)).length).toBeLessThanOrEqual(tests / 1000);
  });
});
