import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { roundsNeeded } from '../../rounds/rounds';
import { randomNumbers } from '../../series/testing/made-series';
import { median } from '../../statistics/median';
import { isJudged, type JudgedCell } from '../judge-cells';
import { judgePair } from '../judge-pair';
import { findNoise } from '../noise/find-noise';
import { makeMatrix, makeRun } from '../testing/make-matrix';
import { isSure } from '../verdict';
import { settleSentence } from './remedy-words';

const TESTS = 6;
const DAY_MS = 86_400_000;

interface World {
  server: ServerKind;
  sd: number;
  loss: number;
  seed: number;
}

/** Runs of a base and a version, each on another day; the same seed gives the same first runs. */
function measured({ sd, loss, seed }: World, counts: readonly [base: number, version: number]) {
  const versions = ['8.0.43', '9.5.0'];
  const sides = versions.map((version, side) => {
    const random = randomNumbers(1000 * seed + side);
    const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    return Array.from({ length: counts[side] ?? 0 }, (_, run) => ({
      run: makeRun(version, {
        id: `${version} ${run}`,
        at: new Date(Date.UTC(2026, 0, 1) + (2 * run + side) * DAY_MS).toISOString(),
      }),
      values: Array.from(
        { length: TESTS },
        (_, test) =>
          1000.0000001 * Math.exp(sd * normal() + (side === 1 && test < 2 ? Math.log(1 - loss) : 0)),
      ),
    }));
  });
  return { versions, sides };
}

function judge(world: World, counts: readonly [base: number, version: number]) {
  const { versions, sides } = measured(world, counts);
  const all = sides.flat();
  const single = makeMatrix(
    all.map(({ run }) => run),
    {
      throughput: Array.from({ length: TESTS }, (_, test) => all.map(({ values }) => values[test] ?? 0)),
    },
  );
  const noise = findNoise(single, { benchmark: 'sysbench', clients: 1, cached: true, server: world.server });
  const own = (side: number, test: number) => (sides[side] ?? []).map(({ values }) => values[test] ?? 0);
  const matrix = makeMatrix(
    versions.map((version) => makeRun(version)),
    {
      throughput: Array.from({ length: TESTS }, (_, test) =>
        [0, 1].map((side) => median(own(side, test)) ?? 0),
      ),
    },
  );
  matrix.repeats = matrix.rows.map(() => [...counts]);
  return judgePair(matrix, { base: 0, column: 1, noise });
}

const isOpen = (cell: JudgedCell) => cell.mark === 'possible' || cell.mark === 'unclear';

describe.each(['dedicated', 'unknown', 'virtual'] as const)(
  'what would settle a test on a %s machine',
  (server) => {
    it('is named with a figure for each open test, and settles most of them when it is done', () => {
      let [asked, settled, evidence] = [0, 0, 0];
      for (let seed = 1; seed <= 40; seed++) {
        const world = { server, sd: 0.012, loss: server === 'dedicated' ? 0.06 : 0.12, seed };
        const before = judge(world, [1, 1]);
        for (const [test, cell] of before.cells.entries()) {
          if (test > 1 || !isJudged(cell) || !isOpen(cell)) continue;
          expect(settleSentence(cell)).toMatch(/\d/);
          if (cell.remedy === null || typeof cell.remedy === 'string') continue;
          const { base, version } = cell.remedy;
          const after = judge(world, [1 + base, 1 + version]);
          const now = after.cells[test];
          asked += 1;
          evidence += Number(after.noise.evidence !== null);
          settled += Number(now !== undefined && (isSure(now.verdict) || now.verdict === 'no change'));
        }
      }
      expect(asked).toBeGreaterThan(0);
      if (server !== 'dedicated') expect(evidence).toBe(asked);
      expect(settled / asked).toBeGreaterThanOrEqual(0.7);
    });
  },
);

describe('what would settle a test that no runs settle', () => {
  const cell = { mark: 'unclear', remedy: null, x: Math.log(0.92), sigma: 0.03 } as const;
  it.each([
    [{ steal: 7 }, 'Runs with at most 2% of stolen time would settle this.'],
    [
      { changedBy: 'failures', failed: { base: 0.5, column: 0.75 } },
      'Runs with a success rate of 50.0% would settle this.',
    ],
    [
      { changedBy: 'failures', failed: { base: null, column: 1 } },
      'Runs with a success rate of 100.0% would settle this.',
    ],
    [
      { changedBy: 'host' },
      `${roundsNeeded(0.03, 0.6 * -Math.log(0.92))} rounds with basecase record would settle this.`,
    ],
    [{ remedy: 'disagree' }, /^Its runs disagree too much to settle this\. \d+ rounds with basecase record/],
    [{ remedy: 'too many' }, /^More than 9 runs on each side .* \d+ rounds with basecase record/],
    [{ remedy: 'too many', x: 0 }, /\d+ rounds with basecase record would settle it\.$/],
  ] as const)('has a figure: %o', (change, sentence) => {
    const text = settleSentence({ ...cell, ...change });
    if (typeof sentence === 'string') expect(text).toBe(sentence);
    else expect(text).toMatch(sentence);
  });
});
