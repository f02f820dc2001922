import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../server/root';

/** Loaded when somebody freezes a view: the page itself needs none of it. */
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] });

export type Created = { slug: string } | { message: string; needsToken: boolean };

/** Freezes the view at a path of this server; what goes wrong comes back as a sentence. */
export async function createPermalink(path: string): Promise<Created> {
  try {
    return { slug: (await client.permalinks.create.mutate({ path })).slug };
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    const code: unknown = error.data?.code;
    // Without a code nothing answered: the connection, not the view, is the problem.
    const message = code === undefined ? 'The server could not be reached. Try again.' : error.message;
    return { message, needsToken: code === 'UNAUTHORIZED' };
  }
}
