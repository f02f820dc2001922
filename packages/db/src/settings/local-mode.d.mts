import type { WorkerSettings } from './settings.mjs';

type LocalSettings = Pick<
  WorkerSettings,
  'BASECASE_LOCAL' | 'BASECASE_READING' | 'BASECASE_URL' | 'BASECASE_TRUSTED_PROXY'
>;

/**
 * True for a name of this machine. A page elsewhere can point its own name at 127.0.0.1 and call this server in the
 * visitor's browser; that request carries the page's name.
 */
export function isLoopbackHost(host: string | null): boolean;

/**
 * True where all visitors on this machine have all rights: the server is bound to it, no setting shows that others reach it
 * through a proxy, and reading is not closed.
 */
export function isLocalMode(settings: LocalSettings): boolean;

/**
 * Whether webhooks may call addresses of this machine and its network: in local mode, or where the operator allows it.
 * Elsewhere an admin's webhook would make the server reach what its admin can't.
 */
export function mayCallPrivate(
  settings: LocalSettings & Pick<WorkerSettings, 'BASECASE_WEBHOOK_PRIVATE'>,
): boolean;
