import { expect, it, vi } from 'vitest';
import { ConflictError, isUnstorable, NotFoundError, SettingError } from './errors';

it('knows errors of another copy of the module', async () => {
  vi.resetModules();
  const copy = await import('./errors');
  expect(copy.NotFoundError).not.toBe(NotFoundError);
  expect(new copy.NotFoundError('gone')).toBeInstanceOf(NotFoundError);
  expect(new copy.SettingError('odd')).toBeInstanceOf(SettingError);
  expect(new copy.ConflictError('EXISTS', 'there')).toBeInstanceOf(ConflictError);
  expect(new copy.SettingError('odd')).not.toBeInstanceOf(NotFoundError);
  expect({ name: 'NotFoundError' }).not.toBeInstanceOf(NotFoundError);
});

it.each([
  [Object.assign(new Error('zero byte'), { code: '22021' }), true],
  [
    Object.assign(new Error('of Prisma'), {
      meta: { driverAdapterError: { cause: { originalCode: '22P05' } } },
    }),
    true,
  ],
  [new Error('outer', { cause: Object.assign(new Error('beyond int4'), { code: '22003' }) }), true],
  [Object.assign(new Error('division by zero'), { code: '22012' }), false],
  [new Error('other'), false],
  [null, false],
])('isUnstorable(%s) is %s', (error, expected) => expect(isUnstorable(error)).toBe(expected));
