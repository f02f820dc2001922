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
