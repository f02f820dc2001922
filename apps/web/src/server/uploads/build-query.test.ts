import { describe, expect, it } from 'vitest';
import { buildSettings, putQuery } from './upload-schemas';

const SAID = {
  commit: '4eb13e8a',
  branch: 'master',
  committedAt: '2026-08-29T18:00:00Z',
  buildNumber: '1234',
  buildUrl: 'https://ci.example/1234',
  repository: 'https://github.com/postgres/postgres',
};

describe('the build in the query of an upload', () => {
  it('is kept as settings by the same names', () => {
    expect(buildSettings(putQuery.parse({ filename: 'a', ...SAID }))).toEqual(SAID);
    expect(buildSettings(putQuery.parse({ filename: 'a' }))).toEqual({});
  });

  it.each([
    [{ commit: 'HEAD' }, 'expected 7 to 64 hexadecimal digits of a commit'],
    [{ branch: ' ' }, 'expected the name of a branch'],
    [{ committedAt: '2026-08-29' }, 'expected a time with its zone, as in 2026-08-29T18:00:00Z'],
    [{ buildNumber: '1.5' }, 'expected a whole number from 0 to 2147483647'],
    [{ buildUrl: 'javascript:alert(1)' }, 'expected an address that begins with http:// or https://'],
    [{ repository: 'data:text/html,x' }, 'expected an address that begins with http:// or https://'],
  ])('refuses %j', (query, message) => {
    const { error } = putQuery.safeParse({ filename: 'a', ...query });
    const found = error?.issues.map(({ path, message: said }) => `${path.join('.')}: ${said}`);
    expect(found).toEqual([expect.stringContaining(`${Object.keys(query)[0]}: ${message}`)]);
  });
});
