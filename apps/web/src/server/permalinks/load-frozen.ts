import { TRPCError } from '@trpc/server';
import { cache } from 'react';
import { serverCaller } from '../root';
import { type FrozenView, toFrozenView } from './frozen-view';

/** The frozen view behind a slug, read once per request; null when there is none. */
export const loadFrozen = cache(async (slug: string): Promise<FrozenView | null> => {
  try {
    return toFrozenView(await serverCaller().permalinks.get({ slug }));
  } catch (error) {
    // A slug of another shape than ours is as unknown as any other.
    const isUnknown =
      error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST');
    if (isUnknown) return null;
    throw error;
  }
});
