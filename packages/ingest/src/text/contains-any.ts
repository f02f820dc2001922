const PAIRS = 65_536;

/**
 * What was asked for last, and every second of its pairs of characters: detection asks much of the same text. A literal
 * that it holds has all of its even pairs among these, or all of its odd ones.
 */
const ofText = { text: '', copy: Buffer.alloc(4096), hasPair: new Uint8Array(PAIRS) };
const ofBytes: { bytes: Buffer | null; hasPair: Uint8Array } = {
  bytes: null,
  hasPair: new Uint8Array(PAIRS),
};

/**
 * True when a text holds one of some literals: about a hundred times as fast as the patterns that a score looks for,
 * and false for nearly every file, because each file is scored by every parser.
 *
 * @param text the head of a file, one character per byte
 * @param literals ASCII, two characters at least
 */
export function containsAny(text: string, literals: readonly string[]): boolean {
  if (text !== ofText.text) readText(text);
  const { hasPair } = ofText;
  for (const literal of literals) if (mayHold(hasPair, literal) && text.includes(literal)) return true;
  return false;
}

/** The same for the bytes of a file, which must not change. */
export function bytesContainAny(bytes: Buffer, literals: readonly string[]): boolean {
  if (bytes !== ofBytes.bytes) readBytes(bytes);
  const { hasPair } = ofBytes;
  for (const literal of literals) if (mayHold(hasPair, literal) && bytes.includes(literal)) return true;
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

function mayHold(hasPair: Uint8Array, literal: string): boolean {
  return hasAll(hasPair, literal, 0) || hasAll(hasPair, literal, 1);
}

/** How far the first and the second byte of a pair are shifted in this machine's order. */
const [FIRST_BITS, SECOND_BITS] = new Uint16Array(Uint8Array.of(1, 0).buffer)[0] === 1 ? [0, 8] : [8, 0];

function hasAll(hasPair: Uint8Array, literal: string, from: 0 | 1): boolean {
  for (let at = from; at + 1 < literal.length; at += 2) {
    const pair = (literal.charCodeAt(at) << FIRST_BITS) | (literal.charCodeAt(at + 1) << SECOND_BITS);
    if (hasPair[pair] === 0) return false;
  }
  return true;
}
