/** A pair begins a text of three letters, ends one, or has the first byte of one that is found by it alone. */
export const [BEGINS, ENDS, ALONE] = [1, 2, 4] as const;

/**
 * Marks pairs of bytes so that a look at every second place finds some texts: one of three letters has one of its two
 * pairs there, wherever it begins. More than these texts is found, never less.
 *
 * @param trigrams ASCII, in lower case; found in any case
 * @param starts texts that are found by their first byte alone, because logs are full of what follows it
 * @returns what a pair is in any of them, by its two bytes as a number of 16 bits in this machine's order; 0 for most
 */
export function rarePairs(trigrams: readonly string[], starts: readonly string[]): Uint8Array {
  const marks = new Uint8Array(65_536);
  const mark = (first: number, second: number, as: number) => {
    const pair = new Uint16Array(Uint8Array.of(first, second).buffer)[0] ?? 0;
    marks[pair] = (marks[pair] ?? 0) | as;
  };
  for (const trigram of trigrams) {
    const [a = [], b = [], c = []] = [...trigram].map(casesOf);
    for (const first of a) for (const second of b) mark(first, second, BEGINS);
    for (const first of b) for (const second of c) mark(first, second, ENDS);
  }
  for (const text of starts) {
    const alone = text.charCodeAt(0);
    for (let byte = 0; byte < 256; byte += 1) {
      mark(alone, byte, ALONE);
      mark(byte, alone, ALONE);
    }
  }
  return marks;
}

function casesOf(character: string): readonly number[] {
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}
