import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';

/** What a page is about, or the page that says there is nothing. An id that cannot be one names nothing, too. */
export async function orNotFound<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) notFound();
    throw error;
  }
}
