import { toPrintfFixed } from '../format/printf';

/** What a verdict of a search says. */
interface Ended {
  found: 'first bad' | 'unclear' | 'no difference';
  firstBad: string | null;
  lastGood: string | null;
  candidates: number;
  /** Null where nothing was searched. */
  chance: number | null;
}

/** Digits of a commit that are shown. */
const SHORT = 12;

/** A full hash, cut; the name of another build as it is. */
export function shortBuild(name: string): string {
  return /^[0-9a-f]{40,64}$/.test(name) ? name.slice(0, SHORT) : name;
}

/** `99.9%`, `97%`: never 100. */
export function chanceText(chance: number): string {
  return `${toPrintfFixed(Math.min(chance, 0.999) * 100, chance > 0.99 ? 1 : 0)}%`;
}

/** `First bad build: 4eb13e8a1b2c (97%), last good: 9f1c2d3e4b5a.` */
export function commitSearchSentence({ found, firstBad, lastGood, candidates, chance }: Ended): string {
  if (found === 'no difference') return 'GOOD and BAD do not differ.';
  if (candidates === 0) return 'GOOD and BAD can’t be distinguished by these runs.';
  const sure = chance === null ? '' : ` (${chanceText(chance)})`;
  const good = lastGood === null ? '' : `, last good: ${shortBuild(lastGood)}`;
  if (found === 'first bad' && firstBad !== null)
    return `First bad build: ${shortBuild(firstBad)}${sure}${good}.`;
  const why = found === 'first bad' ? 'the others could not be measured' : 'undecided after the most runs';
  return `The first bad build is one of ${candidates}${sure}: ${why}${good}.`;
}
