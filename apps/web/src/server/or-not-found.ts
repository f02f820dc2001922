import { notFound } from 'next/navigation';
import { isUnknown } from './or-null';

/** Content of a page, or the "not found" page. A malformed id is not found, too. */
export async function orNotFound<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isUnknown(error)) notFound();
    throw error;
  }
}
