import { describe, expect, it } from 'vitest';
import { compareUrl } from '../compare/compare-state';
import { serversUrl } from '../servers/servers-state';
import { knownName, unknownValues } from './address-problem';

const problems = (query: string) => compareUrl.problems(new URLSearchParams(query), ['format']);

describe('what of an address is not understood', () => {
  it('names parameters that there are not, with those that there are', () => {
    const [found, ...more] = problems('servr=pn53&format=tsv&utm_source=mail&server=pn53');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ parameter: 'servr', value: 'pn53' });
    expect(found?.message).toBe('There is no parameter “servr”.');
    expect(found?.known).toContain('server');
  });

  it('names values that no such parameter has, with those it may have', () => {
    expect(problems('metric=cpu_per_op')).toEqual([
      expect.objectContaining({ parameter: 'metric', value: 'cpu_per_op' }),
    ]);
    expect(problems('metric=cpu_per_op')[0]?.known).toContain('cpu/o');
    expect(problems('t=2')[0]?.message).toBe('“2” is not a valid t: expected a number from 0.5 to 0.999.');
    expect(problems('only=yes&repeat=0&cell=x').map(({ parameter }) => parameter)).toEqual([
      'only',
      'repeat',
      'cell',
    ]);
    const on = serversUrl.problems(new URLSearchParams('on=pn53&on=pn53@w'));
    expect(on.map(({ value }) => value)).toEqual(['pn53']);
  });

  it('states the expected form in words, without a regular expression', () => {
    const texts = problems('price=abc&power=1e9&currency=euro&cell=nope').map(({ message }) => message);
    expect(texts).toEqual([
      '“abc” is not a valid price: expected a number with at most 6 decimals, as 0.40.',
      '“1e9” is not a valid power: expected a number with at most 6 decimals, as 0.40.',
      '“euro” is not a valid currency: expected three capital letters, as EUR.',
      '“nope” is not a valid cell: expected a test, “@” and a column.',
    ]);
  });

  it('finds nothing in what forms send, and in every state that is written', () => {
    expect(problems('server=&workload=&base=&metric=QPS&t=0.95&rule=verdicts&q=&only=0')).toEqual([]);
    const query = compareUrl.query({ cols: ['a', 'b'], only: true, fold: ['write'], t: 0.9, sort: '-a' });
    expect(problems(query)).toEqual([]);
  });

  it('lists what is like an unknown name first, and cuts long values', () => {
    const known = ['alpha', 'mysql-8.0', 'mysql-9.5', 'zeta'];
    const [found] = unknownValues('base', ['MySQL'], { known, what: 'column', where: ' in this heatmap' });
    expect(found?.message).toBe('There is no column “MySQL” in this heatmap.');
    expect(found?.known).toEqual(['mysql-8.0', 'mysql-9.5', 'alpha', 'zeta']);
    expect(unknownValues('base', ['', 'alpha'], { known })).toEqual([]);
    expect(unknownValues('base', ['x'.repeat(5000)], { known })[0]?.message.length).toBeLessThan(100);
  });

  it('knows a product whatever its case', () => {
    expect(knownName(['MySQL', 'MyRocks'], 'mysql')).toBe('MySQL');
    expect(knownName(['MySQL', 'mysql'], 'mysql')).toBe('mysql');
    expect(knownName(['MySQL'], 'oracle')).toBe('oracle');
  });
});
