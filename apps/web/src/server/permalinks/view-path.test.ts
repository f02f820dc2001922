import { SettingError } from '@basecase/db';
import { describe, expect, it } from 'vitest';
import { parseViewPath } from './view-path';

describe('path of a view', () => {
  it('is a page with its query', () => {
    const { kind, query } = parseViewPath('/compare?server=pn53&cell=scan@b');
    expect([kind, query.get('server'), query.get('cell')]).toEqual(['compare', 'pn53', 'scan@b']);
    expect(parseViewPath('/report').kind).toBe('report');
  });

  it.each(['//evil.example/compare', '/\\evil.example', 'https://evil.example/compare', 'compare', ''])(
    'never leads elsewhere: %s',
    (path) => {
      expect(() => parseViewPath(path)).toThrow(SettingError);
    },
  );

  it.each([
    ['/servers?base=9.5.0', /Servers side by side cannot be frozen yet/],
    ['/db-bench', /db_bench table cannot be frozen yet/],
    ['/p/abc', /frozen already/],
    ['/uploads/3', /no view of this server/],
    ['/compare/more', /no view of this server/],
  ])('says why %s cannot be frozen', (path, message) => {
    expect(() => parseViewPath(path)).toThrow(message);
  });
});
