// Who may call what is decided here once, for the web process and for the worker. Types: local-mode.d.mts.

/** Names of this machine for itself. */
const LOOPBACK = /^(localhost|[^:/]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

export function isLoopbackHost(host) {
  return LOOPBACK.test(host ?? '');
}

export function isLocalMode({ BASECASE_LOCAL, BASECASE_READING, BASECASE_URL, BASECASE_TRUSTED_PROXY }) {
  if (!BASECASE_LOCAL || BASECASE_READING === 'closed' || BASECASE_TRUSTED_PROXY.length > 0) return false;
  return BASECASE_URL === null || isLoopbackHost(new URL(BASECASE_URL).host);
}

export function mayCallPrivate(settings) {
  return isLocalMode(settings) || settings.BASECASE_WEBHOOK_PRIVATE;
}
