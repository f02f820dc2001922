import { AppError } from '@basecase/db/errors';

export type AuthCode = 'TOKEN_MISSING' | 'TOKEN_WRONG' | 'ROLE_MISSING' | 'CROSS_SITE' | 'TOO_MANY_TRIES';

const STATUS: Record<AuthCode, 401 | 403 | 429> = {
  TOKEN_MISSING: 401,
  TOKEN_WRONG: 401,
  ROLE_MISSING: 403,
  CROSS_SITE: 403,
  TOO_MANY_TRIES: 429,
};

/** The visitor may not do this. The message is for them. */
export class AuthError extends AppError {
  static override readonly name = 'AuthError';

  /** @param retryAfter of TOO_MANY_TRIES */
  constructor(code: AuthCode, message: string, retryAfter: number | null = null) {
    super({ code, status: STATUS[code], retryAfter }, message);
  }
}
