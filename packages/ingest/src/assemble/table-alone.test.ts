import { describe, expect, it } from 'vitest';
import { aloneOf, type TableToPlace } from './table-alone';

const table = (changes: Partial<TableToPlace> = {}): TableToPlace => ({
  path: 'dop1/qps.abs.tsv',
  rootLabel: 'nov25.sb.mysql',
  reads: [],
  ...changes,
});

/** Reads per operation of six tests in two columns. */
const reads = (value: number) => Array.from({ length: 6 }, () => [value, value * 1.1]);

describe('what tells a table from others', () => {
  it.each([
    ['nov25/qps.abs.cached.tsv', true],
    ['io-bound/dop40/qps.abs.tsv', false],
    ['iobound.40/qps.abs.tsv', false],
    ['sb_in_memory/o.met.all', true],
    ['uncached/o.met.all', false],
    // The nearest part counts.
    ['cached/again.io_bound/o.met.all', false],
  ])('%s says whether its data was cached', (path, cached) => {
    expect(aloneOf(table({ path }))).toEqual({ cached, label: null });
  });

  it('words within others say nothing: a ratio is not io', () => {
    expect(aloneOf(table({ path: 'uncachedx/ratio/o.met.all' })).cached).toBeNull();
  });

  it('its path comes before its reads', () => {
    expect(aloneOf(table({ path: 'cached/o.met.all', reads: reads(3) })).cached).toBe(true);
  });

  it.each([
    [0, true],
    [0.019, true],
    [0.2, false],
    [12, false],
  ])('%f reads per operation say whether its data was cached', (value, cached) => {
    expect(aloneOf(table({ reads: reads(value) }))).toEqual({ cached, label: null });
  });

  it('a few reads per operation, and few tests, say nothing: then its place does', () => {
    expect(aloneOf(table({ reads: reads(0.05) }))).toEqual({ cached: null, label: 'nov25.sb.mysql' });
    expect(aloneOf(table({ reads: reads(0).slice(0, 4) })).cached).toBeNull();
  });

  it('numbers that are like no others keep it apart all the same', () => {
    expect(aloneOf(table({ reads: reads(0), isUnlikeOthers: true }))).toEqual({
      cached: true,
      label: 'nov25.sb.mysql',
    });
  });

  it('one test that reads much does not make the others IO-bound', () => {
    expect(aloneOf(table({ reads: [...reads(0), [40], [25]] })).cached).toBe(true);
  });

  it('directories of concurrencies and sizes are not a place', () => {
    const label = (path: string, rootLabel = 'dop1') => aloneOf(table({ path, rootLabel })).label;
    expect(label('dop40/40u.8t.10m/o.met.all', 'dec25')).toBe('dec25');
    expect(label('small/dop1/o.met.all', 'dec25')).toBe('dec25/small');
    expect(label('res.dop8/o.met.all', 'dec25')).toBe('dec25/res.dop8');
    // Nothing else is known of it.
    expect(label('o.met.all')).toBe('dop1');
  });
});
