import { describe, expect, it } from 'vitest';
import { runsHref, runsUrl } from './runs-run';

const parse = (query: string) => runsUrl.parse(new URLSearchParams(query));

describe('the list of runs in the URL', () => {
  it('is the same after writing and parsing', () => {
    const state = {
      q: 'x10a -18.0',
      product: 'PostgreSQL',
      server: 'pn53',
      benchmark: 'insert-benchmark',
      before: '1763692200000-17',
    } as const;
    const href = runsHref(state);
    expect(href).toBe(
      '/runs?q=x10a+-18.0&product=PostgreSQL&server=pn53&benchmark=insert-benchmark&before=1763692200000-17',
    );
    expect(parse(href.split('?')[1] ?? '')).toEqual(state);
  });

  it('takes nonsense for the default, and leaves defaults out', () => {
    const all = { q: '', product: '', server: '', benchmark: '', before: '' } as const;
    expect(parse('before=yesterday')).toEqual(all);
    expect(runsHref(all)).toBe('/runs');
  });
});
