/** Words of a search box: `write -zipf` has the word `write` and the unwanted word `zipf`. For `matchesWords`. */
export function searchWords(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    wanted: words.filter((word) => !word.startsWith('-')).map(toPattern),
    unwanted: words.flatMap((word) =>
      word.startsWith('-') && word.length > 1 ? [toPattern(word.slice(1))] : [],
    ),
  };
}

/** For `LIKE` and `ILIKE`: texts that contain a word as it stands. */
export function toPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * SQL that is true when all wanted words and no unwanted word are in a text. True for no words at all.
 *
 * @param text SQL of the text
 * @param first number of the parameter with the wanted patterns; the unwanted ones are the next
 */
export function matchesWords(text: string, first: number): string {
  return `lower(${text}) LIKE ALL ($${first}::text[]) AND lower(${text}) NOT LIKE ALL ($${first + 1}::text[])`;
}
