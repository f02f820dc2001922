import { DEFAULT_RULE } from '@basecase/analysis';
import type { NoiseAtlasPage, NoiseTestView, RefusedPairView } from '@basecase/db/types';
import { countText, groupBy, serverClass } from '../text/words';
import { assumedNoiseText, CALIBRATE } from '../verdict/calibration-words';
import { percentText, testName } from './noise-atlas';

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
    : ` Not calibrated: no two runs of the same are stored, so ${assumedNoiseText(server.kind ?? null)}. ${CALIBRATE}`;
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
  'the same run twice': 'all values are equal: two uploads hold one run',
  'too few tests': 'the two have too few tests in common',
  excluded: 'excluded by an admin',
};

/** Refused pairs by reason, the most frequent reason first. */
export function refusalGroups(refusals: readonly RefusedPairView[]): RefusalGroup[] {
  return [...groupBy(refusals, ({ reason }) => reason)]
    .map(([reason, pairs]) => ({ reason, words: REASON_WORDS[reason], pairs }))
    .sort((a, b) => b.pairs.length - a.pairs.length);
}
