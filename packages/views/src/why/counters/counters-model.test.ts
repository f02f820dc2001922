import type { CellCounters } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { counterNumber, countersModel } from './counters-model';

const NAMES = { own: '9.5.0', base: '9.4.0' };
const NONE: CellCounters = { runId: null, operations: null, counters: [], dumps: [], unused: [] };

function cell(counts: Record<string, number>, operations: number | null = 1e6): CellCounters {
  return {
    ...NONE,
    runId: '1',
    operations,
    counters: Object.entries(counts).map(([name, change]) => ({
      view: 'SHOW GLOBAL STATUS',
      group: null,
      name,
      change,
    })),
    dumps: [
      {
        view: 'SHOW GLOBAL STATUS',
        after: { artifactId: '2', file: 'sb.gs.insert.range100.pk1' },
        before: { artifactId: '1', file: 'sb.gs.scan.range100.pk1' },
      },
    ],
  };
}

function rowsOf(base: CellCounters | null, own: CellCounters) {
  const model = countersModel({ cell: own, base }, NAMES);
  if ('missing' in model) throw new Error(model.missing);
  return model;
}

describe('countersModel', () => {
  const base = cell({
    Innodb_log_writes: 41_200,
    Innodb_rows_updated: 1e6,
    Innodb_buffer_pool_wait_free: 1210,
  });
  const own = cell({
    Innodb_log_writes: 68_900,
    Innodb_rows_updated: 1e6,
    Innodb_buffer_pool_wait_free: 780,
  });

  it('shows base and new side by side, per operation, the largest change first', () => {
    expect(rowsOf(base, own).rows.map((row) => [row.name, row.base, row.own, row.ratio])).toEqual([
      ['Innodb_log_writes', '0.0412', '0.0689', '1.67'],
      ['Innodb_buffer_pool_wait_free', '0.00121', '0.00078', '0.64'],
      ['Innodb_rows_updated', '1', '1', '1.00'],
    ]);
  });

  it('says the largest change in words, and how many did not move', () => {
    const { says, sentence } = rowsOf(base, own);
    expect(says).toBe(
      '3 counters of SHOW GLOBAL STATUS read, 1 changed by less than 3% or count next to nothing; largest change first',
    );
    expect(sentence).toBe(
      'Innodb_log_writes (writes of the redo log) is 1.67 times that of 9.4.0 per operation: 0.0412 became 0.0689.',
    );
    expect(rowsOf(base, base).sentence).toBeNull();
  });

  it('draws bars from the middle on a log scale, as far as its end', () => {
    const { rows, scale } = rowsOf(cell({ a: 1e6, b: 1e6, c: 0 }), cell({ a: 4e6, b: 5e5, c: 1e6 }));
    expect(scale).toEqual({ low: '1/4', high: '4' });
    expect(Object.fromEntries(rows.map(({ name, bar }) => [name, bar]))).toEqual({
      a: { left: 50, width: 50, isCut: false },
      b: { left: 25, width: 25, isCut: false },
      c: { left: 50, width: 50, isCut: true },
    });
  });

  it('shows ten, and the rest when asked', () => {
    const many = Object.fromEntries(
      Array.from({ length: 412 }, (_, index) => [`counter_${index}`, 1e6 + index]),
    );
    const { rows, rest } = rowsOf(cell(many), cell(many));
    expect([rows.length, rest.length]).toEqual([10, 402]);
  });

  it('lists counters alone if the base has none, with a note', () => {
    const model = rowsOf(NONE, own);
    expect(model.rows.map((row) => [row.name, row.base, row.own, row.ratio, row.bar])[0]).toEqual([
      'Innodb_rows_updated',
      '–',
      '1',
      '–',
      null,
    ]);
    expect(model.notes[0]).toMatch(/^No counters were recorded for 9\.4\.0\./);
    expect(rowsOf(null, own).notes[0]).toMatch(/^Counted from the dump before the test/);
  });

  it('suggests what to record, or explains why counters are unusable', () => {
    expect(countersModel({ cell: NONE, base: null }, NAMES)).toEqual({
      missing: expect.stringMatching(/^No counters were recorded for 9\.5\.0\. Write SHOW GLOBAL STATUS/),
    });
    const unused = [{ artifactId: '1', file: 'sb.gs.x', reason: 'no dump from before the test' }];
    expect(countersModel({ cell: { ...NONE, runId: '1', unused }, base: null }, NAMES)).toEqual({
      missing: "The counters of 9.5.0 can't be used: sb.gs.x: no dump from before the test.",
    });
    const removed = 'The raw files were removed.';
    expect(countersModel({ cell: { ...NONE, runId: '1', removed }, base: null }, NAMES)).toEqual({
      missing: '9.5.0: The raw files were removed.',
    });
    expect(countersModel({ cell: cell({ a: 1 }, null), base: null }, NAMES)).toEqual({
      missing: expect.stringMatching(/does not say how long the test ran/),
    });
  });
});

describe('counterNumber', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [0.04123, '0.0412'],
    [0.1, '0.1'],
    [2.314, '2.31'],
    [31.4, '31.4'],
    [612.4, '612'],
    [12_345.6, '12\u202f346'],
    [2e-7, '2.0e-7'],
  ])('%s is %s', (value, text) => {
    expect(counterNumber(value)).toBe(text);
  });
});
