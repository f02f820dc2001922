import { env } from '../env';
import { isLocalMode } from './access/request-origin';

/**
 * Whether webhooks may call addresses of this machine and its network: where the server is this machine's own, or the
 * operator said so. Elsewhere an admin's webhook would make the server reach what its admin can't.
 */
export function mayCallPrivate(): boolean {
  return isLocalMode() || env().BASECASE_WEBHOOK_PRIVATE;
}
