// Kinds of settings: their description, and the parser of their text. Plain JavaScript without packages: see
// settings.mjs. Types: kinds.d.mts.
import { isIP } from 'node:net';
import { BLOB_LOCATIONS, isBlobLocation } from './blob-location.mjs';

/** Longer ones make a timer of Node.js end at once. */
const MAX_MS = 2_147_483_647;

/** Three hundred years: a larger number is a slip, and would be no date. */
const MAX_DAYS = 100_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whatever it is: also keys and passwords, so that no message has one. @param fallback what it is when it is left out
 */
export const anyText = (fallback = null) => ({ expected: 'a text', fallback, read: (given) => given });

/** The passwords of examples are known to everyone. Behind an `@` in a path, another host would be asked. */
export const databaseUrl = (fallback) => ({
  expected:
    'a connection URL of PostgreSQL with a password of your own instead of the one in the examples, and its special characters %-encoded (@ is %40, / is %2F)',
  fallback,
  read: (given) => (/:change-?me@|^\w+:\/\/[^/?]*\/[^?]*@/i.test(given) ? undefined : given),
});

/** A variable that other programs read, too: undefined when it is left out, as in the environment. */
export const foreignText = { ...anyText(), fallback: undefined };

export const flag = {
  expected: '0 or 1',
  fallback: false,
  read: (given) => (given === '0' || given === '1' ? given === '1' : undefined),
};

export const list = { expected: 'texts with commas between them', fallback: [], read: entriesOf };

/** @param choices the first is what it is when it is left out */
export const oneOf = (...choices) => ({
  expected: choices.join(' or '),
  fallback: choices[0],
  read: (given) => (choices.includes(given) ? given : undefined),
});

/** A whole number. @param range fallback: what it is when it is left out */
export const wholeNumber = ({ from, to = Number.MAX_SAFE_INTEGER, fallback, unit = '' }) => ({
  expected: `a whole number${unit && ` of ${unit}`} ${to === Number.MAX_SAFE_INTEGER ? `from ${from} on` : `from ${from} to ${to}`}`,
  fallback,
  read(given) {
    const number = Number(given);
    return Number.isSafeInteger(number) && number >= from && number <= to ? number : undefined;
  },
});

/** Milliseconds that something waits for. */
export const milliseconds = ({ from, fallback }) =>
  wholeNumber({ from, to: MAX_MS, fallback, unit: 'milliseconds' });

/** Days of the retention rule. Digits alone: a slip must neither delete nor be passed over. */
export const days = {
  expected: `a whole number of days from 1 to ${MAX_DAYS}`,
  fallback: null,
  read: (given) =>
    /^\d+$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_DAYS ? Number(given) : undefined,
};

/** Where visitors find this server. */
export const origin = {
  expected: 'http:// or https:// and a host, without a path, e.g. https://bench.example',
  fallback: null,
  read(given) {
    const url = webAddress(given);
    return url?.href === `${url?.origin}/` ? given : undefined;
  },
};

/** A mail server. Its user and password may be in the address. */
export const smtpUrl = {
  expected: 'smtp:// or smtps:// and a host, e.g. smtp://user:password@mail.example:587',
  fallback: null,
  read: (given) => (/^smtps?:\/\/[^/]+\/?$/.test(given) && URL.canParse(given) ? given : undefined),
};

const MAIL = '[^\\s@<>,;]+@[^\\s@<>,;]+';
const SENDER = new RegExp(`^(${MAIL}|[^<>@,;\\r\\n]+ <${MAIL}>)$`);

export const mailSender = {
  expected: 'an address of a mail, e.g. Basecase <basecase@bench.example>',
  fallback: null,
  read: (given) => (SENDER.test(given) ? given : undefined),
};

export const pageOrMail = {
  expected: 'https://, http:// or mailto: and an address',
  fallback: null,
  read: (given) =>
    !/[\s<>]/.test(given) && (webAddress(given) || new RegExp(`^mailto:${MAIL}$`).test(given))
      ? given
      : undefined,
};

/** A repository at GitHub, GitLab or a host of the same form. */
export const repositoryPage = {
  expected: 'the page of a repository, e.g. https://github.com/owner/name',
  fallback: null,
  read: (given) => {
    const url = webAddress(given);
    return url && url.search === '' && /^(\/[^/]+){2,}\/?$/.test(url.pathname)
      ? given.replace(/\/$/, '')
      : undefined;
  },
};

/** An OpenID Connect provider. Without TLS only on this machine, for tests and development. */
export const issuer = {
  expected: 'https:// and a host, e.g. https://login.example/realms/db; http:// on this machine only',
  fallback: null,
  read(given) {
    const url = webAddress(given);
    return url && (url.protocol === 'https:' || LOOPBACK.has(url.hostname)) ? given : undefined;
  },
};

/** The blob store. @param fallback where it is when it is left out */
export const blobLocation = (fallback) => ({
  expected: BLOB_LOCATIONS,
  fallback,
  read: (given) => (isBlobLocation(given) ? given : undefined),
});

export const networks = {
  expected: 'IP addresses or networks with commas between them, e.g. 127.0.0.1, 10.0.0.0/8, fd00::/8',
  fallback: [],
  read(given) {
    const entries = entriesOf(given);
    return entries.every(isNetwork) ? entries : undefined;
  },
};

function webAddress(given) {
  const url = URL.canParse(given) ? new URL(given) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function isNetwork(entry) {
  const [address = '', prefix, ...rest] = entry.split('/');
  // A zone (`fe80::1%eth0`) is known to one machine alone.
  const bits = address.includes('%') ? 0 : { 4: 32, 6: 128 }[isIP(address)];
  if (!bits || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

function entriesOf(given) {
  return given.split(',').flatMap((entry) => entry.trim() || []);
}
