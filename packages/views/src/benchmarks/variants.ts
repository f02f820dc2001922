import type { CompareColumn } from '@basecase/db/types';
import { knownName } from '../url/address-problem';

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
  return variants.map(({ product, version, flavour, config }, index) => {
    const build = [hasFlavours ? flavour : null, hasConfigs ? config : null];
    const isOnly = releases.indexOf(releases[index] ?? '') === releases.lastIndexOf(releases[index] ?? '');
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
 * The variant that a sentence compares with the base: the newest of the base's product.
 *
 * @returns null when there is none but the base
 */
export function judgedIndex(variants: readonly Variant[], base: number): number | null {
  const product = variants[base]?.product;
  const newest = variants.findLastIndex((variant, index) => index !== base && variant.product === product);
  return newest === -1 ? null : newest;
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
