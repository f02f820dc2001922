import { type Verdict, verdictDirection } from '@basecase/analysis';

export const CHECK_FORMATS = ['text', 'json', 'md', 'tsv'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** Worst first for people who read one line only. */
const FLAGGED: readonly Verdict[] = [
  'regression',
  'small regression',
  'possible regression',
  'improvement',
  'small improvement',
  'possible improvement',
];

/** Regressions above improvements, the largest at the top. */
export function worstFirst(
  a: { verdict: Verdict; ratio: number | null },
  b: { verdict: Verdict; ratio: number | null },
): number {
  const size = (ratio: number | null) => Math.abs(Math.log(ratio ?? 1));
  return FLAGGED.indexOf(a.verdict) - FLAGGED.indexOf(b.verdict) || size(b.ratio) - size(a.ratio);
}

/** `1 regression, 5 no change`; what did not occur is left out. */
export function countText(counts: Readonly<Record<Verdict, number>>): string {
  return [...FLAGGED, 'no change', 'unclear', 'missing']
    .flatMap((word) => {
      const count = counts[word as Verdict];
      return count > 0 ? [`${count} ${plural(word as Verdict, count)}`] : [];
    })
    .join(', ');
}

function plural(word: Verdict, count: number): string {
  return count > 1 && verdictDirection(word) !== null ? `${word}s` : word;
}

/** Direction without colour, as on the pages. */
export function markOf(verdict: Verdict): string {
  return verdictDirection(verdict) === 'slower' ? '▼' : '▲';
}

/** Text within a Markdown cell: names come from files, and must not end the cell or become markup. */
export function markdownText(text: string): string {
  return text.replace(/\r?\n/g, ' ').replace(/[\\|`*_<>[\]@#]/g, '\\$&');
}

/** Empty for what is not there. */
export function fixed(value: number | null, digits: number): string {
  return value === null ? '' : value.toFixed(digits);
}
