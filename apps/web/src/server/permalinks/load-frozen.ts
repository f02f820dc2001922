import { TRPCError } from '@trpc/server';
import { cache } from 'react';
import { REGRESSION_PERMALINK } from '../regressions/regression-permalink';
import { serverCaller } from '../root';
import { type FrozenView, toFrozenView } from './frozen-view';

/** The frozen heatmap behind a slug, read once per request; null when there is none, or when it is a record's. */
export const loadFrozen = cache(async (slug: string): Promise<FrozenView | null> => {
  try {
    const permalink = await serverCaller().permalinks.get({ slug });
    return permalink.kind === REGRESSION_PERMALINK ? null : toFrozenView(permalink);
  } catch (error) {
    // A slug of another shape than ours is as unknown as any other.
    const isUnknown =
      error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
    if (isUnknown) return null;
    throw error;
  }
});
