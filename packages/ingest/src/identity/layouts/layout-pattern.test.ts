import { describe, expect, it } from 'vitest';
import { matchLayout, parseLayout } from './layout-pattern';

/** `product=MySQL version=5.7`, null for a path that does not match. */
function read(pattern: string, path: string): string | null {
  const match = matchLayout(parseLayout(pattern), path);
  return match?.values.map(({ field, name, value }) => `${name ?? field}=${value}`).join(' ') ?? null;
}

describe('a layout', () => {
  it.each([
    [
      '{product}{version}/BP{config.buffer_pool}/thr{clients}/{test}.txt',
      'mysql57/BP25/thr16/oltp_read_only.txt',
      'product=MySQL version=5.7 buffer_pool=25 clients=16 test=oltp_read_only',
    ],
    ['{version}/{product}/x.log', 'a/57/mysql/x.log', 'version=5.7 product=MySQL'],
    [
      '{product}{version}/thr{clients}.txt',
      'ps8036/thr008.txt',
      'product=Percona Server version=8.0.36 clients=8',
    ],
    ['{product}/x', 'ps/x', 'product=Percona Server'],
    ['{product}/x', 'MyOwnThing/x', 'product=MyOwnThing'],
    ['{config}/run{repeat}/*.log', 'b/a b/run2/x.y.log', 'config=a b repeat=2 _=x.y'],
    [
      '{server}/{date}/{build}/{flavour}',
      'a/2021-01-28/4eb13e8a/rel',
      'server=a date=2021-01-28 build=4eb13e8a flavour=rel',
    ],
  ])('%s reads %s', (pattern, path, expected) => {
    expect(read(pattern, path)).toBe(expected);
  });

  it('takes a whole part of the path where several ends would fit', () => {
    const pattern = '{_}-kernel-{config.kernel}-{test}/{product}-{version}-{config}/x.txt';
    const path = 'res-OLTP-RW-kernel-4.9.62-21.56-oltp_read_only/mariadb-10.0.5-b-c/x.txt';
    expect(read(pattern, path)).toBe(
      '_=res-OLTP-RW kernel=4.9.62-21.56 test=oltp_read_only product=MariaDB version=10.0.5 config=b-c',
    );
  });

  it.each([
    ['thr{clients}/res.txt', 'a/b/thr4/res.txt'],
    ['**/thr{clients}/res.txt', 'thr4/res.txt'],
    ['…/thr{clients}/…', 'a/thr4/b/c/res.txt'],
    ['a/…/thr{clients}/res.txt', 'a/thr4/res.txt'],
    ['a/**/thr{clients}/res.txt', 'x/a/b/c/thr4/res.txt'],
    ['./thr{clients}/res.txt', 'thr4/res.txt.gz'],
  ])('is matched from its end: %s on %s', (pattern, path) => {
    expect(read(pattern, path)).toBe('clients=4');
  });

  it.each([
    ['thr{clients}/res.txt', 'thrX/res.txt'],
    ['thr{clients}/res.txt', 'res.txt'],
    ['{product}{version}/x', '57/x'],
    ['{product}{version}/x', 'mysql/x'],
    ['{config}-{test}.log', 'a.log'],
    ['thr{clients}/…', 'thr4'],
  ])('%s does not match %s', (pattern, path) => {
    expect(read(pattern, path)).toBeNull();
  });

  it('has the places of its values in the path', () => {
    const path = 'up/mysql57/thr16.txt';
    const match = matchLayout(parseLayout('{product}{version}/thr{clients}.txt'), path);
    expect(match?.values.map(({ start, end }) => path.slice(start, end))).toEqual(['mysql', '57', '16']);
  });

  it.each([
    ['{vesion}/x', '{vesion}', '{version}'],
    ['{config}{test}/x', '{config}{test}', 'text between two fields'],
    ['{product/x', 'an open brace', 'a field such as {version}'],
    ['{version}/{version}', 'a second {version}', 'each field once'],
    ['{config.a}/{config.a}', 'a second {config.a}', 'each field once'],
    ['{version}//x', 'an empty segment', 'between slashes'],
    ['{test.a}/x', '{test.a}', 'only behind config'],
    ['a/b.txt', 'a/b.txt', 'a field, one of'],
    ['…/a/…/b/…/c/…/{test}', '…', 'at most 2'],
    [`${'a'.repeat(500)}{test}`, 'aaa', 'at most 500 characters'],
  ])('%s is refused with the place and a valid form', (pattern, found, expected) => {
    const parse = () => parseLayout(pattern);
    expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_LAYOUT' }));
    expect(parse).toThrow(found);
    expect(parse).toThrow(expected);
  });

  it('refuses a long name with many possible ends without trying all of them', () => {
    const pattern = `${'{_}-'.repeat(40)}x/{test}`;
    expect(read(pattern, `${'-a'.repeat(400)}/oltp`)).toBeNull();
  });
});
