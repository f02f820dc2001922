import { createHash } from 'node:crypto';

/** Without the letters and digits that people take for others: 0 O, 1 I l. */
const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The slug of a content: as if drawn at random, and the same for the same content, so that freezing a view twice
 * needs no search for the first time.
 *
 * @param length characters, up to 40; each has 5.8 bits
 */
export function permalinkSlug(content: string, length: number): string {
  const digest = createHash('sha256').update(content).digest('hex');
  const base = BigInt(ALPHABET.length);
  let rest = BigInt(`0x${digest}`);
  let slug = '';
  while (slug.length < length) {
    slug += ALPHABET[Number(rest % base)];
    rest /= base;
  }
  return slug;
}
