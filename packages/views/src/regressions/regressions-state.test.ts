import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE, isFiltered, type ListState, listHref, parseListState } from './regressions-state';

const parse = (query: string) => parseListState(new URLSearchParams(query));

describe('the list of regressions in the URL', () => {
  it('comes back as it went', () => {
    const state: ListState = {
      kind: 'improvement',
      q: 'zipf -insert',
      product: 'PostgreSQL',
      server: 'ax162-s',
      group: 'write',
      state: 'wont_fix',
      verdict: 'possible improvement',
      since: '18beta1',
      cause: 'PostgreSQL 18beta1 faster CPU+IO',
      sort: 'certainty',
      flat: true,
      page: 3,
    };
    expect(parse(listHref(state).split('?')[1] ?? '')).toEqual(state);
  });

  it('is a short address by default', () => {
    expect(listHref(DEFAULT_STATE)).toBe('/regressions');
    expect(parse('')).toEqual(DEFAULT_STATE);
  });

  it.each(['state=lost', 'kind=both', 'verdict=unclear', 'sort=name', 'page=-1', 'page=x', 'flat=yes'])(
    'takes nonsense for the default: %s',
    (query) => {
      expect(parse(query)).toEqual(DEFAULT_STATE);
    },
  );

  it('knows what was filtered', () => {
    expect(isFiltered({ ...DEFAULT_STATE, state: 'noise', sort: 'date', page: 2 })).toBe(false);
    expect(isFiltered({ ...DEFAULT_STATE, since: '17.0' })).toBe(true);
  });
});
