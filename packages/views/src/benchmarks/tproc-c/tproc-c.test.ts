import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf } from '../../testing/test-view';
import { tprocCReport } from './tproc-c';

const view = makeView({
  benchmark: 'tproc-c',
  columns: ['PostgreSQL 12.22', 'PostgreSQL 18.1'],
  tests: {
    'vu1.w100': [500, 495],
    'vu100.w100': [
      { throughput: 800, tpm: 1900 },
      { throughput: 900, tpm: 2100, failed_clients: 95, status: 'failed' },
    ],
    'vu6.w1000': [{ throughput: 200, errors: 2 }, 220],
  },
});
const model = tprocCReport(view, makeState(), () => '/tproc-c');

describe('TPROC-C report', () => {
  it('has virtual users under warehouses', () => {
    const table = tableOf(model.tables, 'nopm');
    expect(table?.groups.map(({ label, span }) => [label, span])).toEqual([
      ['100 warehouses', 2],
      ['1,000 warehouses', 1],
    ]);
    expect(table?.heads.map(({ label, note }) => `${label} ${note}`)).toEqual(['1 vu', '100 vu', '6 vu']);
  });

  it('greys a result of which virtual users failed, with their count, and tells of errors', () => {
    const table = tableOf(model.tables, 'nopm');
    expect(textsOf(table)).toEqual([
      ['12.22', '500', '800', '200 (2 errors)'],
      ['18.1', '495', '900 (95 of 100 vu failed)', '220'],
    ]);
    expect(levelsOf(table)).toEqual([
      [null, null, null],
      [null, 'v', null],
    ]);
    expect(table?.notes).toHaveLength(1);
  });

  it('compares NOPM and never a failed result', () => {
    const table = tableOf(model.tables, 'relative');
    expect(textsOf(table)[1]).toEqual(['18.1', '0.99', 'failed', '1.10']);
    expect(levelsOf(table)[1]).toEqual(['n', 'v', 'b1']);
  });

  it('shows TPM without any ratio or colour', () => {
    const table = tableOf(model.tables, 'tpm');
    expect(textsOf(table)).toEqual([
      ['12.22', '–', '1\u202f900', '–'],
      ['18.1', '–', '2\u202f100', '–'],
    ]);
    expect(
      levelsOf(table)
        .flat()
        .every((level) => level === null),
    ).toBe(true);
  });

  it('says first what the numbers say', () => {
    expect(model.sentence).toEqual({
      strong: 'None of 2 tests is slower',
      rest: ' in 18.1 than in 12.22, 1 faster: from 0.99 (vu1.w100) to 1.10 (vu6.w1000). Judged by the plain threshold 0.95 / 1.05, ignoring noise. 1 result failed and is not compared.',
    });
  });

  it('has no ratios and no TPM where there is one version without it', () => {
    const single = makeView({ benchmark: 'tproc-c', columns: ['MySQL 9.5.0'], tests: { vu8: [7] } });
    const { tables, sentence } = tprocCReport(single, makeState(), () => '');
    expect(tables.map(({ id }) => id)).toEqual(['nopm']);
    expect(sentence.strong).toBe('One version.');
  });
});
