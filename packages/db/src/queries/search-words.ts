/**
 * Words of a search box: `write -zipf` has the word `write` and the unwanted word `zipf`. Lower case, for `strpos`
 * over `lower(...)`.
 */
export function searchWords(text: string): { wanted: string[]; unwanted: string[] } {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    wanted: words.filter((word) => !word.startsWith('-')),
    unwanted: words.flatMap((word) => (word.startsWith('-') && word.length > 1 ? [word.slice(1)] : [])),
  };
}

/**
 * SQL that is true when all wanted words and no unwanted word are in a text.
 *
 * @param text SQL of the text
 * @param first number of the parameter with the wanted words; the unwanted ones are the next
 */
export function matchesWords(text: string, first: number): string {
  return `NOT EXISTS (SELECT FROM unnest($${first}::text[]) AS word WHERE strpos(lower(${text}), word) = 0)
    AND NOT EXISTS (SELECT FROM unnest($${first + 1}::text[]) AS word WHERE strpos(lower(${text}), word) > 0)`;
}
