/** Who may read and write. */

/**
 * agent: may claim plans and send their sessions as the agent of the token's name, and nothing else; it may not even
 * read where reading is closed. reader: may read where reading is closed. upload: may add and change uploads as well. admin: may also delete, and give
 * and revoke tokens.
 */
export type TokenRole = 'agent' | 'reader' | 'upload' | 'admin';

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

/** Whom an OpenID Connect provider vouched for. */
export interface Person {
  issuer: string;
  subject: string;
  /** For people: the verified e-mail address, otherwise what the provider calls them. */
  name: string;
  /** Null unless the provider verified it. */
  email: string | null;
  groups: string[];
}

/** A browser that is signed in. */
export interface SessionView extends Person {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
}
