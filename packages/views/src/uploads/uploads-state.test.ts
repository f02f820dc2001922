import { describe, expect, it } from 'vitest';
import { uploadsHref, uploadsUrl } from './uploads-state';

const parse = (query: string) => uploadsUrl.parse(new URLSearchParams(query));

describe('the list of uploads in the URL', () => {
  it('is the same after writing and parsing', () => {
    const state = { q: 'pn53 nov', state: 'failed', before: '17' } as const;
    expect(uploadsHref(state)).toBe('/uploads?q=pn53+nov&state=failed&before=17');
    expect(parse(uploadsHref(state).split('?')[1] ?? '')).toEqual(state);
  });

  it('leaves defaults out', () => {
    expect(uploadsHref({ q: '', state: '', before: '' })).toBe('/uploads');
  });

  it('takes nonsense for the default', () => {
    expect(parse('state=eaten&before=last')).toEqual({ q: '', state: '', before: '' });
  });
});
