import { NotFoundError } from '@basecase/db/errors';
import { TRPCError } from '@trpc/server';

/** True also for a slug or an id of another shape than ours, which is as unknown as any other. */
export function isUnknown(error: unknown): boolean {
  if (error instanceof NotFoundError) return true;
  return error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code);
}

/** The answer, or null where there is none. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}
