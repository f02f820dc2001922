import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatrixRow } from '../../matrix/matrix';
import { matrixOfResults } from '../../matrix/matrix-of-results';
import { randomNumbers } from '../../series/testing/made-series';
import { judgePair } from '../judge-pair';
import { isSure } from '../verdict';
import { findNoise } from './find-noise';
import type { NoiseRun } from './noise-types';
import { ownRuns } from './own-runs';

const HOUR = 3_600_000;

/** How the runs of a column were made: in one go, or on as many days. */
type Kind = 'repeats' | 'days';

function runOf(version: string, index: number, kind: Kind): NoiseRun {
  const variant = { product: 'P', version, flavour: null, config: null, label: version, campaigns: ['c'] };
  return kind === 'repeats'
    ? { ...variant, id: version, repeat: index + 1, at: null }
    : { ...variant, id: `${version} ${index}`, repeat: null, at: new Date(index * 24 * HOUR).toISOString() };
}

const rowOf = (key: string): MatrixRow => ({
  key,
  name: key,
  range: null,
  group: 'all',
  groupLabel: 'all',
  label: key,
  warmup: false,
  position: 0,
  known: false,
  unit: 'per second',
});

const resultsOf = (logs: readonly number[]) =>
  logs.map((log) => ({
    status: 'ok' as const,
    computed: { throughput: 1234.5678901 * Math.exp(log) },
    reported: null,
  }));

/** logs: [side][test][run]. */
function judge(
  logs: readonly (readonly (readonly number[])[])[],
  { kind, server }: { kind: Kind; server: 'dedicated' | 'unknown' },
) {
  const versions = ['1.0', '2.0'];
  const rows = (logs[0] ?? []).map((_, test) => rowOf(`t${test}`));
  const runs = logs.flatMap((tests, side) =>
    (tests[0] ?? []).map((_, index) => runOf(versions[side] ?? '', index, kind)),
  );
  const single = matrixOfResults({
    columns: runs,
    rows,
    results: rows.map((_, test) =>
      logs.flatMap((tests) => (tests[test] ?? []).map((log) => resultsOf([log]))),
    ),
  });
  const noise = findNoise(single, { benchmark: 'pgbench', clients: 8, cached: true, server });
  const matrix = matrixOfResults({
    columns: versions.map((version) => ({ ...runOf(version, 0, kind), repeat: null })),
    rows,
    results: rows.map((_, test) => logs.map((tests) => resultsOf(tests[test] ?? []))),
  });
  return judgePair(matrix, { base: 0, column: 1, noise });
}

const TESTS = 32;
const SLOWER = 5;

/** Tables with noise of 2%, five of 32 tests 10% slower: how many of the five, and of the others, are sure a table. */
function sureOf(runs: number, options: Parameters<typeof judge>[1], tables = 6) {
  const random = randomNumbers(runs);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  let [found, others] = [0, 0];
  for (let table = 0; table < tables; table++) {
    const side = (loss: number) =>
      Array.from({ length: TESTS }, (_, test) =>
        Array.from({ length: runs }, () => 0.02 * normal() + (test < SLOWER ? Math.log(1 - loss) : 0)),
      );
    for (const [test, { verdict }] of judge([side(0), side(0.1)], options).cells.entries()) {
      if (test < SLOWER) found += isSure(verdict) ? 1 : 0;
      else others += isSure(verdict) ? 1 : 0;
    }
  }
  return { found: found / tables / SLOWER, others: others / tables };
}

describe('repeats', () => {
  it('never make a true change less sure, from one run a side to 40', () => {
    const dedicated = [1, 2, 3, 6, 12, 20, 40].map((runs) =>
      sureOf(runs, { kind: 'repeats', server: 'dedicated' }),
    );
    const found = dedicated.map((one) => one.found);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found.slice(3).every((part) => part >= 0.97)).toBe(true);
    expect(Math.max(...dedicated.map(({ others }) => others))).toBeLessThanOrEqual(0.2);
  });

  it('of days speak for themselves on any machine from four on, those of one session on none', () => {
    const days = [1, 2, 4, 8, 20].map((runs) => sureOf(runs, { kind: 'days', server: 'unknown' }).found);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(days[0]).toBe(0);
    expect(days[3]).toBeGreaterThan(0.97);
    expect(sureOf(20, { kind: 'repeats', server: 'unknown' }, 2)).toEqual({ found: 0, others: 0 });
  });

  it('tell as much of 5,000 runs, with one test', () => {
    const side = (level: number) => [
      Array.from({ length: 5000 }, (_, run) => level + 0.02 * (((run * 7919) % 101) / 50 - 1)),
    ];
    const slower = judge([side(0), side(-0.1)], { kind: 'days', server: 'unknown' }).cells[0];
    expect(slower).toMatchObject({ verdict: 'regression' });
    const same = judge([side(0), side(0)], { kind: 'days', server: 'unknown' }).cells[0];
    expect(same).toMatchObject({ verdict: 'no change' });
  });

  it('make p no larger when each of them is there again', () => {
    const logs = fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(logs, logs, fc.constantFrom(2, 5), (base, version, times) => {
        const again = (own: readonly number[], count: number) =>
          Array.from({ length: own.length * count }, (_, run) => own[run % own.length] ?? 0);
        const pOf = (count: number) => {
          const [cell] = judge(
            [
              [again(base, count)],
              [
                again(
                  version.map((log) => log - 0.2),
                  count,
                ),
              ],
            ],
            {
              kind: 'days',
              server: 'unknown',
            },
          ).cells;
          return cell && 'p' in cell ? cell.p : null;
        };
        // Rounding of a sum of many differences.
        expect(pOf(times) ?? 1).toBeLessThanOrEqual((pOf(1) ?? 0) + 1e-9);
      }),
    );
  });
});

describe('ownRuns', () => {
  const variant = { product: 'P', version: '1', flavour: null, config: null };
  const pair = (withinSession: boolean, changes: Record<string, number>) => ({
    a: variant,
    b: variant,
    withinSession,
    changes: Object.entries(changes).map(([test, x]) => ({ test, x, prior: 0.03 })),
  });

  it('sums the differences of neighbours, and keeps the longest stretch of a test that is lost in between', () => {
    const pairs = [pair(true, { a: 0.1, b: 1 }), pair(false, { a: -0.3 }), pair(true, { a: 0.1, b: 2 })];
    const runs = ownRuns(pairs, false);
    expect([runs.units, runs.sessions]).toEqual([4, 2]);
    expect(runs.logs.get('a')?.map((log) => Number(log?.toFixed(9)))).toEqual([0, 0.1, -0.2, -0.1]);
    expect(runs.logs.get('b')).toEqual([0, 1, null, null]);
  });

  it('makes a session one run: the mean of its runs', () => {
    const pairs = [pair(true, { a: 0.1 }), pair(false, { a: -0.3 }), pair(true, { a: 0.1 })];
    const runs = ownRuns(pairs, true);
    expect([runs.units, runs.sessions]).toEqual([2, 2]);
    expect(runs.logs.get('a')?.map((log) => Number(log?.toFixed(9)))).toEqual([0.05, -0.15]);
  });

  it('of a column without pairs are one run', () => {
    expect(ownRuns([], true)).toMatchObject({ units: 1, sessions: 1 });
  });
});
