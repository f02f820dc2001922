import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';

/** Content of a page, or the "not found" page. A malformed id is not found, too. */
export async function orNotFound<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) notFound();
    throw error;
  }
}
