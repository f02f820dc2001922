// Every setting of Basecase: its readers, its kind, its default. Plain JavaScript without packages, because
// what starts the project runs before anything is compiled. Types: settings.d.mts.
import {
  anyText,
  blobLocation,
  databaseUrl,
  days,
  flag,
  foreignText,
  issuer,
  list,
  mailSender,
  milliseconds,
  networks,
  oneOf,
  origin,
  pageOrMail,
  repositoryPage,
  smtpUrl,
  wholeNumber,
} from './kinds.mjs';

export { isS3Location } from './blob-location.mjs';

/** A value in a message is cut off there. */
const MAX_SHOWN = 80;

const WEB = ['web'];
const WORKER = ['worker'];
/** Both must decide alike which addresses a webhook may call. */
const BOTH = ['web', 'worker'];
/** Who opens the blob store. */
const STORE = ['web', 'worker', 'cli'];

/** By name: readers and kind. `npm start` checks all of them, because it starts all readers. */
const SETTINGS = {
  /** Address to listen on. 0: `npm start` takes any free port. */
  PORT: [WEB, wholeNumber({ from: 0, to: 65_535, fallback: null })],
  /** PostgreSQL connection URL; `npm start` sets it to the embedded database. */
  DATABASE_URL: [BOTH, databaseUrl('postgresql://basecase@127.0.0.1:54329/basecase')],
  /** Connections of a process to its database, and to each replica. */
  DATABASE_CONNECTIONS: [BOTH, wholeNumber({ from: 4, to: 1000, fallback: 10 })],
  /** Read replicas of the database, with commas between: pages read there what has arrived there. */
  DATABASE_READ_URLS: [WEB, list],
  /** The blob store, the log files behind the numbers: a directory, or `s3://bucket/prefix`. */
  BASECASE_BLOBS: [STORE, blobLocation('.basecase/blobs')],
  /** Keys and address of S3, as other programs read them. */
  AWS_ACCESS_KEY_ID: [STORE, foreignText],
  AWS_SECRET_ACCESS_KEY: [STORE, foreignText],
  AWS_SESSION_TOKEN: [STORE, foreignText],
  AWS_REGION: [STORE, foreignText],
  AWS_DEFAULT_REGION: [STORE, foreignText],
  AWS_ENDPOINT_URL_S3: [STORE, foreignText],
  AWS_ENDPOINT_URL: [STORE, foreignText],
  /** 1: bound to this machine only, writing needs no token. `npm start` sets it when HOST is a loopback address. */
  BASECASE_LOCAL: [BOTH, flag],
  /** 1: webhooks may call addresses of this machine and its network. In local mode they always may. */
  BASECASE_WEBHOOK_PRIVATE: [BOTH, flag],
  /** Mail server, and the sender of mails: both, or none. Where receivers end them; default: the sender. */
  BASECASE_SMTP_URL: [BOTH, smtpUrl],
  BASECASE_MAIL_FROM: [BOTH, mailSender],
  BASECASE_MAIL_UNSUBSCRIBE: [BOTH, pageOrMail],
  /** Page of the repository where the button of an event opens a new issue. */
  BASECASE_ISSUES_URL: [WEB, repositoryPage],
  /** Address of this server as its visitors know it. Without it, the Host they ask for. */
  BASECASE_URL: [BOTH, origin],
  /** Addresses and networks of the proxies whose X-Forwarded-* headers are believed. */
  BASECASE_TRUSTED_PROXY: [BOTH, networks],
  /** closed: everything but public permalinks asks for a token or a sign-in. */
  BASECASE_READING: [BOTH, oneOf('open', 'closed')],
  /** Address of an OpenID Connect provider; the next two belong to it. */
  BASECASE_OIDC_ISSUER: [WEB, issuer],
  BASECASE_OIDC_CLIENT_ID: [WEB, anyText()],
  BASECASE_OIDC_CLIENT_SECRET: [WEB, anyText()],
  /** Who of those who can sign in may do what: e-mail addresses, `@domain`, or groups. Empty: all may read. */
  BASECASE_OIDC_READERS: [WEB, list],
  BASECASE_OIDC_UPLOADERS: [WEB, list],
  BASECASE_OIDC_ADMINS: [WEB, list],
  /** Larger uploads are refused. In bytes; they are streamed, so disks limit them, not memory. */
  BASECASE_MAX_UPLOAD_BYTES: [WEB, wholeNumber({ from: 1, fallback: 4 * 1024 ** 3, unit: 'bytes' })],
  /**
   * How long a process continues to answer after the signal to end, so that a load balancer can see that it is not
   * ready.
   */
  BASECASE_DRAIN_MS: [WEB, milliseconds({ from: 0, fallback: 0 })],
  /**
   * Pages and answers of the API in work at the same time. One thread renders them: see admission/lanes.ts of the web
   * app.
   */
  BASECASE_AT_ONCE: [WEB, wholeNumber({ from: 1, fallback: 4 })],
  /** How many more may wait for their turn; whoever comes then, or waits longer than BASECASE_MAX_WAIT_MS, gets 503. */
  BASECASE_WAITING: [WEB, wholeNumber({ from: 0, fallback: 64 })],
  BASECASE_MAX_WAIT_MS: [WEB, milliseconds({ from: 1, fallback: 5000 })],
  /** Memory for whole answers that hold until something is written. 0: none are kept. */
  BASECASE_PAGE_CACHE_MB: [WEB, wholeNumber({ from: 0, fallback: 64, unit: 'MB' })],
  /**
   * The rule of nights: days after which raw files go, and after which nights are thinned. The command line reads
   * them itself.
   */
  BASECASE_RETAIN_RAW_DAYS: [WORKER, days],
  BASECASE_RETAIN_THIN_DAYS: [WORKER, days],
};

/** They are set together, or not at all. */
const TOGETHER = [
  {
    use: 'a sign-in',
    settings: ['BASECASE_OIDC_ISSUER', 'BASECASE_OIDC_CLIENT_ID', 'BASECASE_OIDC_CLIENT_SECRET'],
  },
  { use: 'mails', settings: ['BASECASE_SMTP_URL', 'BASECASE_MAIL_FROM'] },
];

/**
 * What can't be used, a line for each setting: its name, its value, and what it may be. Of keys and passwords none is
 * wrong.
 */
export function findWrongSettings(reader, env) {
  const lines = settingsOf(reader).flatMap(([name, kind]) => {
    const given = textOf(env, name);
    return given === null || kind.read(given) !== undefined
      ? []
      : [`${name} is ${shown(given)}: expected ${kind.expected}.`];
  });
  return [...lines, ...findMissing(reader, env)];
}

/** The values of all settings of a reader. Throws an Error that has the lines of `findWrongSettings`. */
export function readSettings(reader, env) {
  const wrong = findWrongSettings(reader, env);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return Object.fromEntries(
    settingsOf(reader).map(([name, kind]) => {
      const given = textOf(env, name);
      return [name, given === null ? kind.fallback : kind.read(given)];
    }),
  );
}

function settingsOf(reader) {
  return Object.entries(SETTINGS).flatMap(([name, [readers, kind]]) =>
    reader === 'start' || readers.includes(reader) ? [[name, kind]] : [],
  );
}

function findMissing(reader, env) {
  const names = new Set(settingsOf(reader).map(([name]) => name));
  return TOGETHER.flatMap(({ use, settings }) => {
    const missing = settings.filter((name) => names.has(name) && textOf(env, name) === null);
    if (missing.length === settings.length) return [];
    return missing.map(
      (name) => `${name} is not set: expected all of ${settings.join(', ')} for ${use}, or none.`,
    );
  });
}

/** The mail server of these settings, with who sends and where receivers end it; null: none is set. */
export function mailSettings({ BASECASE_SMTP_URL, BASECASE_MAIL_FROM, BASECASE_MAIL_UNSUBSCRIBE }) {
  if (BASECASE_SMTP_URL === null || BASECASE_MAIL_FROM === null) return null;
  const address = BASECASE_MAIL_FROM.replace(/^.*<|>$/g, '');
  const unsubscribe = BASECASE_MAIL_UNSUBSCRIBE ?? `mailto:${address}?subject=unsubscribe`;
  return { smtpUrl: BASECASE_SMTP_URL, from: BASECASE_MAIL_FROM, unsubscribe };
}

/** Null for one that is left out. Empty means the same: docker compose passes on what is not set as an empty text. */
function textOf(env, name) {
  return env[name]?.trim() || null;
}

/** An address may have a password in it. */
function shown(given) {
  return JSON.stringify(given.replace(/\/\/.*@/, '//…@').slice(0, MAX_SHOWN));
}
