import { describe, expect, it } from 'vitest';
import { isFiltered, type ListState, listHref, regressionsUrl } from './regressions-state';

const parse = (query: string) => regressionsUrl.parse(new URLSearchParams(query));

describe('the list of regressions in the URL', () => {
  it('is the same after writing and parsing', () => {
    const state: ListState = {
      kind: 'improvement',
      q: 'zipf -insert',
      product: 'PostgreSQL',
      server: 'ax162-s',
      group: 'write',
      state: 'wont_fix',
      sure: 'likely',
      since: '18beta1',
      line: '19devel@master',
      measured: 'no',
      cause: 'PostgreSQL 18beta1 faster CPU+IO',
      seen: '2026-11-24T09:02:00.000Z',
      sort: 'size',
      page: 3,
    };
    expect(parse(listHref(state).split('?')[1] ?? '')).toEqual(state);
  });

  it('is a short address by default', () => {
    expect(listHref(regressionsUrl.defaults)).toBe('/regressions');
    expect(parse('')).toEqual(regressionsUrl.defaults);
  });

  it.each([
    'state=lost',
    'kind=both',
    'sure=unclear',
    'seen=yesterday',
    'sort=name',
    'page=-1',
    'page=x',
    'measured=maybe',
  ])('takes nonsense for the default: %s', (query) => {
    expect(parse(query)).toEqual(regressionsUrl.defaults);
  });

  it('knows what was filtered', () => {
    expect(isFiltered({ ...regressionsUrl.defaults, state: 'noise', sort: 'size', page: 2 })).toBe(false);
    expect(isFiltered({ ...regressionsUrl.defaults, since: '17.0' })).toBe(true);
    expect(isFiltered({ ...regressionsUrl.defaults, measured: 'no' })).toBe(true);
    expect(isFiltered({ ...regressionsUrl.defaults, line: '19devel@master' })).toBe(true);
  });
});
