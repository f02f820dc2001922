import { type Build, isCommit } from '../../model/build';
import { isDay } from '../../model/build-fields';
import { toBuild } from '../../model/merge-build';

/** What a name says of a build, and what is left of the name without it. */
export interface TakenBuild {
  rest: string;
  /** Commit and day; null where the name says neither. Then `rest` is the name. */
  build: Build | null;
}

interface Span {
  start: number;
  end: number;
  value: string;
}

/** What stands between the words of a name, or before the first. */
const BEFORE = '(?<=^|[-_.+~ ,:(])';
const AFTER = '(?![0-9a-z])';

/** `g4eb13e8` as git describes it, with the commits since the tag before it (`-45-g4eb13e8`); `commit 4eb13e8`. */
const MARKED = new RegExp(
  String.raw`(?:(?<=\d[\w.]{0,30}-)\d{1,6}-(?=g))?${BEFORE}(?:g|(?:git|sha1?|commit|revision)[-_:=. ]{0,2})([0-9a-f]{7,64})${AFTER}`,
  'gi',
);
/** A hash without a mark has so many digits that it can be no other word. */
const BARE = new RegExp(`${BEFORE}([0-9a-f]{12,64})${AFTER}`, 'gi');
/** `20260829` and `2026-08-29`, after a mark of a build, or at a separator. */
const DATE = new RegExp(
  String.raw`(?:(?:nightly|daily|snapshot|${BEFORE}git)[-_.]?|(?<=devel|dev)|${BEFORE})(\d{4})(-?)(\d\d)\2(\d\d)${AFTER}`,
  'gi',
);

/** A version or a token of one: `19devel`, `10.11.5`, `pg18beta1`. */
const VERSION =
  /(?:^|[-_+~ ])v?[a-z]{0,4}\d{1,6}(?:\.\d{1,6}){0,3}(?:devel|dev|alpha|beta|b|rc|git|master)?\d{0,3}$/i;

/** Years in which a build that is measured can have been made. */
const [FIRST_YEAR, LAST_YEAR] = [1995, 2100];

/**
 * Takes the build out of a name that holds one: `19devel_20260829_g4eb13e8` is 19devel, built of the commit 4eb13e8 of
 * that day. Releases, flavours and configs stay as they are (docs/formats.md §2.1): a hash needs a mark, or 12 digits next to
 * a version or a date, and a date has to be one of the calendar.
 */
export function takeBuild(text: string): TakenBuild {
  const date = findDate(text);
  const commit = findMarked(text) ?? findBare(text, date);
  const build = toBuild({
    commit: commit?.value.toLowerCase() ?? null,
    committedAt: date && `${date.value}T00:00:00.000Z`,
  });
  if (!build) return { rest: text, build: null };
  const spans = [date, commit].filter((span) => span !== null).sort((a, b) => b.start - a.start);
  return { rest: spans.reduce(withoutSpan, text), build };
}

/** The same of a text that is a version: one that is nothing but a build names no version line, and stays whole. */
export function takeVersionBuild(version: string): { version: string; build: Build | null } {
  const { rest, build } = takeBuild(version);
  return rest === '' ? { version, build: null } : { version: rest, build };
}

function findMarked(text: string): Span | null {
  for (const match of text.matchAll(MARKED)) {
    const [all, hash = ''] = match;
    if (isHash(hash)) return { start: match.index, end: match.index + all.length, value: hash };
  }
  return null;
}

/** Digits alone are a number or a day, unless they are as many as a short hash has. */
function isHash(hash: string): boolean {
  if (!isCommit(hash)) return false;
  if (/[a-f]/i.test(hash)) return true;
  return hash.length <= 10 && !isBuildDay(`${hash.slice(0, 4)}-${hash.slice(4, 6)}-${hash.slice(6, 8)}`);
}

function findBare(text: string, date: Span | null): Span | null {
  for (const match of text.matchAll(BARE)) {
    const [hash] = match;
    const [start, end] = [match.index, match.index + hash.length];
    const isMixed = /\d/.test(hash) && /[a-f]/i.test(hash);
    const isAtDate = date !== null && (date.end === start - 1 || date.start === end + 1);
    if (isMixed && (isAtDate || VERSION.test(text.slice(0, start).replace(/[-_.+~ (]$/, ''))))
      return { start, end, value: hash };
  }
  return null;
}

function findDate(text: string): Span | null {
  for (const match of text.matchAll(DATE)) {
    const [all, year, , month, day] = match;
    const value = `${year}-${month}-${day}`;
    if (isBuildDay(value)) return { start: match.index, end: match.index + all.length, value };
  }
  return null;
}

function isBuildDay(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return isDay(day) && year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Removes one separator as well: the one before it, or at the beginning the one after it. */
function withoutSpan(text: string, { start, end }: Span): string {
  const isEnclosed = text[start - 1] === '(' && text[end] === ')';
  const before = text.slice(0, isEnclosed ? start - 1 : start).replace(/[-_.+~ ,:]$/, '');
  const after = text.slice(isEnclosed ? end + 1 : end);
  return before === '' ? after.replace(/^[-_.+~ ,:]/, '') : `${before}${after}`;
}
