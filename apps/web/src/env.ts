import { findWrongSettings, readSettings, type WebSettings } from '@basecase/db/settings';

/** The settings of the web process. This is the only file here that reads process.env. */
export type Env = WebSettings;

let parsed: Env | undefined;

/**
 * Reads the environment at the first use, not at import: a build has no database.
 *
 * @throws Error that names each setting whose value cannot be used
 */
export function env(): Env {
  parsed ??= readSettings('web', process.env);
  return parsed;
}

/** The settings that can't be used, a line for each. */
export function wrongSettings(): string[] {
  return findWrongSettings('web', process.env);
}

/** True under `next dev`, whose own scripts need more than a page in production may do. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development';
}

/** Version of Basecase: that of the package.json at the root, written into the build by next.config.ts. */
export function version(): string {
  return process.env['BASECASE_VERSION'] ?? '';
}

/** Names of the migrations that this version brings, written into the build by next.config.ts. */
export function knownMigrations(): string[] {
  return (process.env['BASECASE_MIGRATIONS'] ?? '').split(',').filter(Boolean);
}
