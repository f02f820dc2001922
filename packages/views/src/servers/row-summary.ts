import type { VerdictTrend } from '../verdict/verdict-trend';

/** How a test does on one server. */
export interface ServerTrend {
  /** `at 40 clients`, `on 8-core`. */
  where: string;
  /** Null without a ratio, or if the ratio settles nothing. */
  trend: VerdictTrend;
  /** `possibly slower`, `unclear` for a ratio that settles nothing; null for all others. */
  open: string | null;
  /** Value of the verdict as goodness: below 1 is worse, whatever the metric. */
  goodness: number | null;
}

type Pattern = 'everywhere' | 'only-worse' | 'mixed' | 'better' | 'same' | 'open' | 'alone';

export interface RowSummary {
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
export function rowSummary(servers: readonly ServerTrend[], words: Words): RowSummary {
  const known = servers.filter(({ trend }) => trend !== null);
  const worse = known.filter(({ trend }) => trend === 'worse');
  const better = known.filter(({ trend }) => trend === 'better');
  const open = servers.filter(({ trend, open: word }) => trend === null && word !== null);
  if (known.length + open.length < 2) {
    const text = open[0] ? `${open[0].open}, run ${open[0].where} only` : aloneText(known, words);
    return { pattern: 'alone', text, strong: false };
  }
  if (open.length > 0) return openSummary({ servers, known, worse, better, open }, words);
  const all = known.length === 2 && servers.length === 2 ? 'both' : allText(known.length, servers.length);
  if (worse.length === known.length) {
    return { pattern: 'everywhere', text: `${words.worse} on ${all}${moreText(worse)}`, strong: false };
  }
  if (worse.length > 0 && better.length > 0) {
    const text = `${words.worse} ${joinServerNames(worse)}, ${words.better} ${joinServerNames(better)}`;
    return { pattern: 'mixed', text, strong: true };
  }
  if (worse.length > 0)
    return { pattern: 'only-worse', text: `${words.worse} only ${joinServerNames(worse)}`, strong: true };
  if (better.length === known.length)
    return { pattern: 'better', text: `${words.better} on ${all}`, strong: false };
  if (better.length > 0) {
    return { pattern: 'better', text: `${words.better} only ${joinServerNames(better)}`, strong: false };
  }
  return { pattern: 'same', text: '', strong: false };
}

interface Parts {
  servers: readonly ServerTrend[];
  known: ServerTrend[];
  worse: ServerTrend[];
  better: ServerTrend[];
  /** At least one. */
  open: ServerTrend[];
}

/**
 * With servers that settle nothing there is no "only" and no "on all": they might be slower too. The servers are known
 * to differ where one of the settled ones lost and another one did not.
 */
function openSummary({ servers, known, worse, better, open }: Parts, words: Words): RowSummary {
  const same = known.filter(({ trend }) => trend === 'same');
  const openWords = [...new Set(open.map((server) => server.open ?? ''))];
  if (openWords.length === 1 && known.length === 0) {
    const all = open.length === 2 && servers.length === 2 ? 'both' : allText(open.length, servers.length);
    return { pattern: 'open', text: `${openWords[0]} on ${all}`, strong: false };
  }
  const differ = worse.length > 0 && worse.length < known.length;
  const text = [
    ...(worse.length > 0 ? [`${words.worse} ${joinServerNames(worse)}`] : []),
    ...(better.length > 0 ? [`${words.better} ${joinServerNames(better)}`] : []),
    ...(differ && same.length > 0 ? [`not ${joinServerNames(same)}`] : []),
    ...openWords.map((word) => `${word} ${joinServerNames(open.filter((server) => server.open === word))}`),
  ];
  return { pattern: differ ? 'mixed' : 'open', text: text.join(', '), strong: differ };
}

function aloneText(known: readonly ServerTrend[], words: Words): string {
  const [only] = known;
  if (!only) return '';
  if (only.trend === 'same') return `run ${only.where} only`;
  return `${only.trend === 'worse' ? words.worse : words.better}, run ${only.where} only`;
}

function allText(known: number, ran: number): string {
  return known === ran ? `all ${known}` : `all ${known} that ran it`;
}

/** `, more at 1 client` when one server lost clearly more than another. */
function moreText(worse: readonly ServerTrend[]): string {
  const sorted = worse
    .flatMap(({ where, goodness }) => (goodness === null ? [] : [{ where, goodness }]))
    .sort((a, b) => a.goodness - b.goodness);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || lowest.goodness <= 0) return '';
  return highest.goodness / lowest.goodness >= CLEARLY_MORE ? `, more ${lowest.where}` : '';
}

/** `on 8-core and 24-core`, with one preposition. */
export function joinServerNames(servers: readonly { where: string }[]): string {
  const names = servers.map(({ where }) => where);
  const [preposition = ''] = names[0]?.split(' ') ?? [];
  const rest = names
    .slice(1)
    .map((name) => (name.startsWith(`${preposition} `) ? name.slice(preposition.length + 1) : name));
  const all = [names[0] ?? '', ...rest];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
