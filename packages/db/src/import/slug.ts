import { createHash } from 'node:crypto';

/**
 * A name for URLs: lower case, letters, digits, `.`, `_` and `-`. Names that differ in case or punctuation only
 * have the same slug.
 */
export function toSlug(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '');
  return slug || 'unnamed';
}

/** Addresses and the HTTP interface take 600 characters, also of a slug with a number, a server or a hash behind it. */
const MOST_OF_SHORT = 300;

/** The slug of a name that is made of several names, each of which may have hundreds of characters. */
export function shortSlug(text: string): string {
  return toSlug(text).slice(0, MOST_OF_SHORT).replace(/-+$/, '');
}

/** Characters that distinguish names and that a slug cannot have: letters, accents, digits and pictures, not signs. */
const LOST = /(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/gu;

/**
 * The slug of a server. Two servers of one slug are one server, so names that differ in other letters than those of slugs (`测试机`,
 * `服务器`) are kept apart by a hash of these letters: `unnamed-3f9c01`.
 */
export function serverSlug(name: string): string {
  const lost = name.toLowerCase().normalize('NFKD').match(LOST)?.join('');
  const slug = toSlug(name);
  return lost === undefined ? slug : `${slug}-${createHash('sha256').update(lost).digest('hex').slice(0, 6)}`;
}

/**
 * The first of `base`, `base-2`, `base-3`, ... that is not taken.
 *
 * @param taken slugs in use that start with `base`
 */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
