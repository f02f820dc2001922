import type { SeriesSummaryEntry } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { madeOverview } from '../testing/test-overview';
import { nightsRows } from './nights-rows';

const { server, workload, line, lineKey } = madeOverview([]);

function rowOf(change: Partial<SeriesSummaryEntry> = {}) {
  const entry = { key: lineKey, server, workload, line, nights: 200, newestAt: '2026-11-16T02:00:00.000Z' };
  const says = { tests: 33, slower: 5, faster: 1, possible: 2, release: '18.4' };
  return nightsRows([{ ...entry, ...says, ...change }])[0];
}

describe('nights on the home page', () => {
  it('say where, how many, and how many tests changed since the release', () => {
    expect(rowOf()).toEqual({
      key: `pn53 sysbench-cached ${lineKey}`,
      server: '8-core PN53',
      line: 'PostgreSQL 19devel',
      details: 'sysbench, cached, branch master, config x10b_c8r32',
      nights: '200 nights',
      newest: '16 Nov 2026',
      date: '2026-11-16',
      slower: { text: '5 slower', isSome: true },
      faster: { text: '1 faster', isSome: true },
      possible: '2 possible',
      since: 'since 18.4',
      href: '/series?server=pn53&workload=sysbench-cached&line=PostgreSQL,19devel@master,,x10b_c8r32',
    });
  });

  it('count nothing where nothing was compared', () => {
    expect(rowOf({ release: null })).toMatchObject({
      slower: { text: '–', isSome: false },
      since: 'no release was measured there',
    });
    expect(rowOf({ tests: 0, nights: 7, release: null })?.since).toBe('levels after 12 nights');
    expect(rowOf({ slower: 0, possible: 0 })).toMatchObject({
      slower: { text: '0 slower', isSome: false },
      possible: '',
    });
  });
});
