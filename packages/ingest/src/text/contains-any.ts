/** Pairs of characters, by a number of 16 bits. */
const PAIRS = 65_536;

/** The text that was asked for last, and which pairs of characters it has: detection asks much of the same text. */
let known = '';
const hasPair = new Uint8Array(PAIRS);

/** The pairs of each list of literals, one list for each literal. */
const pairsOf = new WeakMap<readonly string[], readonly Uint16Array[]>();

/**
 * True when a text holds one of some literals: about a hundred times as fast as the patterns that a score looks for,
 * and false for nearly every file, because each file is scored by every parser.
 *
 * @param literals the same list each time: what is known of it is kept with it
 */
export function containsAny(text: string, literals: readonly string[]): boolean {
  if (text !== known) remember(text);
  let pairs = pairsOf.get(literals);
  if (!pairs) {
    pairs = literals.map(toPairs);
    pairsOf.set(literals, pairs);
  }
  for (let i = 0; i < pairs.length; i += 1) {
    if (hasAll(pairs[i] as Uint16Array) && text.includes(literals[i] as string)) return true;
  }
  return false;
}

function remember(text: string): void {
  hasPair.fill(0);
  known = text;
  let pair = 0;
  for (let at = 0; at < text.length; at += 1) {
    pair = ((pair << 8) ^ text.charCodeAt(at)) & 0xffff;
    // The first character alone is a pair of no literal, and harms nobody.
    hasPair[pair] = 1;
  }
}

function toPairs(literal: string): Uint16Array {
  return Uint16Array.from(
    { length: Math.max(0, literal.length - 1) },
    (_, at) => ((literal.charCodeAt(at) << 8) ^ literal.charCodeAt(at + 1)) & 0xffff,
  );
}

function hasAll(pairs: Uint16Array): boolean {
  for (let i = 0; i < pairs.length; i += 1) if (hasPair[pairs[i] as number] === 0) return false;
  return true;
}
