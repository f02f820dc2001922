import type { Verdict } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { verdictLetters } from '../../verdict/verdict-trend';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import { sentenceText } from '../heatmap/verdict-sentence';
import type { HeatmapData } from '../heatmap-data';
import { toBandedSelection } from './banded-selection';
import { bandsSentence } from './bands-sentence';

// On a server of unknown kind, with unknown noise: 3% is unclear, half as slow is possible, and nothing is sure. On a
// dedicated one half as slow is sure.
const noiseOn = (server: 'dedicated' | 'unknown') => ({
  kind: { clients: 40, cached: false },
  server,
  pairs: [],
});
const UNCLEAR = [100, 100, 100, 97];
const HALF = [100, 100, 100, 50];
const DOUBLE = [100, 100, 100, 200];

const textOf = (data: HeatmapData, change: Partial<CompareState>) => {
  const state = { ...compareUrl.defaults, ...change };
  return sentenceText(bandsSentence(toBandedSelection(toColumnSet(data, state), state)));
};
const dataOf = (throughput: number[][], server: 'dedicated' | 'unknown'): HeatmapData => ({
  ...heatmapData({ throughput }),
  noise: noiseOn(server),
});

describe('the second of two products', () => {
  const said = (
    throughput: number[][],
    server: 'dedicated' | 'unknown' = 'unknown',
    verdicts: HeatmapData['verdicts'] = [],
  ) => {
    const data = { ...dataOf(throughput, server), verdicts };
    for (const column of data.columns.slice(2)) column.product = 'PostgreSQL';
    return /PostgreSQL.*/.exec(textOf(data, { product: ['MySQL', 'PostgreSQL'] }))?.[0];
  };

  it('is not said to have none slower or faster where tests are within noise or possible', () => {
    expect(said([UNCLEAR, UNCLEAR, HALF, DOUBLE, UNCLEAR])).toBe(
      'PostgreSQL 4.0: 3 of 5 tests within noise, 1 likely slower (1 large, unconfirmed), 1 likely faster (1 large, unconfirmed) than 3.0.',
    );
    expect(said([HALF, UNCLEAR])).toBe(
      'PostgreSQL 4.0: 1 likely slower (1 large, unconfirmed) than 3.0, 1 within noise.',
    );
    expect(said([UNCLEAR, UNCLEAR])).toBe('PostgreSQL 4.0: 2 of 2 tests within noise against 3.0.');
    expect(said([UNCLEAR])).toBe('PostgreSQL 4.0: 1 of 1 test within noise against 3.0.');
  });

  it('has what is sure apart from what is unclear', () => {
    expect(said([HALF, HALF, UNCLEAR], 'dedicated')).toBe(
      'PostgreSQL 4.0: 2 slower than 3.0, 1 within noise.',
    );
  });

  it('has no change where each test shows it', () => {
    const judged = (...found: Verdict[]) => [
      {
        key: '2,3/0',
        ruleVersion: 1,
        cells: found.map((verdict) => verdictLetters(['no change', verdict])),
        rows: found.map(() => ({ firstBad: null, largest: null, down: [] })),
        columns: [0, 1].map(() => ({ shift: null, pairs: 1 })),
      },
    ];
    const rows = [UNCLEAR, UNCLEAR];
    expect(said(rows, 'dedicated', judged('no change', 'no change'))).toBe(
      'PostgreSQL 4.0: none slower or faster than 3.0.',
    );
    expect(said(rows, 'dedicated', judged('unclear', 'no change'))).toBe(
      'PostgreSQL 4.0: 1 of 2 tests within noise against 3.0, no change in the others.',
    );
  });
});

describe('two configs', () => {
  const said = (throughput: number[][], server: 'dedicated' | 'unknown' = 'unknown') => {
    const data = dataOf(throughput, server);
    for (const [index, column] of data.columns.entries()) {
      column.version = index < 2 ? '8.4.7' : '9.5.0';
      column.config = index % 2 === 0 ? 'a' : 'a_gtid';
    }
    return textOf(data, { columns: 'configs' });
  };

  it('begin with what is unclear where it is most, and count what is possible', () => {
    expect(said([UNCLEAR, UNCLEAR, HALF, DOUBLE, UNCLEAR])).toBe(
      "3 of 5 tests are within noise: these runs can't tell them from no change. None of 5 tests is clearly slower with gtid than without gtid in MySQL 9.5.0, 1 likely slower (1 large, unconfirmed), 1 likely faster (1 large, unconfirmed). 8.4.7: 5 of 5 within noise.",
    );
  });

  it('report that no test is clearly slower when some are unclear or possible', () => {
    expect(said([DOUBLE, UNCLEAR], 'dedicated')).toContain(
      'None of 2 tests is clearly slower with gtid than without gtid in MySQL 9.5.0, 1 faster, 1 within noise.',
    );
    expect(said([HALF])).toContain(
      'The only test is not clearly slower with gtid than without gtid in MySQL 9.5.0, 1 likely slower (1 large, unconfirmed).',
    );
  });
});

it('begins with what is unclear also where one base is for all products', () => {
  const data = dataOf([UNCLEAR, UNCLEAR], 'unknown');
  for (const column of data.columns.slice(2)) column.product = 'PostgreSQL';
  expect(textOf(data, { product: ['MySQL', 'PostgreSQL'], bases: 'one', base: 'v3' })).toMatch(
    /^2 of 2 tests are within noise: .* One base for all products: PostgreSQL 3\.0\.$/,
  );
});

it('reports no test as clearly slower where some are unclear', () => {
  const data = dataOf([DOUBLE, DOUBLE, UNCLEAR], 'dedicated');
  expect(textOf(data, {})).toContain('None of 3 tests is clearly slower in 4.0 than in 1.0; 2 faster.');
});

it('begins with a stop, before tests within noise, and without the words got slower', () => {
  const stopped = [100, 0];
  const said = textOf(
    {
      ...heatmapData({ throughput: [[100, 102], [100, 98], stopped] }),
      noise: noiseOn('unknown'),
    },
    {},
  );
  expect(said).toMatch(
    /^1 test stopped working\. None of 2 tests is clearly slower .* 2 of 2 tests are within noise: /,
  );
  expect(said).not.toContain('got slower');
});
