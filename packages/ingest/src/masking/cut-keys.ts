import { CUT_KEY, isKeyMaterial } from './multi-line';
import { bareLine } from './plain-view';

const NEWLINE = 10;
/** Of a line that ends a key, and of one within it: a prefix of a CI and 64 to 76 characters. */
const MAX_KEY_LINE = 800;

/**
 * Lines above the end of a private key whose beginning is not there: the file was cut. They are looked for within the
 * block, which is longer than any key.
 *
 * @param starts of lines that may hold a secret
 * @returns where the lines begin, in order
 */
export function findCutKeys(block: Buffer, starts: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const start of starts) {
    const newline = block.indexOf(NEWLINE, start);
    const end = Math.min(newline < 0 ? block.length : newline, start + MAX_KEY_LINE);
    if (CUT_KEY.test(bareLine(block.toString('latin1', start, end)).bare)) addAbove(block, start, found);
  }
  return new Set([...found].sort((a, b) => a - b));
}

function addAbove(block: Buffer, start: number, found: Set<number>): void {
  let end = start - 1;
  while (end > 0) {
    const above = block.lastIndexOf(NEWLINE, end - 1) + 1;
    if (end - above > MAX_KEY_LINE || !isKeyMaterial(bareLine(block.toString('latin1', above, end)).bare))
      return;
    found.add(above);
    end = above - 1;
  }
}
