import type { RegressionEntry } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { toRecordChange } from './prepare-records';

const column = (version: string) => ({
  column: `postgresql-${version}`,
  label: version,
  version,
  flavour: null,
  config: null,
});
const RECORD = {
  slug: 'abc',
  kind: 'regression',
  server: { slug: 'ax162-s', name: 'ax162-s', cores: 48 },
  workload: {
    benchmark: 'sysbench',
    label: 'sysbench, IO-bound',
    details: [],
    relativeTo: null,
    source: null,
  },
  product: 'PostgreSQL',
  test: { name: 'update-zipf', range: 100, unit: 'queries/s' },
  firstBad: column('16.11'),
  lastGood: column('15.15'),
  ratio: 0.85,
  explanation:
    '15% slower; KB written per operation 1.21x (enough for all of it). Shares overlap: each is what that metric alone could account for.',
} as unknown as RegressionEntry;

describe('a record on the home page', () => {
  it('says what, since when, where and why, and leads to its page', () => {
    expect(toRecordChange(RECORD)).toMatchObject({
      test: 'update-zipf',
      level: 'r2',
      words: 'PostgreSQL 16.11 after 15.15',
      costs: 'KB written per operation 1.21x (enough for all of it)',
      server: '48-core ax162-s',
      unit: '',
      href: '/r/abc',
    });
  });

  it('is marked even when it is small, and says when nothing was recorded', () => {
    const small = { ...RECORD, ratio: 0.96, explanation: null };
    expect(toRecordChange(small)).toMatchObject({ level: 'r1', costs: 'costs not recorded' });
  });
});
