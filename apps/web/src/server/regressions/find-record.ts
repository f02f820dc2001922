import type { RegressionPage } from '@basecase/db/types';
import { TRPCError } from '@trpc/server';
import { cache } from 'react';
import { serverCaller } from '../root';

/** The record behind a slug, read once per request; null when there is none. */
export const findRecord = cache(async (slug: string): Promise<RegressionPage | null> => {
  try {
    return await serverCaller().regressions.get({ slug });
  } catch (error) {
    // A slug of another shape than ours is as unknown as any other.
    const isUnknown =
      error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
    if (isUnknown) return null;
    throw error;
  }
});
