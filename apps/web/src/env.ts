import { z } from 'zod';

const flag = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((value) => value === '1');

/** Left out and empty mean the same: docker compose passes on what is not set as an empty text. */
const optional = z
  .string()
  .optional()
  .transform((value) => value?.trim() || null);

const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((text) => text.trim() || []));

/** The settings of the web process. The only file that reads process.env. */
const schema = z.object({
  /** PostgreSQL connection URL; `npm start` sets it to the embedded database. */
  DATABASE_URL: z.string().min(1).default('postgresql://basecase@127.0.0.1:54329/basecase'),
  /** Read replicas of the database, with commas between: pages read there what has arrived there. */
  DATABASE_READ_URLS: list,
  /** The blob store, the log files behind the numbers: a directory, or `s3://bucket/prefix`. */
  BASECASE_BLOBS: z.string().min(1).default('.basecase/blobs'),
  /** Keys and address of S3, as other programs read them. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  /** 1: bound to this machine only, writing needs no token. `npm start` sets it when HOST is a loopback address. */
  BASECASE_LOCAL: flag,
  /** 1: webhooks may call addresses of this machine and its network. In local mode they always may. */
  BASECASE_WEBHOOK_PRIVATE: flag,
  /** Address of this server as its visitors know it, e.g. `https://bench.example`. Without it, the Host they ask for. */
  BASECASE_URL: optional.refine((value) => value === null || isOrigin(value), {
    error: 'must be http:// or https:// and a host, without a path, e.g. https://bench.example',
  }),
  /** Addresses and networks of the proxies whose X-Forwarded-* headers are believed: `127.0.0.1, 10.0.0.0/8`. */
  BASECASE_TRUSTED_PROXY: list.refine((entries) => entries.every(isNetwork), {
    error: 'must be IP addresses or networks with commas between them, e.g. 127.0.0.1, 10.0.0.0/8, fd00::/8',
  }),
  /** closed: everything but public permalinks asks for a token or a sign-in. */
  BASECASE_READING: z.enum(['open', 'closed', '']).default('open'),
  /** Address of an OpenID Connect provider, e.g. `https://login.example/realms/db`; the next two belong to it. */
  BASECASE_OIDC_ISSUER: optional,
  BASECASE_OIDC_CLIENT_ID: optional,
  BASECASE_OIDC_CLIENT_SECRET: optional,
  /** Who of those who can sign in may do what: e-mail addresses, `@domain`, or groups. Empty: all may read. */
  BASECASE_OIDC_READERS: list,
  BASECASE_OIDC_UPLOADERS: list,
  BASECASE_OIDC_ADMINS: list,
  /** Larger uploads are refused. In bytes; they are streamed, so memory is no reason for a limit, disks are. */
  BASECASE_MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(4 * 1024 ** 3),
  /** How long a process that was told to end goes on answering, so that a load balancer can see that it is not ready. */
  BASECASE_DRAIN_MS: z.coerce.number().int().nonnegative().default(0),
  /** Pages and answers of the API in work at the same time. One thread renders them: see admission/lanes.ts. */
  BASECASE_AT_ONCE: z.coerce.number().int().positive().default(4),
  /** How many more may wait for their turn; whoever comes then, or waits longer than BASECASE_MAX_WAIT_MS, gets 503. */
  BASECASE_WAITING: z.coerce.number().int().nonnegative().default(64),
  BASECASE_MAX_WAIT_MS: z.coerce.number().int().positive().default(5000),
  /** Memory for whole answers that hold until something is written. 0: none are kept. */
  BASECASE_PAGE_CACHE_MB: z.coerce.number().int().nonnegative().default(64),
});

export type Env = z.infer<typeof schema>;

let parsed: Env | undefined;

/**
 * Reads the environment at the first use, not at import: a build has no database.
 *
 * @throws Error that names each setting whose value cannot be used
 */
export function env(): Env {
  parsed ??= parse({
    DATABASE_URL: process.env['DATABASE_URL'],
    DATABASE_READ_URLS: process.env['DATABASE_READ_URLS'],
    BASECASE_BLOBS: process.env['BASECASE_BLOBS'],
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'],
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'],
    AWS_SESSION_TOKEN: process.env['AWS_SESSION_TOKEN'],
    AWS_REGION: process.env['AWS_REGION'],
    AWS_DEFAULT_REGION: process.env['AWS_DEFAULT_REGION'],
    AWS_ENDPOINT_URL_S3: process.env['AWS_ENDPOINT_URL_S3'],
    AWS_ENDPOINT_URL: process.env['AWS_ENDPOINT_URL'],
    BASECASE_LOCAL: process.env['BASECASE_LOCAL'],
    BASECASE_WEBHOOK_PRIVATE: process.env['BASECASE_WEBHOOK_PRIVATE'],
    BASECASE_URL: process.env['BASECASE_URL'],
    BASECASE_TRUSTED_PROXY: process.env['BASECASE_TRUSTED_PROXY'],
    BASECASE_READING: process.env['BASECASE_READING'],
    BASECASE_OIDC_ISSUER: process.env['BASECASE_OIDC_ISSUER'],
    BASECASE_OIDC_CLIENT_ID: process.env['BASECASE_OIDC_CLIENT_ID'],
    BASECASE_OIDC_CLIENT_SECRET: process.env['BASECASE_OIDC_CLIENT_SECRET'],
    BASECASE_OIDC_READERS: process.env['BASECASE_OIDC_READERS'],
    BASECASE_OIDC_UPLOADERS: process.env['BASECASE_OIDC_UPLOADERS'],
    BASECASE_OIDC_ADMINS: process.env['BASECASE_OIDC_ADMINS'],
    BASECASE_MAX_UPLOAD_BYTES: process.env['BASECASE_MAX_UPLOAD_BYTES'],
    BASECASE_DRAIN_MS: process.env['BASECASE_DRAIN_MS'],
    BASECASE_AT_ONCE: process.env['BASECASE_AT_ONCE'],
    BASECASE_WAITING: process.env['BASECASE_WAITING'],
    BASECASE_MAX_WAIT_MS: process.env['BASECASE_MAX_WAIT_MS'],
    BASECASE_PAGE_CACHE_MB: process.env['BASECASE_PAGE_CACHE_MB'],
  });
  return parsed;
}

function parse(given: Record<keyof Env, string | undefined>): Env {
  const { data, error } = schema.safeParse(given);
  const problems = error?.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`) ?? [];
  if (data) {
    const three = [data.BASECASE_OIDC_ISSUER, data.BASECASE_OIDC_CLIENT_ID, data.BASECASE_OIDC_CLIENT_SECRET];
    const isPart = three.includes(null) && three.some((value) => value !== null);
    if (!isPart) return data;
    problems.push('BASECASE_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET: set all three, or none');
  }
  throw new Error(`Settings that cannot be used: ${problems.join('; ')}`);
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

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

function isNetwork(text: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}
