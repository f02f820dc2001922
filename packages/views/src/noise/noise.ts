import { CALIBRATE, DEFAULT_RULE, groupBy, toPrintfFixed } from '@basecase/analysis';
import type {
  NoiseAtlasEntry,
  NoiseAtlasList,
  NoiseAtlasPage,
  NoiseTestView,
  RefusedPairView,
} from '@basecase/db/types';
import { clientsText, countText, groupDigits, serverClass, shortWorkloadLabel } from '../text/words';
import { pageNumber, search, serverSlug, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';
import { assumedNoiseText } from '../verdict/calibration-words';

/** Observed changes on a line: percent from the left. Beyond the ends they are drawn at the end, as arrows. */
export type Strip = ReturnType<typeof stripView>;

export type NoiseGroup = ReturnType<typeof noiseGroups>[number];

/** Ends of the strip, as ln: ±15% holds 99% of what was measured on all servers. */
const STRIP_END = 0.15;

/** Tests in heatmap order, by group. */
export function noiseGroups(tests: readonly NoiseTestView[]) {
  return [...groupBy(tests, ({ groupLabel }) => groupLabel)].map(([label, own]) => ({
    label,
    rows: own.map(noiseTestRow),
  }));
}

function noiseTestRow(test: NoiseTestView) {
  const band = DEFAULT_RULE.bandFactor * test.sigma;
  return {
    key: test.key,
    name: test.name,
    note: test.range === null ? '' : String(test.range),
    sigma: percentText(test.sigma),
    band: `±${percentText(band)}`,
    pairs: String(test.pairs),
    visible: percentText(test.smallestVisible),
    visibleOfTwo: percentText(test.smallestVisibleOfTwo),
    /** One run cannot show what readers call a regression. */
    isBlind: test.smallestVisible > DEFAULT_RULE.big,
    strip: stripView(test.changes, band),
  };
}

function stripView(changes: readonly (number | null)[], band: number) {
  const known = changes.filter((change) => change !== null);
  const largest = Math.max(0, ...known.map((x) => Math.abs(Math.expm1(x))));
  return {
    /** Middle half of the box: ± the band. */
    from: place(-band),
    to: place(band),
    dots: known.map((x) => ({ at: place(x), isBeyond: Math.abs(x) > STRIP_END })),
    /** For who cannot see it. */
    text:
      known.length === 0
        ? 'no pair has this test'
        : `${countText(known.length, 'pair')}, at most ${percentText(largest)} apart`,
  };
}

/** Percent from the left of the strip. */
function place(x: number): number {
  const inside = Math.max(-STRIP_END, Math.min(x, STRIP_END));
  return Math.round((50 + (50 * inside) / STRIP_END) * 10) / 10;
}

/** What can be seen on this server, in sentences. */
export function noiseSentence(page: NoiseAtlasPage): { strong: string; rest: string } {
  const { worst, smallestVisible, calibrated, server } = page;
  const head = calibrated
    ? ''
    : ` No independent repeat run yet, so ${assumedNoiseText(server.kind ?? null)}. ${CALIBRATE}`;
  if (worst === null) return { strong: 'No test is stored here.', rest: '' };
  return {
    strong: `On this server, one run can't detect less than ${percentText(worst.smallestVisible)} in ${testName(worst.test)}.`,
    rest: ` In half of the tests, the limit is ${percentText(smallestVisible)} or more.${head}`,
  };
}

export function noiseTitle({ server, workload }: NoiseAtlasPage): string {
  return `Noise of ${workload.label} on ${serverClass(server)}`;
}

/** How noisy it is against what is usual, in words. */
export function scaleText(scale: number): string {
  if (scale > 1.1) return `${scale.toFixed(2)} times the usual noise`;
  return scale < 0.9 ? `${scale.toFixed(2)} of the usual noise` : 'about the usual noise';
}

export interface RefusalGroup {
  reason: RefusedPairView['reason'];
  /** What the reason means. */
  words: string;
  pairs: RefusedPairView[];
}

const REASON_WORDS: Readonly<Record<RefusedPairView['reason'], string>> = {
  'different config': 'the two ran with different configs',
  'different flavour': 'the two were built differently',
  'different campaign':
    'the two are not known to have been measured together, and the server may have changed in between. If they were, name their campaign on the pages of their uploads',
  'campaign not known': 'it is not known whether the two were measured together',
  'releases between them were not run': 'more than one release lies between the two',
  'known to differ': 'these releases are known to differ',
  'different environment': 'the two did visibly different work',
  'different machine': 'the machine changed between the two, or after them',
  'the same run twice': 'all values are equal: two uploads hold one run',
  'too few tests': 'the two have no test in common',
  excluded: 'excluded by an admin',
};

/** Refused pairs by reason, the most frequent reason first. */
export function refusalGroups(refusals: readonly RefusedPairView[]): RefusalGroup[] {
  return [...groupBy(refusals, ({ reason }) => reason)]
    .map(([reason, pairs]) => ({ reason, words: REASON_WORDS[reason], pairs }))
    .sort((a, b) => b.pairs.length - a.pairs.length);
}

/** The state of the atlas in the URL: one heatmap, or empty slugs and the list of them. */
export const noiseUrl = urlCodec({
  server: serverSlug(),
  workload: text(),
  /** Words that the list is searched for. */
  q: search(),
  /** Of the list, from 1. */
  page: pageNumber(),
});

export type NoiseState = StateOf<typeof noiseUrl>;

/** Never fails. A server without a workload, or the other way round, is the list. */
export function parseNoiseState(query: Iterable<[string, string]>): NoiseState {
  const { server, workload, q, page } = noiseUrl.parse(query);
  return { ...noiseUrl.defaults, ...(server && workload ? { server, workload } : { q, page }) };
}

export function noiseHref(state: Partial<NoiseState>): string {
  return `/noise${noiseUrl.query(state)}`;
}

/** `8%` from 10% on, `4.3%` below: more digits would say more than is known. */
export function percentText(part: number): string {
  return `${toPrintfFixed(part * 100, part >= 0.0995 ? 0 : 1)}%`;
}

export function atlasRows(entries: readonly NoiseAtlasEntry[]) {
  return entries.map((entry) => {
    const { server, workload, calibrated, pairs, refused, exclusions, medianSigma, smallestVisible, worst } =
      entry;
    const own = serverClass(server);
    return {
      href: noiseHref({ ...noiseUrl.defaults, server: server.slug, workload: workload.slug }),
      server: own,
      serverName: own === server.name ? '' : server.name,
      workload: shortWorkloadLabel(workload),
      details: [...workload.details.filter((each) => !/clients?$/.test(each)), clientsText(workload.clients)]
        .filter(Boolean)
        .join(', '),
      pairs: String(pairs),
      refused: exclusions > 0 ? `${refused}, ${exclusions} by hand` : String(refused),
      /** `2.3%`, or `assumed`. */
      sigma: calibrated ? percentText(medianSigma) : 'assumed',
      isCalibrated: calibrated,
      /** What is assumed instead: `four times the usual noise is assumed`; empty where the noise is known. */
      assumed: calibrated ? '' : assumedNoiseText(server.kind ?? null),
      visible: percentText(smallestVisible),
      worst: worst === null ? '' : `${testName(worst.test)} ${percentText(worst.smallestVisible)}`,
    };
  });
}

/** `point-query range=100`: a key as people read it. */
export function testName(key: string): string {
  return key.replace(/_(?=\w+=)/, ' ');
}

/** What can be seen in all that match, in a sentence. */
export function atlasSentence({
  total,
  calibrated,
  blind,
  limit,
}: Pick<NoiseAtlasList, 'total' | 'calibrated' | 'blind' | 'limit'>): { strong: string; rest: string } {
  const all = countText(total, 'workload on its server', 'workloads on their servers');
  if (calibrated === 0) {
    return {
      strong: 'No noise is measured yet',
      rest: `: ${all} without a single repeat pair. ${CALIBRATE}`,
    };
  }
  return {
    strong: `The noise of ${groupDigits(calibrated)} of ${all} is measured`,
    rest: `. On ${groupDigits(blind)} of them, one run cannot detect a change of ${percentText(limit).replace('.0', '')} in half of the tests or more.`,
  };
}

/** Where the pages before and after are. Before a page that is beyond the last one is the last one. */
export function atlasPages(list: NoiseAtlasList, state: NoiseState) {
  const { page, pages } = list;
  const hrefOf = (number: number) => noiseHref({ ...state, page: number });
  return {
    /** `Page 2 of 10`; empty when all is on one page, and beyond the last. */
    text: pages === 1 || page > pages ? '' : `Page ${groupDigits(page)} of ${groupDigits(pages)}`,
    previous: page > 1 ? hrefOf(Math.min(page - 1, pages)) : null,
    next: page < pages ? hrefOf(page + 1) : null,
  };
}

/** Empty-state text. */
export function emptyAtlas(
  { total }: Pick<NoiseAtlasList, 'total'>,
  { q }: Pick<NoiseState, 'q'>,
): 'nothing stored' | 'no match' | 'beyond the end' {
  if (total > 0) return 'beyond the end';
  return q ? 'no match' : 'nothing stored';
}
