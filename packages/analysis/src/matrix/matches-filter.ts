/**
 * Does a test match the filter of the heatmap? Words are parts of the label and all must be there; a word after `-`
 * must not be. `write -zipf` keeps write-only and read-write, not update-zipf. Case does not matter.
 */
export function matchesFilter(label: string, filter: string): boolean {
  const text = label.toLowerCase();
  const words = filter.toLowerCase().split(/\s+/);
  return words.every((word) => {
    if (word === '' || word === '-') return true;
    return word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word);
  });
}
