export type AuthCode = 'TOKEN_MISSING' | 'TOKEN_WRONG' | 'ROLE_MISSING' | 'CROSS_SITE' | 'TOO_MANY_TRIES';

const STATUS: Record<AuthCode, 401 | 403 | 429> = {
  TOKEN_MISSING: 401,
  TOKEN_WRONG: 401,
  ROLE_MISSING: 403,
  CROSS_SITE: 403,
  TOO_MANY_TRIES: 429,
};

/** Somebody may not do what was asked for. The message is for them. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthCode;
  /** Seconds until it may work, for TOO_MANY_TRIES. */
  readonly retryAfter: number | null;

  constructor(code: AuthCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get status() {
    return STATUS[this.code];
  }
}
