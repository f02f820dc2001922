import { env } from '../env';

/**
 * Whether webhooks may call addresses of this machine and its network: where the server is this machine's own, or the
 * operator said so. Elsewhere an admin's webhook would make the server reach what its admin can't.
 */
export function mayCallPrivate(): boolean {
  return env().BASECASE_LOCAL || env().BASECASE_WEBHOOK_PRIVATE;
}
