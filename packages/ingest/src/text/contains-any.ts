const PAIRS = 65_536;

/** A literal, and its pairs of characters that begin at even and at odd places of it. */
interface Literal {
  text: string;
  even: Uint16Array;
  odd: Uint16Array;
}

/**
 * What was asked for last, and every second of its pairs of characters: detection asks much of the same text. A literal
 * that it holds has all of its even pairs among these, or all of its odd ones.
 */
const ofText = { text: '', copy: Buffer.alloc(4096), hasPair: new Uint8Array(PAIRS) };
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
  for (const literal of literalsOf(literals))
    if (mayHold(hasPair, literal) && text.includes(literal.text)) return true;
  return false;
}

/** The same for the bytes of a file, which must not change. */
export function bytesContainAny(bytes: Buffer, literals: readonly string[]): boolean {
  if (bytes !== ofBytes.bytes) readBytes(bytes);
  const { hasPair } = ofBytes;
  for (const literal of literalsOf(literals))
    if (mayHold(hasPair, literal) && bytes.includes(literal.text)) return true;
  return false;
}

function readText(text: string): void {
  const { hasPair } = ofText;
  // Those of the text before are taken out again: most files are a few lines, and the table is large.
  mark(hasPair, ofText.copy.subarray(0, ofText.text.length), 0);
  if (text.length > ofText.copy.length) ofText.copy = Buffer.alloc(text.length);
  ofText.copy.write(text, 'latin1');
  ofText.text = text;
  mark(hasPair, ofText.copy.subarray(0, text.length), 1);
}

function readBytes(bytes: Buffer): void {
  ofBytes.hasPair.fill(0);
  ofBytes.bytes = bytes;
  mark(ofBytes.hasPair, bytes, 1);
}

function mark(hasPair: Uint8Array, bytes: Buffer, as: 0 | 1): void {
  // Pairs are read where memory has them: at even addresses.
  const first = bytes.byteOffset & 1;
  const count = Math.max(0, bytes.length - first) >> 1;
  const pairs = new Uint16Array(bytes.buffer, bytes.byteOffset + first, count);
  for (let i = 0; i < count; i += 1) hasPair[pairs[i] as number] = as;
}

function mayHold(hasPair: Uint8Array, { even, odd }: Literal): boolean {
  return hasAll(hasPair, even) || hasAll(hasPair, odd);
}

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

/** As they are in memory. */
function pairsOf(text: string): Uint16Array {
  const even = text.length - (text.length % 2);
  // A buffer of Node.js may be a part of a larger one, at an odd place.
  return new Uint16Array(new Uint8Array(Buffer.from(text.slice(0, even), 'latin1')).buffer);
}
