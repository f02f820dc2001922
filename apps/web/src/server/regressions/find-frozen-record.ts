import { TRPCError } from '@trpc/server';
import { cache } from 'react';
import { serverCaller } from '../root';
import type { FrozenRegression } from './frozen-regression';

/** The frozen record behind the slug of a permalink, read once per request; null when it freezes something else. */
export const findFrozenRecord = cache(async (slug: string): Promise<FrozenRegression | null> => {
  try {
    return await serverCaller().regressions.frozen({ slug });
  } catch (error) {
    const isUnknown =
      error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
    if (isUnknown) return null;
    throw error;
  }
});
