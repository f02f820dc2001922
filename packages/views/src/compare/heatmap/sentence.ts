/** The sentence above the heatmap, in parts: what is strong is what was found. */
export interface Sentence {
  strong: string;
  rest: string;
  /** `The largest step down is` **8.0.43**, `in all 32`. */
  step: { words: string; version: string; where: string } | null;
}

/** A sentence as plain text. */
export function sentenceText({ strong, rest, step }: Sentence): string {
  if (!step) return strong + rest;
  return `${strong}${rest} ${step.words} ${step.version}${step.where ? `, ${step.where}` : ''}.`;
}
