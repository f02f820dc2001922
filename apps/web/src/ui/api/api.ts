import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '../../server/root';

/** Times that a question is sent: a busy server refuses it before it does anything. */
const TRIES = 3;

/**
 * `fetch` that asks again where a busy server refuses a question with 503, after the time in `Retry-After`. A change is sent once.
 *
 * @throws as `fetch`: the network failed, or the signal was aborted, also while waiting
 */
export const fetchPatiently: typeof fetch = async (input, init) => {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(input, init);
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const isRefused = answer.status === 503 && Number.isFinite(seconds);
    if (!isRefused || tries === TRIES || (init?.method ?? 'GET') !== 'GET') return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    init?.signal?.throwIfAborted();
  }
};

/**
 * Asks the server from the browser. The only import of a feature or of `ui` from the server besides its actions, and it
 * is a type. Import it where it is needed after the first paint, so that pages load without it.
 */
export const api = createTRPCClient<AppRouter>({
  links: [httpLink({ url: '/api/trpc', fetch: fetchPatiently })],
});

/** The message of an error for readers. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Browsers' messages when a request gets no answer.
  return /^(Failed to fetch|NetworkError|Load failed)/.test(text) ? 'The server cannot be reached.' : text;
}
