import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Matrix } from '@basecase/analysis';
import { testInfo } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { whatIfProblems } from '../compare/what-if-state';
import { whatIf, whatIfParts } from './what-if';

const CSV = readFileSync(path.join(import.meta.dirname, '../../../../data/published/published.csv'), 'utf8');
const ROWS = CSV.trim()
  .split('\n')
  .map((line) => (line.match(/"[^"]*"|[^,]+|(?<=,)(?=,)/g) ?? []).map((cell) => cell.replaceAll('"', '')))
  .map((cells) => ({ cells, line: cells.join(',') }));

/** A figure of a published post. */
function published(post: string, version: string, test: string, kind: 'absolute' | 'relative'): number {
  const found = ROWS.filter(
    ({ cells, line }) =>
      line.includes(post) &&
      line.includes(',throughput,') &&
      cells.at(-1) === kind &&
      cells.includes(version) &&
      cells.includes(test),
  );
  expect([post, version, test, found.length > 0]).toEqual([post, version, test, true]);
  return Number(found[0]?.cells.at(-2));
}

/** [test][column] of throughput. */
function matrixOf(
  values: Record<string, (number | null)[]>,
  units: Record<string, string> = {},
): Matrix<unknown> {
  const tests = Object.keys(values);
  const grid = <T>(cell: (value: number | null) => T) => tests.map((test) => (values[test] ?? []).map(cell));
  return {
    columns: (values[tests[0] ?? ''] ?? []).map((_, index) => ({ label: String(index) })),
    rows: tests.map((key) => ({
      ...testInfo('sysbench', key, null),
      ...{ key, label: key, groupLabel: '', warmup: false, unit: units[key] ?? 'queries/s' },
    })),
    values: { throughput: grid((value) => value) },
    sources: {},
    status: grid((value) => (value === null ? ('missing' as const) : ('ok' as const))),
    repeats: grid(() => 1),
    spread: grid(() => null),
  };
}

const NOTHING = { weights: '', price: '', currency: '', power: '' };
const view = (matrix: Matrix<unknown>, isRelative = false) => ({
  matrix,
  names: ['old', 'new'],
  base: 0,
  metric: 'throughput' as const,
  server: 'pn53',
  isRelative,
});

describe('what if, by hand from three published posts', () => {
  it('weighs MySQL 9.4.0 against 5.6.51 (2025-08-26): l.i1 three times, two query steps once', () => {
    const post = '2025-08-26 MySQL 5.6 thru 9.4, small server';
    const [load, range, point] = ['l.i1', 'qr100', 'qp100'].map((test) =>
      published(post, '9.4.0', test, 'relative'),
    );
    expect([load, range, point]).toEqual([1.03, 0.7, 0.63]);
    const matrix = matrixOf({
      'l.i1': [1, load ?? null],
      qr100: [1, range ?? null],
      qp100: [1, point ?? null],
    });
    const state = { ...NOTHING, weights: 'l.i1 3\nqr100 1\nqp100 1' };
    // (1.03³ × 0.70 × 0.63)^(1/5) = 0.481893^0.2 = 0.86415; without weights (1.03 × 0.70 × 0.63)^(1/3) = 0.769
    expect(whatIf(state, view(matrix, true))?.columns[1]?.mean).toBeCloseTo(0.86415, 5);
  });

  it('weighs PostgreSQL 18 beta3 against 17.4 (2025-09-02): point queries 5, index updates 2, scan 1', () => {
    const post = '2025-09-02 Postgres 18 beta3, large server';
    const tests = ['point-query_range=100', 'update-index', 'scan_range=100'];
    const figures = tests.map((test) => published(post, '18beta3', test, 'relative'));
    expect(figures).toEqual([1.01, 0.96, 0.91]);
    const matrix = matrixOf(
      Object.fromEntries(tests.map((test, index) => [test, [1, figures[index] ?? null]])),
    );
    const weights = tests.map((test, index) => `${test} ${[5, 2, 1][index]}`).join('\r\n');
    // (1.01⁵ × 0.96² × 0.91)^(1/8) = (1.05101 × 0.9216 × 0.91)^(1/8) = 0.881434^0.125 = 0.98435
    expect(whatIf({ ...NOTHING, weights }, view(matrix, true))?.columns[1]?.mean).toBeCloseTo(0.98435, 5);
  });

  it('prices PostgreSQL 15.15 and 18.1, IO-bound (2026-01-14): three writes at 0.40 EUR an hour and 150 W', () => {
    const post = '2026-01-14 Debugging regressions, IO-bound';
    const tests = ['update-one_range=100', 'update-zipf_range=100', 'insert'];
    const rates = tests.map((test) =>
      ['15.15', '18.1'].map((version) => published(post, version, test, 'absolute')),
    );
    expect(rates).toEqual([
      [162046, 172790],
      [41531, 29289],
      [34164, 27304],
    ]);
    const matrix = matrixOf(Object.fromEntries(tests.map((test, index) => [test, rates[index] ?? []])));
    const weights = `${tests[0]} 1\n${tests[1]} 2\n${tests[2]} 1`;
    const found = whatIf({ weights, price: '0.40', currency: 'EUR', power: '150' }, view(matrix));
    // 18.1: (1/172790 + 2/29289 + 1/27304) / 4 = 27.674 µs; × 0.40 / 3600 × 10⁶ = 0.0030749 EUR; × 150 / 3600 × 10⁶ = 1.15309 Wh
    // 15.15: (1/162046 + 2/41531 + 1/34164) / 4 = 20.900 µs; 0.0023222 EUR; 0.87082 Wh
    // mean: (1.066302 × 0.705232² × 0.799204)^(1/4) = 0.806864
    expect(found?.columns[1]?.cost).toBeCloseTo(0.0030749, 7);
    expect(found?.columns[1]?.energy).toBeCloseTo(1.15309, 5);
    expect(found?.columns[0]?.cost).toBeCloseTo(0.0023222, 7);
    expect(found?.columns[0]?.energy).toBeCloseTo(0.87082, 5);
    expect(found?.columns.map(({ mean }) => mean)).toEqual([1, expect.closeTo(0.806864, 6)]);
    const table = found && whatIfParts(found)[1];
    expect(table && 'rows' in table ? table.rows[1] : []).toMatchObject([
      'new',
      { text: '0.81' },
      { text: '0.00307' },
      { text: '1.15' },
    ]);
  });
});

describe('what if', () => {
  const matrix = matrixOf({ a: [100, 50], b: [100, null], scan: [10, 9] }, { scan: 'Krows/s per client' });

  it('is nothing where nothing is asked', () => {
    expect(whatIf(NOTHING, view(matrix))).toBeNull();
  });

  it('has no number where a test with a weight was not measured, and notes the reason', () => {
    const found = whatIf({ ...NOTHING, weights: 'a 1\nb 1' }, view(matrix));
    expect(found?.columns[1]?.mean).toBeNull();
    expect(found?.notes.at(-1)).toBe('No number where a test with a weight was not measured.');
    expect(whatIf({ ...NOTHING, weights: 'a 1\nb 0' }, view(matrix))?.columns[1]?.mean).toBeCloseTo(0.5);
  });

  it('prices operations alone: no scan, no ratio, no missing test', () => {
    const priced = { ...NOTHING, price: '1', currency: 'USD' };
    expect(whatIf({ ...priced, weights: 'a 1\nscan 1' }, view(matrix))?.columns[0]?.cost).toBeNull();
    expect(whatIf({ ...priced, weights: 'a 1' }, view(matrix, true))?.columns[0]?.cost).toBeNull();
    const all = whatIf(priced, view(matrix));
    // Tests that count operations, one weight each: 1 / 100 s × 1 / 3600 × 10⁶ = 2.7778; b is missing in the second.
    expect(all?.columns.map(({ cost }) => cost)).toEqual([expect.closeTo(2.7778, 4), null]);
    expect(all?.notes[0]).toBe('All 2 tests that count operations have the same weight.');
  });

  it.each([
    [{ weights: 'a -1' }, 'The weight of “a” is not a number from 0 to 999999, with at most 6 decimals.'],
    [{ weights: 'a' }, 'The weight of “a” is not a number from 0 to 999999, with at most 6 decimals.'],
    [{ weights: 'a 1e9' }, 'The weight of “a” is not a number from 0 to 999999, with at most 6 decimals.'],
    [{ weights: 'a 0\nb 0' }, 'All weights are 0: there is nothing to weigh.'],
    [{ weights: 'nope 1' }, 'There is no test “nope” in this heatmap.'],
    [{ weights: 'a 1\na 2' }, 'The test “a” has two weights.'],
    [{ price: '0.4' }, 'A price needs its currency, as EUR.'],
    [{ price: '0', currency: 'EUR' }, 'A price of 0 says nothing.'],
    [{ power: '0.0' }, 'A power of 0 says nothing.'],
  ])('refuses %o', (asked, message) => {
    const state = { ...NOTHING, ...asked };
    expect(whatIfProblems(state, ['a', 'b']).map((problem) => problem.message)).toEqual([message]);
    expect(whatIf(state, view(matrix))).toBeNull();
  });

  it('weighs 5,000 tests', () => {
    const tests = Array.from({ length: 5000 }, (_, index) => `t${index}`);
    const many = matrixOf(Object.fromEntries(tests.map((test) => [test, [100, 90]])));
    const found = whatIf({ ...NOTHING, power: '100' }, view(many));
    expect(found?.columns[1]?.energy).toBeCloseTo((100 / 90 / 3600) * 1e6, 6);
  });
});
