import { describe, expect, it } from 'vitest';
import { parsePublishedWorkload } from './published-tables';

const UNKNOWN = {
  tables: null,
  rowsPerTable: null,
  clients: null,
  primaryKey: null,
  cached: null,
  label: null,
};

describe('parsePublishedWorkload', () => {
  it.each([
    [
      'cached, 8 tables x 10M rows, 40 clients',
      { cached: true, tables: 8, rowsPerTable: 10_000_000, clients: 40 },
    ],
    ['IO-bound, 20 clients, 200M rows per table', { cached: false, clients: 20, rowsPerTable: 200_000_000 }],
    // Whether 30M rows are in one table is not said.
    ['cached, 1 client, 30M rows', { cached: true, clients: 1, label: '30M rows' }],
    ['O_DIRECT randwrite, 1 job', { label: 'O_DIRECT randwrite, 1 job' }],
  ])('%s', (text, expected) => {
    expect(parsePublishedWorkload(text)).toEqual({ ...UNKNOWN, ...expected });
  });
});
