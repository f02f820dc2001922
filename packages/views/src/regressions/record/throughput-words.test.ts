import { describe, expect, it } from 'vitest';
import { makePage } from '../../testing/test-page';
import { numberText, throughputWords } from '../record-words';

describe('the throughput of a record', () => {
  it('has the unit of its test', () => {
    const { unit, scale, heading, text } = throughputWords(makePage());
    expect([unit, scale, heading]).toEqual(['queries/s', 'queries/s', 'queries/s']);
    expect(text(35046)).toBe('35\u202f046');
  });

  it('is a ratio where nothing else was published', () => {
    const page = makePage();
    const relativeTo = { table: 'Postgres 18 beta1, small server', base: '14.0 x10a_c8r32' };
    const words = throughputWords({ ...page, workload: { ...page.workload, relativeTo } });
    expect(words).toMatchObject({
      unit: 'of 14.0 x10a_c8r32',
      scale: 'relative to 14.0 x10a_c8r32',
      heading: 'as published',
    });
    expect([words.text(1), words.text(2.034)]).toEqual(['1.00', '2.03']);
  });

  it('writes large values in groups and small ones with three digits', () => {
    expect([1234567.8, 99.95, 0.01234].map(numberText)).toEqual(['1\u202f234\u202f568', '100', '0.0123']);
  });
});
