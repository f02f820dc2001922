import { z } from 'zod';
import { cookieOf } from '../access/credentials';
import type { PendingSignIn } from './provider';

/** Time to type a password at the provider. */
const SECONDS = 15 * 60;
const NAME = 'basecase_sign_in';
const PATH = '/api/sign-in';

const schema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

/**
 * A sign-in that is under way lives in the browser that began it, not in the database: anybody may begin one, as often
 * as they like. Nothing in it is a secret from that browser, and it is good for one return.
 */
export const pendingCookie = (pending: PendingSignIn) => ({
  name: NAME,
  value: Buffer.from(JSON.stringify(pending)).toString('base64url'),
  seconds: SECONDS,
  path: PATH,
});

export const NO_PENDING = { name: NAME, value: '', seconds: 0, path: PATH };

/** Null when this browser began none, or too long ago. */
export function readPending(headers: Headers): PendingSignIn | null {
  const value = cookieOf(headers, NAME);
  if (value === null) return null;
  try {
    const { data } = schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
    return data ?? null;
  } catch {
    // Somebody changed their own cookie: they begin again.
    return null;
  }
}
