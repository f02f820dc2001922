import { TRPCClientError } from '@trpc/client';
import { api } from '../../ui/api/api';

export type Created = { slug: string } | { message: string; needsToken: boolean };

/** Freezes the view at a path of this server; what goes wrong comes back as a sentence. */
export async function createPermalink(path: string): Promise<Created> {
  try {
    return { slug: (await api.permalinks.create.mutate({ path })).slug };
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const code: unknown = error.data?.code;
    // Without a code nothing answered: the connection, not the view, is the problem.
    const message = code === undefined ? 'The server could not be reached. Try again.' : error.message;
    return { message, needsToken: code === 'UNAUTHORIZED' };
  }
}
