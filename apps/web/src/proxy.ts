import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from './server/content-security-policy';

/**
 * Gives each page a content security policy with its own nonce: nothing from a log, a name or a note
 * can run as script. Next puts the nonce that it finds in the request's policy on its own scripts.
 *
 * The interface under /api/ is left out: it serves no pages, and whatever passes through here is cut at 10 MB, which
 * would break uploads. So are files that never change.
 */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurityPolicy(request.nextUrl.pathname, nonce);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  // The page of an unknown address names what is near it, and gets no parameters.
  headers.set('x-address', request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  matcher: ['/((?!api/|_next/static|_next/image|icon.svg|favicon.ico).*)'],
};
