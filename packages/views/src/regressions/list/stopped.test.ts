import type { StoppedEntry } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { makeServer, makeWorkload } from '../../testing/test-record';
import { stoppedView } from './stopped';

function entry(count: number, change: Partial<StoppedEntry> = {}): StoppedEntry {
  return {
    server: makeServer(),
    workload: makeWorkload(),
    product: 'PostgreSQL',
    flavour: null,
    config: 'x10a',
    isNights: false,
    count,
    tests: Array.from({ length: Math.min(count, 20) }, (_, test) => ({
      test: `t${test}`,
      reason: 'failed',
      column: 'new',
      version: '18.0',
      base: 'old',
      lastGood: '17.0',
    })),
    ...change,
  };
}

describe('tests that stopped working, as pages show them', () => {
  it('are nothing where every test works', () => {
    expect(stoppedView([])).toBeNull();
  });

  it('are named with the reason, and lead to the cell that says so', () => {
    const view = stoppedView([entry(1)]);
    expect(view).toMatchObject({ title: '1 test stopped working', more: '' });
    expect(view?.rows[0]).toMatchObject({ version: 'PostgreSQL 18.0', more: '' });
    const [test] = view?.rows[0]?.tests ?? [];
    expect(test).toMatchObject({ name: 't0', note: 'failed, worked in 17.0' });
    const query = new URL(test?.href ?? '', 'https://bench.example').searchParams;
    expect([query.get('base'), query.get('cell'), query.get('cols')]).toEqual(['old', 't0@new', null]);
  });

  it('name both nights, as most nights are not in a heatmap', () => {
    const href = stoppedView([entry(1, { isNights: true })])?.rows[0]?.tests[0]?.href ?? '';
    expect(new URL(href, 'https://bench.example').searchParams.getAll('cols').join(',')).toBe('old,new');
  });

  it('are counted beyond five names and eight lines, so that no test is lost', () => {
    const view = stoppedView([entry(5000), ...Array.from({ length: 9 }, () => entry(2))]);
    expect(view?.title).toBe('5018 tests stopped working');
    expect(view?.rows).toHaveLength(8);
    expect(view?.rows[0]?.more).toMatch(/^4.995 more$/);
    expect(view?.more).toBe('and 4 more in 2 other lines');
  });
});
