import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as it is shown once: `whsec_` and 32 random bytes. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * Headers that let a receiver check who sent a body and when (standardwebhooks.com):
 * `webhook-signature: v1,<base64 of HMAC-SHA256 over "<id>.<timestamp>.<body>">`. The time is part of what is signed, so
 * that an old message cannot be sent again as new.
 *
 * @param timestamp seconds since 1970
 */
export function signedHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
