/** Names of this machine for itself. */
const LOOPBACK = /^(localhost|[^:/]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** The host that the browser, or the proxy before this server, was asked for: `127.0.0.1:3000`. */
export function hostOf(headers: Headers): string | null {
  return headers.get('x-forwarded-host') ?? headers.get('host');
}

/**
 * True when the request was made to a name of this machine. A page elsewhere can point a name of its own at 127.0.0.1
 * and call this server in the visitor's browser; that request carries the page's name.
 */
export function isLoopbackHost(headers: Headers): boolean {
  return LOOPBACK.test(hostOf(headers) ?? '');
}

/**
 * True when no browser says that another site's page made the request. Other programs than browsers send neither
 * header, and have no visitor whose rights could be borrowed.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === hostOf(headers);
}

/** Where the request came from, as the proxy nearest to this server, or this server itself, saw it. */
export function addressOf(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}

/** Address of this server as the client knows it: `https://bench.example`. */
export function baseUrlOf(request: Request): string {
  const { protocol, host } = new URL(request.url);
  const scheme = request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  return `${scheme ?? protocol.replace(':', '')}://${hostOf(request.headers) ?? host}`;
}
