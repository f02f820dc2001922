import {
  formatRatio,
  isBetter,
  isWorse,
  type Matrix,
  type MatrixRow,
  ratio,
  verdictLevel,
} from '@basecase/analysis';
import type { CompareColumn, CompareView } from '@basecase/db/types';
import type { MetricId } from '@basecase/ingest/model';
import { namesReleases } from '../compare/column-set';
import { slowerText } from '../compare/heatmap/verdict-sentence';
import { knownName } from '../url/address-problem';
import { plainThresholdText } from '../verdict/verdict-trend';
import type { Measured } from './report-cells';
import type { ReportSentence, ReportState } from './report-model';

/** A view cut down to the variants that are shown, and which of them is the base. */
export type ReportView = ReturnType<typeof toReportView>;

/**
 * Resolves a state against the stored data: a base or product that does not exist falls back to the default. The default base
 * is the one that a published table of ratios was divided by, else the first variant.
 */
export function toReportView(
  view: CompareView,
  { product, build, base, t }: Pick<ReportState, 'product' | 'build' | 'base' | 't'>,
) {
  const variants = shownVariants(view.matrix.columns, { product, build });
  const wanted = variants.some(({ slug }) => slug === base) ? base : publishedBase(view, variants);
  const found = baseIndex(variants, wanted);
  return {
    view,
    variants,
    names: variantNames(variants),
    /** Of each variant its column in the matrix. */
    columns: variants.map((variant) => view.matrix.columns.indexOf(variant)),
    base: found,
    /** The variant that the sentence compares with the base; null when there is only the base. */
    judged: judgedIndex(variants, found),
    threshold: t,
  };
}

/** Slug of the variant that the author of the table divided by; empty without published ratios, or if it is not shown. */
function publishedBase({ workload }: CompareView, variants: readonly CompareColumn[]): string {
  const published = workload.relativeTo?.base;
  return variants.find(({ label }) => label === published)?.slug ?? '';
}

/** A number of a test (index of its row) in a variant (index among the shown). */
export function measured(
  { view: { matrix }, columns }: ReportView,
  metric: MetricId,
  [row, variant]: readonly [row: number, variant: number],
): Measured {
  return shownValue(matrix, metric, [row, columns[variant] ?? -1]);
}

/** A value with its status; a doubtful one keeps its value and is marked. */
export function shownValue(
  matrix: Matrix<unknown>,
  metric: MetricId,
  [row, column]: readonly [row: number, column: number],
): Measured {
  const value = matrix.values[metric]?.[row]?.[column] ?? null;
  const status = matrix.status[row]?.[column] ?? 'missing';
  const doubtful = matrix.doubtful?.[metric]?.[row]?.[column] ?? null;
  if (value !== null || doubtful === null) return { value, status };
  return { value: doubtful, status: status === 'ok' ? 'doubtful' : status };
}

/** True when some shown variant has a number of the metric in one of the tests. */
export function hasMetric(report: ReportView, metric: MetricId, rows: readonly number[]): boolean {
  return rows.some((row) =>
    report.variants.some((_, variant) => measured(report, metric, [row, variant]).value !== null),
  );
}

/** Indexes of the tests that some shown variant has run. */
export function shownTests({ view: { matrix }, columns }: ReportView): number[] {
  return matrix.rows.flatMap((_, row) =>
    columns.some((column) => matrix.status[row]?.[column] !== 'missing') ? [row] : [],
  );
}

export function testAt({ view: { matrix } }: ReportView, row: number): MatrixRow | undefined {
  return matrix.rows[row];
}

/** Name of the base in a hint. */
export function baseName({ names, base }: ReportView): string {
  return names[base]?.short ?? '';
}

export const ONE_VERSION: ReportSentence = {
  strong: 'One version.',
  rest: ' There is nothing to compare it with yet.',
};

/** Only results that may be compared count. */
export function countChanges(report: ReportView, tests: readonly number[]) {
  const { base, judged, threshold, view } = report;
  const ratios = tests.flatMap((row) => {
    if (judged === null) return [];
    const [own, of] = [
      measured(report, 'throughput', [row, judged]),
      measured(report, 'throughput', [row, base]),
    ];
    const value = own.status === 'ok' && of.status === 'ok' ? ratio(own.value, of.value) : null;
    return value === null ? [] : [{ test: view.matrix.rows[row]?.key ?? '', ratio: value }];
  });
  const levels = ratios.map((each) => verdictLevel(each.ratio, 'higher-is-better', threshold));
  const sorted = ratios.toSorted((a, b) => a.ratio - b.ratio);
  return {
    worse: levels.filter((level) => isWorse(level)).length,
    better: levels.filter((level) => isBetter(level)).length,
    compared: ratios.length,
    lowest: sorted[0] ?? null,
    highest: sorted.at(-1) ?? null,
  };
}

/**
 * How the judged variant compares with the base, and by which rule: the heatmap of the same runs may judge by noise.
 *
 * @param noun the word for a test in this benchmark: `step`, `test`
 */
export function changeSentence(report: ReportView, tests: readonly number[], noun: string): ReportSentence {
  const { names, base, judged } = report;
  if (judged === null) return ONE_VERSION;
  const [own, of] = [names[judged]?.short ?? '', names[base]?.short ?? ''];
  const { worse, better, compared, lowest, highest } = countChanges(report, tests);
  if (!lowest || !highest) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${own} and ${of} share no ${noun} that can be compared.`,
    };
  }
  const faster = better > 0 ? `, ${better} faster` : '';
  return {
    strong: slowerText(worse, compared, { noun }),
    rest: ` in ${own} than in ${of}${faster}: from ${formatRatio(lowest.ratio)} (${lowest.test}) to ${formatRatio(highest.ratio)} (${highest.test}). ${plainThresholdText(report.threshold)}`,
  };
}

export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `build=all` in the URL. */
export const ALL_BUILDS = 'all';
/** Up to here every version of every build is shown unasked. */
const SHOWN_UNASKED = 24;

export type Variant = Pick<CompareColumn, 'slug' | 'product' | 'version' | 'flavour' | 'config'>;

/** Name of a variant in a report: the version, with the build or config that differs. */
export type VariantName = ReturnType<typeof variantNames>[number];

/** Build and config of a variant in one word, as the `build` of the URL has it: `gcc`, `x10a_c8r32`. */
function buildName({ flavour, config }: Variant): string {
  return [flavour, config].filter((part) => part !== null).join(' ') || 'no config';
}

/** Builds that may be chosen: none where a choice would leave single versions only. */
export function buildChoices(variants: readonly Variant[]): string[] {
  const sizes = buildSizes(variants);
  return sizes.size > 1 && Math.max(...sizes.values()) > 1 ? [...sizes.keys()] : [];
}

/**
 * The build that is shown: the wanted one, else all of them, else, where all would be too many, the one with the
 * most versions.
 */
export function shownBuild(variants: readonly Variant[], wanted: string): string {
  const sizes = buildSizes(variants);
  if (wanted === ALL_BUILDS || sizes.has(wanted)) return wanted;
  if (variants.length <= SHOWN_UNASKED || buildChoices(variants).length === 0) return ALL_BUILDS;
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1]);
  return largest?.[0] ?? ALL_BUILDS;
}

/** Variants of a product and a build, in their order. An unknown product is ignored: all are shown. */
export function shownVariants<V extends Variant>(
  variants: readonly V[],
  { product, build }: { product: string; build: string },
): V[] {
  const named = knownName(
    variants.map((variant) => variant.product),
    product,
  );
  const ofProduct = variants.filter((variant) => variant.product === named);
  const candidates = ofProduct.length > 0 ? ofProduct : variants;
  const shown = shownBuild(candidates, build);
  return candidates.filter((variant) => shown === ALL_BUILDS || buildName(variant) === shown);
}

/** Names of variants, each as short as the others allow. */
export function variantNames(variants: readonly Variant[]) {
  const differs = (of: (variant: Variant) => string | null) => new Set(variants.map(of)).size > 1;
  const hasProducts = differs(({ product }) => product);
  const [hasFlavours, hasConfigs] = [differs(({ flavour }) => flavour), differs(({ config }) => config)];
  const releases = variants.map(({ product, version }) => `${product} ${version}`);
  const isRelease = namesReleases(variants);
  return variants.map(({ product, version, flavour, config }, index) => {
    const build = [hasFlavours ? flavour : null, hasConfigs ? config : null];
    const isOnly = releases.indexOf(releases[index] ?? '') === releases.lastIndexOf(releases[index] ?? '');
    const told = words(hasProducts ? product : null, ...build);
    if (!isRelease[index] && told !== '') return { name: told, detail: '', short: told };
    return {
      /** The version, behind its product where there are several. */
      name: words(hasProducts ? product : null, version),
      /** Build and config; empty when they are the same everywhere. */
      detail: words(...build),
      /** In a sentence. */
      short: words(hasProducts ? product : null, version, ...(isOnly ? [] : build)),
    };
  });
}

/** Index of the base: the wanted variant, else the first. */
export function baseIndex(variants: readonly Variant[], wanted: string): number {
  return Math.max(
    0,
    variants.findIndex(({ slug }) => slug === wanted),
  );
}

/**
 * The variant that a sentence compares with the base: the newest of the base's product; of one version in several configs the
 * last one with the fewest other settings, so that a difference has one cause.
 *
 * @returns null when there is none but the base
 */
export function judgedIndex(variants: readonly Variant[], base: number): number | null {
  const own = variants[base];
  const others = variants.flatMap((variant, index) =>
    own && index !== base && variant.product === own.product ? [{ variant, index }] : [],
  );
  const newest = others.at(-1);
  if (!own || !newest) return null;
  if (others.some(({ variant }) => variant.version !== own.version)) return newest.index;
  const counts = others.map(({ variant }) => settingsApart(own, variant));
  const fewest = Math.min(...counts);
  return others[counts.lastIndexOf(fewest)]?.index ?? null;
}

/** How many words of builds and configs only one of two variants has. */
function settingsApart(a: Variant, b: Variant): number {
  const [own, other] = [a, b].map(({ flavour, config }) => words(flavour, config).split(' '));
  return [...(own ?? []), ...(other ?? [])].filter((word) => !own?.includes(word) || !other?.includes(word))
    .length;
}

/** `PostgreSQL 12.22 to 18.1`; with several products their names. */
export function titleOf(variants: readonly Variant[]): string {
  const products = [...new Set(variants.map(({ product }) => product))];
  const [first, last] = [variants[0], variants.at(-1)];
  if (!first || !last) return 'No versions';
  if (products.length > 1) return `${products.slice(0, -1).join(', ')} and ${products.at(-1)}`;
  if (first.version === last.version) return `${first.product} ${first.version}`;
  return `${first.product} ${first.version} to ${last.version}`;
}

function buildSizes(variants: readonly Variant[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const variant of variants) sizes.set(buildName(variant), (sizes.get(buildName(variant)) ?? 0) + 1);
  return sizes;
}

function words(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}
