import type { MailSettings } from '../webhooks/send-mail.mjs';

export { isS3Location } from './blob-location.mjs';

/** Which process asks: `start` is what starts the others. */
export type SettingsReader = 'start' | 'web' | 'worker' | 'cli';

/** The environment, as a process has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What each is for stands in settings.mjs. */
export interface WebSettings {
  PORT: number | null;
  DATABASE_URL: string;
  DATABASE_CONNECTIONS: number;
  DATABASE_READ_URLS: string[];
  BASECASE_BLOBS: string;
  AWS_ACCESS_KEY_ID: string | undefined;
  AWS_SECRET_ACCESS_KEY: string | undefined;
  AWS_SESSION_TOKEN: string | undefined;
  AWS_REGION: string | undefined;
  AWS_DEFAULT_REGION: string | undefined;
  AWS_ENDPOINT_URL_S3: string | undefined;
  AWS_ENDPOINT_URL: string | undefined;
  BASECASE_LOCAL: boolean;
  BASECASE_WEBHOOK_PRIVATE: boolean;
  BASECASE_SMTP_URL: string | null;
  BASECASE_MAIL_FROM: string | null;
  BASECASE_MAIL_UNSUBSCRIBE: string | null;
  BASECASE_ISSUES_URL: string | null;
  BASECASE_URL: string | null;
  BASECASE_TRUSTED_PROXY: string[];
  BASECASE_READING: 'open' | 'closed';
  BASECASE_OIDC_ISSUER: string | null;
  BASECASE_OIDC_CLIENT_ID: string | null;
  BASECASE_OIDC_CLIENT_SECRET: string | null;
  BASECASE_OIDC_READERS: string[];
  BASECASE_OIDC_UPLOADERS: string[];
  BASECASE_OIDC_ADMINS: string[];
  BASECASE_MAX_UPLOAD_BYTES: number;
  BASECASE_DRAIN_MS: number;
  BASECASE_AT_ONCE: number;
  BASECASE_WAITING: number;
  BASECASE_MAX_WAIT_MS: number;
  BASECASE_PAGE_CACHE_MB: number;
}

/** What the worker and the web server share. */
export type WorkerSettings = Pick<
  WebSettings,
  | 'DATABASE_URL'
  | 'DATABASE_CONNECTIONS'
  | 'BASECASE_BLOBS'
  | 'BASECASE_LOCAL'
  | 'BASECASE_WEBHOOK_PRIVATE'
  | 'BASECASE_SMTP_URL'
  | 'BASECASE_MAIL_FROM'
  | 'BASECASE_MAIL_UNSUBSCRIBE'
  | 'BASECASE_URL'
  | 'BASECASE_TRUSTED_PROXY'
  | 'BASECASE_READING'
  | Extract<keyof WebSettings, `AWS_${string}`>
>;

/** @returns what can't be used, a line for each setting: its name, its value, what it may be */
export function findWrongSettings(reader: SettingsReader, env: Environment): string[];

/** @throws Error with the lines of `findWrongSettings` */
export function readSettings(reader: 'web', env: Environment): WebSettings;
export function readSettings(reader: 'worker', env: Environment): WorkerSettings;

/** @returns null: mails cannot be sent */
export function mailSettings(
  settings: Pick<WorkerSettings, 'BASECASE_SMTP_URL' | 'BASECASE_MAIL_FROM' | 'BASECASE_MAIL_UNSUBSCRIBE'>,
): MailSettings | null;
