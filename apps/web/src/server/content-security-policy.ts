import { isDevelopment } from '../env';

/** The one page that others may show in a frame. */
const EMBED = /^\/embed\/[^/]+\/?$/;

/**
 * Policy for the content that a page may load and run: itself, and scripts that carry the nonce of this response.
 *
 * @param pathname of the page; a permalink under /embed/ may be framed by other sites
 * @param nonce of this response
 */
export function contentSecurityPolicy(pathname: string, nonce: string): string {
  // The development server evaluates code, puts styles into the page and tells it about changes.
  const dev = isDevelopment();
  const directives = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
    // Attributes only: widths of charts and the number of columns are set by React as inline styles.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${EMBED.test(pathname) ? '*' : "'none'"}`,
  ];
  return directives.join('; ');
}
