/**
 * Marks pairs of bytes so that a look at every second place finds some texts: one of three letters has one of its two
 * pairs there, wherever it begins. More than these texts is found, never less.
 *
 * @param trigrams ASCII, in lower case; found in any case
 * @param starts texts that are found by their first byte alone, because logs are full of what follows it
 * @returns 1 for such a pair, by its two bytes as a number of 16 bits in this machine's order
 */
export function rarePairs(trigrams: readonly string[], starts: readonly string[]): Uint8Array {
  const isRare = new Uint8Array(65_536);
  const mark = (first: number, second: number) => {
    isRare[new Uint16Array(Uint8Array.of(first, second).buffer)[0] ?? 0] = 1;
  };
  for (const trigram of trigrams) {
    const [a = [], b = [], c = []] = [...trigram].map(casesOf);
    for (const first of a) for (const second of b) mark(first, second);
    for (const first of b) for (const second of c) mark(first, second);
  }
  for (const text of starts) {
    const alone = text.charCodeAt(0);
    for (let byte = 0; byte < 256; byte += 1) {
      mark(alone, byte);
      mark(byte, alone);
    }
  }
  return isRare;
}

function casesOf(character: string): readonly number[] {
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}
