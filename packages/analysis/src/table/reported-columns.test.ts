import { groupLabel, testInfo, testLabel } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import type { Matrix, MatrixRow } from '../matrix/matrix';
import { renderTable } from './render-table';

function rowOf(name: string): MatrixRow {
  const key = testLabel(name, 100);
  const info = testInfo('sysbench', name, 100);
  return { ...info, groupLabel: groupLabel('sysbench', info.group), key, label: key };
}

const grid = <T>(cell: T) => Array.from({ length: 2 }, () => Array.from({ length: 3 }, () => cell));

/** The logs of 5.7.44 are not there: its costs are those of a summary. It has no scan. */
const MATRIX: Matrix<{ label: string }> = {
  columns: ['x.my5651', 'x.my5744', 'x.my9500'].map((label) => ({ label })),
  rows: [rowOf('hot-points'), rowOf('scan')],
  values: {
    throughput: grid(100),
    cpu_per_op: [
      [0.5, 0.48, 0.6],
      [0.5, null, 0.6],
    ],
  },
  sources: {
    throughput: [
      ['computed', 'reported', 'computed'],
      ['computed', '-', 'computed'],
    ],
    cpu_per_op: [
      ['computed', 'reported', 'computed'],
      ['computed', '-', 'computed'],
    ],
  },
  status: grid('ok'),
  repeats: grid(1),
  spread: grid(null),
};

const table = (format: 'tsv' | 'csv' | 'md' | 'text' | 'json', options = {}) =>
  renderTable(MATRIX, { metric: 'cpu_per_op', format, ...options });

describe('a cost reported by a summary among computed ones', () => {
  it('is named in the legend, also when it is the base', () => {
    expect(table('tsv').split('\n').slice(0, 5)).toEqual([
      'Relative to: x.my5651',
      'col-1 : x.my5744',
      'col-2 : x.my9500',
      'reported : x.my5744',
      '',
    ]);
    expect(table('md')).toContain('\n- reported : x.my5744\n');
    expect(table('text', { base: 1 })).toContain('\nreported : x.my5744\n');
  });

  it('has a column in csv that names it, empty for tests where all were computed', () => {
    expect(table('csv')).toBe(
      'test,x.my5744,x.my9500,metric,reported\n' +
        'hot-points_range=100,0.96,1.20,cpu/o,x.my5744\n' +
        'scan_range=100,,1.20,cpu/o,\n',
    );
  });

  it('is marked in json, in the rows that have one', () => {
    const { rows } = JSON.parse(table('json'));
    expect(rows.map((row: { reported?: unknown }) => row.reported)).toEqual([
      [false, true, false],
      undefined,
    ]);
    const all = JSON.parse(table('json', { metric: 'all' }));
    expect(all.rows[0].metrics['cpu/o'].reported).toEqual([false, true, false]);
    expect(all.rows[0].metrics['qps'].reported).toBeUndefined();
  });

  it('is not said of throughput, which tools print', () => {
    expect(table('tsv', { metric: 'throughput' })).not.toContain('reported');
  });
});
