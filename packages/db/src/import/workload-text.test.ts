import { describe, expect, it } from 'vitest';
import type { WorkloadToStore } from './run-to-store';
import { followLabel, formatRows, workloadDetails, workloadLabel, workloadSlug } from './workload-text';

const PLAIN: WorkloadToStore = {
  benchmark: 'sysbench',
  tables: 1,
  rowsPerTable: 50_000_000,
  clients: 1,
  primaryKey: true,
  cached: true,
  label: null,
  published: null,
};

const UNKNOWN: WorkloadToStore = {
  ...PLAIN,
  tables: null,
  rowsPerTable: null,
  clients: null,
  primaryKey: null,
  cached: null,
};

describe('the words for a workload', () => {
  it('lists the parameters that must be equal', () => {
    expect(workloadLabel(PLAIN)).toBe('sysbench, cached');
    expect(workloadDetails(PLAIN)).toEqual(['1 table × 50M rows', '1 client', 'pk']);
    expect(workloadSlug(PLAIN)).toBe('sysbench-cached-1x50m-1c-pk1');
  });

  it('uses the plural and says IO-bound and no pk', () => {
    const workload = {
      ...PLAIN,
      tables: 8,
      rowsPerTable: 250_000_000,
      clients: 40,
      cached: false,
      primaryKey: false,
    };
    expect(workloadLabel(workload)).toBe('sysbench, IO-bound');
    expect(workloadDetails(workload)).toEqual(['8 tables × 250M rows', '40 clients', 'no pk']);
  });

  it('leaves out unknown parameters', () => {
    expect(workloadLabel(UNKNOWN)).toBe('sysbench');
    expect(workloadDetails(UNKNOWN)).toEqual([]);
    expect(workloadSlug(UNKNOWN)).toBe('sysbench');
  });

  it('does not repeat in a free label what the parameters say', () => {
    const label = 'cached, 1 table x 50M rows, 1 client, nightly';
    expect(workloadLabel({ ...PLAIN, label })).toBe('sysbench, cached, nightly');
    expect(workloadSlug({ ...PLAIN, label })).toBe('sysbench-cached-1x50m-1c-pk1-nightly');
  });

  it('names the report and the base of a published table', () => {
    const published = { title: '2025-05-24 Postgres 18 beta1, small server', base: '14.0 x10a_c8r32' };
    const workload = { ...PLAIN, primaryKey: null, published };
    expect(workloadLabel(workload)).toBe('sysbench, cached (2025-05-24 Postgres 18 beta1, small server)');
    expect(workloadDetails(workload).at(-1)).toBe('relative to 14.0 x10a_c8r32');
    expect(workloadSlug(workload)).toBe('2025-05-24-postgres-18-beta1-small-server-sysbench-14.0-x10a_c8r32');
  });
});

describe('formatRows', () => {
  it.each([
    [50_000_000, '50M'],
    [1_500_000, '1.5M'],
    [10_000_000_000, '10B'],
    [500_000, '500K'],
    [1_234_567, '1234567'],
    [999, '999'],
  ])('%d → %s', (rows, text) => {
    expect(formatRows(rows)).toBe(text);
  });
});

describe('a label when what it repeats is corrected', () => {
  it.each([
    [
      'cached, 1 table x 50M rows, 1 client, nightly',
      { clients: 4 },
      'cached, 1 table x 50M rows, 4 clients, nightly',
    ],
    ['1 Table × 50M rows', { tables: 8, rowsPerTable: 10_000_000 }, '8 tables × 10M rows'],
    ['cached,pk', { cached: false, primaryKey: null }, 'IO-bound'],
    ['1 client', { clients: null }, null],
    ['nightly, 40 clients', { clients: 4 }, 'nightly, 40 clients'],
  ])('%s with %j is %s', (label, changes, expected) => {
    expect(followLabel(label, { before: PLAIN, after: { ...PLAIN, ...changes } })).toBe(expected);
  });
});
