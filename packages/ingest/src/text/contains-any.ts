const PAIRS = 65_536;

/** A literal, and its pairs of characters that begin at even and at odd places of it. */
interface Literal {
  text: string;
  even: Uint16Array;
  odd: Uint16Array;
}

/**
 * What was asked for last, and which pairs of characters it has: detection asks much of the same text. Of bytes every
 * second pair is known, so a literal that they hold has all of its even pairs among these, or all of its odd ones.
 */
const ofText = { text: '', hasPair: new Uint8Array(PAIRS) };
const ofBytes: { bytes: Buffer | null; hasPair: Uint8Array } = {
  bytes: null,
  hasPair: new Uint8Array(PAIRS),
};

const known = new WeakMap<readonly string[], readonly Literal[]>();

/**
 * True when a text holds one of some literals: about a hundred times as fast as the patterns that a score looks for,
 * and false for nearly every file, because each file is scored by every parser.
 *
 * @param text the head of a file, one character per byte
 * @param literals ASCII, two characters at least; the same list each time, because what is known of it is kept with it
 */
export function containsAny(text: string, literals: readonly string[]): boolean {
  if (text !== ofText.text) readText(text);
  const { hasPair } = ofText;
  for (const { text: literal, even, odd } of literalsOf(literals))
    if (hasAll(hasPair, even) && hasAll(hasPair, odd) && text.includes(literal)) return true;
  return false;
}

/** The same for the bytes of a file, which must not change. */
export function bytesContainAny(bytes: Buffer, literals: readonly string[]): boolean {
  if (bytes !== ofBytes.bytes) readBytes(bytes);
  const { hasPair } = ofBytes;
  for (const { text: literal, even, odd } of literalsOf(literals))
    if ((hasAll(hasPair, even) || hasAll(hasPair, odd)) && bytes.includes(literal)) return true;
  return false;
}

function readText(text: string): void {
  const { hasPair } = ofText;
  hasPair.fill(0);
  ofText.text = text;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The first character with nothing before it is a pair of no literal, and harms nobody.
    hasPair[IS_LITTLE ? before | (code << 8) : (before << 8) | code] = 1;
    before = code;
  }
}

function readBytes(bytes: Buffer): void {
  const { hasPair } = ofBytes;
  hasPair.fill(0);
  ofBytes.bytes = bytes;
  // Pairs are read where memory has them: at even addresses.
  const first = bytes.byteOffset & 1;
  const pairs = new Uint16Array(
    bytes.buffer,
    bytes.byteOffset + first,
    Math.max(0, bytes.length - first) >> 1,
  );
  for (let i = 0; i < pairs.length; i += 1) hasPair[pairs[i] as number] = 1;
}

const IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function hasAll(hasPair: Uint8Array, pairs: Uint16Array): boolean {
  for (let i = 0; i < pairs.length; i += 1) if (hasPair[pairs[i] as number] === 0) return false;
  return true;
}

function literalsOf(texts: readonly string[]): readonly Literal[] {
  const found = known.get(texts);
  if (found) return found;
  const made = texts.map((text) => ({ text, even: pairsOf(text), odd: pairsOf(text.slice(1)) }));
  known.set(texts, made);
  return made;
}

/** As they stand in memory. */
function pairsOf(text: string): Uint16Array {
  const even = text.length - (text.length % 2);
  return new Uint16Array(Uint8Array.from(text.slice(0, even), (character) => character.charCodeAt(0)).buffer);
}
