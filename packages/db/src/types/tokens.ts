/** Who may write. */

/** upload: may add and change uploads. admin: may delete, and give and revoke tokens as well. */
export type TokenRole = 'upload' | 'admin';

/** A token as it is listed: what it opens is known to its owner only. */
export interface TokenView {
  id: string;
  name: string;
  role: TokenRole;
  /** ISO 8601, like the others. */
  createdAt: string;
  /** Null when it was never used. */
  lastUsedAt: string | null;
  /** Null while it is good. */
  revokedAt: string | null;
}
