import { describe, expect, it } from 'vitest';
import { findViewPath, whyNotShared } from './frozen-view';

describe('path of a view', () => {
  it('is a page with its query', () => {
    const { kind, query } = findViewPath('/compare?server=pn53&cell=scan@b') ?? {};
    expect([kind, query?.get('server'), query?.get('cell')]).toEqual(['compare', 'pn53', 'scan@b']);
    expect(findViewPath('/report')?.kind).toBe('report');
    expect(findViewPath('/servers?base=9.5.0')?.kind).toBe('servers');
    expect(findViewPath('/db-bench')?.kind).toBe('db-bench');
  });

  it.each(['//evil.example/compare', '/\\evil.example', 'https://evil.example/compare', 'compare', ''])(
    'never leads elsewhere: %s',
    (path) => {
      expect(findViewPath(path)).toBeNull();
      expect(whyNotShared(path)).toMatch(/path of a view on this server/);
    },
  );

  it.each([
    ['/runs', /not a view of this server/],
    ['/trends/more', /not a view of this server/],
    ['/p/abc', /already frozen/],
    ['/uploads/3', /not a view of this server/],
    ['/compare/more', /not a view of this server/],
  ])('explains why %s cannot be frozen', (path, message) => {
    expect(findViewPath(path)).toBeNull();
    expect(whyNotShared(path)).toMatch(message);
  });
});
