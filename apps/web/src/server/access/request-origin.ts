import { isLocalMode as isLocalModeOf, isLoopbackHost } from '@basecase/db/settings/local-mode';
import { env } from '../../env';
import { visitOf } from './visit';

/** A host as written in an address; anything else is not a name and is ignored. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** True for what can be a host with its port: no path, no markup, no second name. */
export function isHost(host: string): boolean {
  return HOST.test(host);
}

/** `isLocalMode` of this process. */
export function isLocalMode(): boolean {
  return isLocalModeOf(env());
}

/** True when this server is this machine's own, and was asked for by a name of it, without a proxy in between. */
export function isLocal(headers: Headers): boolean {
  const { host, isForwarded } = visitOf(headers);
  return isLocalMode() && isLoopbackHost(host) && !isForwarded;
}

/**
 * True unless a browser marks the request as made by another site's page. Other programs than browsers send neither
 * header, and have no visitor whose rights could be borrowed.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  if (origin === null || origin === publicOrigin()) return true;
  if (!URL.canParse(origin)) return false;
  const { scheme, host } = visitOf(headers);
  // The browser has compared the schemes itself. A proxy that is not named to this server may have ended TLS.
  if (site === 'same-origin') return new URL(origin).host === host;
  return host !== null && isHost(host) && new URL(origin).origin === new URL(`${scheme}://${host}`).origin;
}

/**
 * Address of this server as the client knows it: `https://bench.example`. Everything that builds whole addresses asks
 * here: BASECASE_URL where it is set, otherwise the host that was asked for.
 */
export function baseUrlOf(headers: Headers): string {
  const { scheme, host } = visitOf(headers);
  return publicOrigin() ?? `${scheme}://${host !== null && isHost(host) ? host : 'localhost'}`;
}

/** True when the client reaches this server encrypted: cookies are for such connections only then. */
export function isEncrypted(headers: Headers): boolean {
  return baseUrlOf(headers).startsWith('https:') || visitOf(headers).scheme === 'https';
}

function publicOrigin(): string | null {
  const { BASECASE_URL } = env();
  return BASECASE_URL === null ? null : new URL(BASECASE_URL).origin;
}
