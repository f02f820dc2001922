import { describe, expect, it } from 'vitest';
import { configStem, majorOf } from './words';

describe('releases', () => {
  it('have a major as their product counts', () => {
    expect(majorOf('PostgreSQL', '18beta1')).toBe('18');
    expect(majorOf('PostgreSQL', '9.6.24')).toBe('9.6');
    expect(majorOf('MySQL', '8.0.43')).toBe('8.0');
    expect(majorOf('storage', 'fsync')).toBe('fsync');
  });

  it('have configs that mean the same on servers of other sizes', () => {
    expect([
      configStem('x10a_c8r32'),
      configStem('cz12a_c32r128'),
      configStem('x10b'),
      configStem(null),
    ]).toEqual(['x10a', 'cz12a', 'x10b', '']);
  });
});
