import type { IncomingMessage } from 'node:http';
import type { Refusal } from './refusal';

/** No route: what Next.js draws its page for unknown addresses for. */
const NOWHERE = '/no-such-page';

/** A slash within a segment: no name here has one, and what it leads to differs from reader to reader. */
const ENCODED_SLASH = /%2f|%5c|\\/i;
/** Zero, which PostgreSQL holds in no text, and other bytes that no address of this app has. */
const CONTROL = /\p{Cc}/u;

/**
 * Looks at an address before anyone decodes it. One that cannot be decoded, or holds what no name can hold, is
 * refused for programs, and for pages leads to the page that says there is nothing; never to an error.
 */
export function checkAddress(request: IncomingMessage): Refusal | null {
  const url = request.url ?? '/';
  if (isGood(url)) return null;
  if (!url.toLowerCase().startsWith('/api/')) {
    request.url = NOWHERE;
    return null;
  }
  return {
    status: 400,
    code: 'ADDRESS_INVALID',
    title: 'Bad request',
    text: 'The address has characters that no path or parameter can have, or an incomplete % sequence.',
  };
}

function isGood(url: string): boolean {
  const [path = '', ...query] = url.split('?');
  if (!path.startsWith('/') || ENCODED_SLASH.test(path) || /%00/.test(query.join('?'))) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !CONTROL.test(decoded) && !decoded.split('/').some((part) => part === '..' || part === '.');
  } catch {
    // Half a % sequence, or bytes that are no UTF-8.
    return false;
  }
}
