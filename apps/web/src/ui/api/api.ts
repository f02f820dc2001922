import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '../../server/root';

/**
 * Asks the server from the browser. The only import of a feature or of `ui` from the server besides its actions, and it
 * is a type. Import it where it is needed after the first paint, so that pages load without it.
 */
export const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] });

/** The message of an error for readers. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Browsers' messages when a request gets no answer.
  return /^(Failed to fetch|NetworkError|Load failed)/.test(text) ? 'The server cannot be reached.' : text;
}
