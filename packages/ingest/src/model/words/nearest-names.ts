import { naturalOrder } from '../natural-order';

/** Names in one answer: a hint, not a list. */
const MOST_NEAR = 5;
/** Names in a sentence where none is near. */
const MOST_LISTED = 8;
/** Shorter parts of a name are in many names. */
const SHORTEST_PART = 3;
/** Of the letters of the longer name: more that differ make another name. */
const MOST_DIFFERENT = 1 / 3;
/** An address may hold kilobytes; no name is as long. */
const LONGEST = 120;

/** A name, or a name with others that lead to it: the slug of a server and its name on pages. */
export type KnownName = string | readonly [name: string, ...aliases: string[]];

/**
 * The known names that an unknown one may mean, the nearest first: equal but for case and marks, then parts of each other,
 * then those that at most a third of the letters tell apart.
 *
 * @returns at most 5; empty where nothing is near
 */
export function nearestNames(given: string, known: Iterable<KnownName>): string[] {
  const wanted = bare(given);
  if (wanted === '' || given.length > LONGEST) return [];
  const found = new Map<string, number>();
  for (const entry of known) {
    const [name, ...aliases] = typeof entry === 'string' ? [entry] : entry;
    const away = Math.min(...[name, ...aliases].map((each) => distance(wanted, bare(each))));
    if (name !== '' && away < Math.min(found.get(name) ?? 1, 1)) found.set(name, away);
  }
  return [...found]
    .sort(([a, near], [b, far]) => near - far || naturalOrder(a, b))
    .slice(0, MOST_NEAR)
    .map(([name]) => name);
}

/** `No server "pn35". Nearest: pn53.`: the message, with the names that it may mean. */
export function withNearest(message: string, given: string, known: Iterable<KnownName>): string {
  const near = nearestNames(given, known);
  return near.length === 0 ? message : `${message} Nearest: ${near.join(', ')}.`;
}

/** Names that exist, for the end of a message: `Nearest: pn53.`, `There is: a, b, c and 4 more.`; empty without names. */
export function insteadText({
  nearest,
  known,
}: {
  nearest: readonly string[];
  known: readonly string[];
}): string {
  if (nearest.length > 0) return `Nearest: ${nearest.join(', ')}.`;
  if (known.length === 0) return '';
  const more = known.length > MOST_LISTED ? ` and ${known.length - MOST_LISTED} more` : '';
  return `There is: ${known.slice(0, MOST_LISTED).join(', ')}${more}.`;
}

/** Letters and digits in lower case: `Pn-53` is `pn53`. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** 0: equal. Under 1: near, parts of each other before letters that differ. 1: not near. */
function distance(wanted: string, name: string): number {
  if (wanted === name) return 0;
  const [short, long] = wanted.length < name.length ? [wanted, name] : [name, wanted];
  const edits = editDistance(short, long);
  const part = edits / long.length;
  if (part <= MOST_DIFFERENT) return 0.1 + part;
  if (short.length >= SHORTEST_PART && long.includes(short)) return 0.5 + part / 2.1;
  return 1;
}

/** Letters added, removed, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
