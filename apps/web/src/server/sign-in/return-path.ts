const MAX_LENGTH = 4000;

/**
 * Where to go after signing in: a path of this site, whatever the address says. `//evil.example` and `/\evil.example`
 * are other sites to a browser.
 */
export function returnPath(to: string | null | undefined): string {
  const isPath = typeof to === 'string' && to.length <= MAX_LENGTH && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(to);
  if (!isPath || !URL.canParse(to, 'http://here')) return '/';
  const { host, pathname, search } = new URL(to, 'http://here');
  // Dot segments are gone now: `/x/..//evil.example` is `//evil.example`.
  const path = pathname + search;
  return host === 'here' && !path.startsWith('//') && !path.startsWith('/sign-in') ? path : '/';
}
