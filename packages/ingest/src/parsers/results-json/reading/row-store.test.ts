import { describe, expect, it } from 'vitest';
import type { AssembleContext } from '../../family';
import { partsOfResults } from '../assemble/parts-of-results';
import { TOO_MANY_RESULTS } from '../assemble/placed-rows';
import { type ReadRow, RowStore } from './row-store';

const rows: ReadRow[] = [
  { test: 'a', metric: 'throughput', value: 1.5, line: 2 },
  {
    test: 'a',
    metric: 'throughput',
    value: null,
    version: '1.1',
    machine: { name: 'box', cores: 8 },
    line: 3,
  },
  {
    test: 'b',
    range: 10,
    metric: 'time',
    unit: 'ms',
    value: 0,
    repeat: 3,
    clients: 8,
    status: 'warmup',
    line: 4,
  },
  { test: 'b', metric: 'time', error: 'it crashed', line: 5 },
  {
    test: 'a',
    metric: 'throughput',
    value: -2e9,
    version: '1.1',
    machine: { name: 'box', cores: 8 },
    line: 6,
  },
];

function stored(all: readonly ReadRow[]): RowStore {
  const store = new RowStore();
  for (const row of all) store.add(row);
  store.close();
  return store;
}

describe('results in a store', () => {
  it('returns the same rows on every read', () => {
    const store = stored(rows);
    expect([...store]).toEqual(rows);
    expect([...store]).toEqual(rows);
    expect(store.length).toBe(5);
  });

  it('keep the extremes of JSON numbers, and hold no NaN or Infinity where a value is missing', () => {
    const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -0, 0, null, undefined];
    const store = stored(
      extremes.map(
        (value, at): ReadRow => ({
          test: 'a',
          metric: 'throughput',
          ...(value === undefined ? { error: 'it crashed' } : { value }),
          line: at + 2,
        }),
      ),
    );
    expect([...store].map(({ value }) => value)).toEqual(extremes);
    expect([...store].map((row) => 'value' in row)).toEqual(extremes.map((value) => value !== undefined));
    expect(store.values.filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([]);
  });

  it('share what they say alike', () => {
    const store = stored(rows);
    const said = [...store.withRuns()].map((each) => each.said);
    expect(said[4]).toBe(said[1]);
    expect(store.kinds).toHaveLength(3);
  });
});

it('reads as many results as fit in the upload and reports the first that is left out', () => {
  const notes: unknown[] = [];
  const context: AssembleContext = {
    rootLabel: 'x',
    benchmarkNamed: () => 'x',
    isRegistered: () => false,
    claim: () => {},
    note: (code, file, message, at) => notes.push([code, file, message, at]),
    cores: () => null,
    columns: () => null,
    table: () => null,
    wantedDevice: () => null,
    storage: () => [],
    roomForResults: (wanted) => Math.min(wanted, 2),
  };
  const head = { basecaseResults: 1, tool: 'x' } as const;
  const many = Array.from(
    { length: 5 },
    (_, at): ReadRow => ({ test: `t${at}`, metric: 'time', value: 1, unit: 's', line: at + 2 }),
  );
  const parts = partsOfResults(
    { path: 'r.json', log: { type: 'results-json', parts: [{ head, rows: stored(many) }] } },
    context,
  );
  expect(parts.flatMap(({ results }) => results.map(({ test }) => test))).toEqual(['t0', 't1']);
  expect(notes).toContainEqual(['results-json:TOO_MANY', 'r.json', TOO_MANY_RESULTS, 4]);
});
