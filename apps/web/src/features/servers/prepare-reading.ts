/** How a test does on one server; null where there is no ratio. */
export type Trend = 'worse' | 'better' | 'same' | null;

export interface PlaceReading {
  /** `at 40 clients`, `on 8-core`. */
  place: string;
  trend: Trend;
  /** Value of the verdict as goodness: below 1 is worse, whatever the metric. */
  goodness: number | null;
}

export type Pattern = 'everywhere' | 'only-worse' | 'mixed' | 'better' | 'same' | 'alone';

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
  if (known.length < 2) return { pattern: 'alone', text: aloneText(known, words), strong: false };
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
