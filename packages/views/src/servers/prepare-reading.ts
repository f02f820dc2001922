import type { VerdictTrend } from '../verdict/verdict-trend';

/** How a test does on one server. */
export interface PlaceReading {
  /** `at 40 clients`, `on 8-core`. */
  place: string;
  /** Null where there is no ratio, or where it says nothing yet. */
  trend: VerdictTrend;
  /** `possibly slower`, `unclear`: what is said of a ratio that settles nothing; null of all others. */
  open: string | null;
  /** Value of the verdict as goodness: below 1 is worse, whatever the metric. */
  goodness: number | null;
}

export type Pattern = 'everywhere' | 'only-worse' | 'mixed' | 'better' | 'same' | 'open' | 'alone';

export interface Reading {
  pattern: Pattern;
  text: string;
  /** The servers do not agree: what the page is looked at for. */
  strong: boolean;
}

/** Two ratios that differ by this factor are worth a word. */
const CLEARLY_MORE = 1.15;

export interface Words {
  worse: string;
  better: string;
}

/** What the servers say about one test, in words: is it slower everywhere or only somewhere. */
export function prepareReading(places: readonly PlaceReading[], words: Words): Reading {
  const known = places.filter(({ trend }) => trend !== null);
  const worse = known.filter(({ trend }) => trend === 'worse');
  const better = known.filter(({ trend }) => trend === 'better');
  const open = places.filter(({ trend, open: word }) => trend === null && word !== null);
  if (known.length + open.length < 2) {
    const text = open[0] ? `${open[0].open}, run ${open[0].place} only` : aloneText(known, words);
    return { pattern: 'alone', text, strong: false };
  }
  if (open.length > 0) return openReading({ places, known, worse, better, open }, words);
  const all = known.length === 2 && places.length === 2 ? 'both' : allText(known.length, places.length);
  if (worse.length === known.length) {
    return { pattern: 'everywhere', text: `${words.worse} on ${all}${moreText(worse)}`, strong: false };
  }
  if (worse.length > 0 && better.length > 0) {
    const text = `${words.worse} ${joinPlaces(worse)}, ${words.better} ${joinPlaces(better)}`;
    return { pattern: 'mixed', text, strong: true };
  }
  if (worse.length > 0)
    return { pattern: 'only-worse', text: `${words.worse} only ${joinPlaces(worse)}`, strong: true };
  if (better.length === known.length)
    return { pattern: 'better', text: `${words.better} on ${all}`, strong: false };
  if (better.length > 0) {
    return { pattern: 'better', text: `${words.better} only ${joinPlaces(better)}`, strong: false };
  }
  return { pattern: 'same', text: '', strong: false };
}

interface Parts {
  places: readonly PlaceReading[];
  known: PlaceReading[];
  worse: PlaceReading[];
  better: PlaceReading[];
  /** At least one. */
  open: PlaceReading[];
}

/**
 * With places that settle nothing there is no "only" and no "on all": they might be slower too. The servers are known
 * to differ where one of the settled ones lost and another one did not.
 */
function openReading({ places, known, worse, better, open }: Parts, words: Words): Reading {
  const same = known.filter(({ trend }) => trend === 'same');
  const openWords = [...new Set(open.map((place) => place.open ?? ''))];
  if (openWords.length === 1 && known.length === 0) {
    const all = open.length === 2 && places.length === 2 ? 'both' : allText(open.length, places.length);
    return { pattern: 'open', text: `${openWords[0]} on ${all}`, strong: false };
  }
  const differ = worse.length > 0 && worse.length < known.length;
  const text = [
    ...(worse.length > 0 ? [`${words.worse} ${joinPlaces(worse)}`] : []),
    ...(better.length > 0 ? [`${words.better} ${joinPlaces(better)}`] : []),
    ...(differ && same.length > 0 ? [`not ${joinPlaces(same)}`] : []),
    ...openWords.map((word) => `${word} ${joinPlaces(open.filter((place) => place.open === word))}`),
  ];
  return { pattern: differ ? 'mixed' : 'open', text: text.join(', '), strong: differ };
}

function aloneText(known: readonly PlaceReading[], words: Words): string {
  const [only] = known;
  if (!only) return '';
  if (only.trend === 'same') return `run ${only.place} only`;
  return `${only.trend === 'worse' ? words.worse : words.better}, run ${only.place} only`;
}

function allText(known: number, places: number): string {
  return known === places ? `all ${known}` : `all ${known} that ran it`;
}

/** `, more at 1 client` when one server lost clearly more than another. */
function moreText(worse: readonly PlaceReading[]): string {
  const sorted = worse
    .flatMap(({ place, goodness }) => (goodness === null ? [] : [{ place, goodness }]))
    .sort((a, b) => a.goodness - b.goodness);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || lowest.goodness <= 0) return '';
  return highest.goodness / lowest.goodness >= CLEARLY_MORE ? `, more ${lowest.place}` : '';
}

/** `on 8-core and 24-core`; the word before the names is said once. */
export function joinPlaces(places: readonly { place: string }[]): string {
  const names = places.map(({ place }) => place);
  const [preposition = ''] = names[0]?.split(' ') ?? [];
  const rest = names
    .slice(1)
    .map((name) => (name.startsWith(`${preposition} `) ? name.slice(preposition.length + 1) : name));
  const all = [names[0] ?? '', ...rest];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
