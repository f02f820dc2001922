import type { TextPart } from './search-model';

/** Cuts a text where words begin and end, whatever their case; where words overlap they are one part. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const lower = text.toLowerCase();
  const marked = new Uint8Array(text.length);
  // A letter that is longer in lower case would move all marks after it.
  if (lower.length === text.length) {
    for (const word of words) {
      for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
        if (!isInsideNumber(lower, at, word)) marked.fill(1, at, at + word.length);
      }
    }
  }
  const parts: TextPart[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && marked[to] === marked[from]) to += 1;
    parts.push({ text: text.slice(from, to), isMarked: marked[from] === 1 });
    from = to;
  }
  return parts;
}

/** The 18 of 2018 was not meant. */
function isInsideNumber(text: string, at: number, word: string): boolean {
  const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
  return (
    (isDigit(word[0]) && isDigit(text[at - 1])) || (isDigit(word.at(-1)) && isDigit(text[at + word.length]))
  );
}
