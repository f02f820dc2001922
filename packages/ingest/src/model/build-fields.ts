import { type Build, isCommit, type Repository } from './build';

/** The given fields of a build. */
export type SaidBuild = Partial<Build>;

/** Latest number that is stored. */
const MAX_NUMBER = 2 ** 31 - 1;
const MAX_NAME = 200;
const MAX_ADDRESS = 2000;

/** A web address and nothing that a browser would run: of other schemes none is ever a link. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && text.length <= MAX_ADDRESS && URL.canParse(text);
}

/** True for the address of a commit with `{commit}` in the place of its hash. */
export function isCommitUrl(text: string): boolean {
  return text.includes('{commit}') && isWebAddress(text.replaceAll('{commit}', '0000000'));
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)$/;

/** Another year is a wrong number, and not every year can be stored. */
const YEARS = /^(?:19[7-9]|20|21)/;

/** A time of ISO 8601 with its zone, in UTC; null for anything else: without a zone it may be any of 26 hours. */
export function toInstant(text: string): string | null {
  const [, day, clock, zone] = INSTANT.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${zone}`);
  if (day === undefined || !isDay(day) || Number.isNaN(time.getTime())) return null;
  return YEARS.test(day) ? time.toISOString() : null;
}

/** True for a day of the calendar: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

export function isBuildNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;
}

/** Hosts that keep the page of a commit at a place of the repository's own address. */
const COMMIT_PATHS: Readonly<Record<string, string>> = {
  'github.com': '/commit/{commit}',
  'gitlab.com': '/-/commit/{commit}',
};

/** A repository with the URLs of its commits: as given, else by the pattern of its known host. */
export function toRepository(url: string | null, commitUrl: string | null = null): Repository | null {
  if (url === null) return commitUrl === null ? null : { url, commitUrl };
  const path = COMMIT_PATHS[new URL(url).hostname];
  const known = path === undefined ? null : `${url.replace(/(?:\.git)?\/*(?:[?#].*)?$/, '')}${path}`;
  return { url, commitUrl: commitUrl ?? known };
}

interface BuildField {
  /** Ends the sentence "Expected ...". */
  expected: string;
  /** Null for a value that is none. */
  read(text: string): SaidBuild | null;
}

/** What senders say of a build in words: in options, queries and settings, by the same names. */
export const BUILD_FIELDS = {
  commit: {
    expected: '7 to 64 hexadecimal digits of a commit',
    read: (text) => (isCommit(text) ? { commit: text.toLowerCase() } : null),
  },
  branch: {
    expected: `the name of a branch, of 1 to ${MAX_NAME} characters`,
    read: (text) => (isName(text) ? { branch: text } : null),
  },
  committedAt: {
    expected: 'a time with its zone, as in 2026-08-29T18:00:00Z',
    read: (text) => {
      const committedAt = toInstant(text);
      return committedAt === null ? null : { committedAt };
    },
  },
  buildNumber: {
    expected: `a whole number from 0 to ${MAX_NUMBER}`,
    read: (text) =>
      /^\d{1,10}$/.test(text) && isBuildNumber(Number(text)) ? { number: Number(text) } : null,
  },
  buildUrl: {
    expected: 'an address that begins with http:// or https://',
    read: (text) => (isWebAddress(text) ? { url: text } : null),
  },
  repository: {
    expected: 'an address that begins with http:// or https://',
    read: (text) => (isWebAddress(text) ? { repository: toRepository(text) } : null),
  },
} as const satisfies Record<string, BuildField>;

export type BuildFieldName = keyof typeof BUILD_FIELDS;

export const BUILD_FIELD_NAMES = Object.keys(BUILD_FIELDS) as readonly BuildFieldName[];

function isName(text: string): boolean {
  return text.trim() === text && text !== '' && text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
}
