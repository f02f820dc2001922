import { buildKey, compareVersions, textOrder } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import type { PlacedBuild, VariantKey } from '../noise/noise-types';
import { type BuildPlace, orderBuilds } from './order-builds';

/** A column that can be judged. */
export interface VerdictColumn extends VariantKey {
  label: string;
  line?: string | undefined;
}

/**
 * Parts that the columns of one line share: a config or a build flavour is not a release, unless the config continues
 * another one. Builds of a version line are never on the line of releases.
 */
export type LineIdentity = Pick<VariantKey, 'product' | 'flavour' | 'config'> &
  Partial<Pick<VariantKey, 'version' | 'build'>> & {
    /** Config that names the line which the config was joined to (`withConfigLines`); left out where it is alone. */
    line?: string | undefined;
  };

/** The version line of builds, and its branch. */
export interface NightLine {
  version: string;
  branch: string | null;
}

/**
 * Releases of one product with one build flavour and one line of configs, or builds of one version line of it, in order: what
 * steps and first bad versions are looked for in.
 */
export interface ReleaseLine extends Pick<VariantKey, 'product' | 'flavour' | 'config'> {
  /** Indexes of the columns, one for each version or build. */
  columns: number[];
  /** Of a line of builds; null for releases. */
  nights: NightLine | null;
}

/** Two columns with the same key are on one line; columns with another are never put in one order. */
export function releaseLineKey({ product, flavour, config, version, build, line }: LineIdentity): string {
  const parts = [product, flavour, line ?? config];
  return JSON.stringify(build ? [...parts, version ?? null, build.branch] : parts);
}

/** `19devel@master`: names a version line in addresses and records. */
export function nightLineName({ version, branch }: NightLine): string {
  return branch === null ? version : `${version}@${branch}`;
}

/**
 * The lines of some columns (docs/method.md §4.1): every product, build flavour and line of configs has its own, also one with a
 * single column, and so has every version line of builds. Products are in the order of their names; in each, releases
 * precede builds, then the line with the most versions is first, of equal ones that with the newest release. If a
 * version was run twice, the base represents it, else the first by label, so that the order of the columns is
 * irrelevant.
 *
 * @param base index of the base column; -1 without one
 */
export function findReleaseLines(columns: readonly VerdictColumn[], base: number): ReleaseLine[] {
  const placed = withBranches(columns.map((column, index): IndexedColumn => ({ ...pick(column), index })));
  const byLine = groupBy(placed.sort(inOrder(base)), releaseLineKey);
  return [...byLine.values()]
    .map((own) => [...groupBy(own, versionOrBuild).values()].flatMap(([first]) => first ?? []))
    .map((own) => (own[0]?.build ? orderBuilds(own, buildPlaceOf) : own))
    .sort(longestFirst)
    .flatMap((own): ReleaseLine[] => {
      const [first] = own;
      if (!first) return [];
      const { product, flavour, version, build } = first;
      const config = first.line ?? first.config;
      const nights = build ? { version, branch: build.branch } : null;
      return [{ product, flavour, config, columns: own.map(({ index }) => index), nights }];
    });
}

/** Builds that name no branch are of the one that the others of their version line name, where it is only one. */
function withBranches(columns: readonly IndexedColumn[]): IndexedColumn[] {
  const byVersion = groupBy(columns, ({ product, version }) => JSON.stringify([product, version]));
  const branchOf = new Map(
    [...byVersion].map(([key, own]) => {
      const named = new Set(own.flatMap(({ build }) => build?.branch ?? []));
      return [key, named.size === 1 ? ([...named][0] ?? null) : null];
    }),
  );
  return columns.map((column) => {
    if (!column.build || column.build.branch !== null) return column;
    const branch = branchOf.get(JSON.stringify([column.product, column.version])) ?? null;
    return { ...column, build: { ...column.build, branch } };
  });
}

function versionOrBuild({ version, build }: VerdictColumn): string {
  return build ? buildKey(build) : version;
}

/** A column and where it stands. */
interface IndexedColumn extends VerdictColumn {
  index: number;
}

function pick(column: VerdictColumn): VerdictColumn {
  const { product, version, flavour, config, build = null, label, line } = column;
  return { product, version, flavour, config, build, label, line };
}

function inOrder(base: number): (a: IndexedColumn, b: IndexedColumn) => number {
  return (a, b) =>
    textOrder(releaseLineKey(a), releaseLineKey(b)) ||
    compareVersions(a.version, b.version) ||
    compareBuilds(a.build ?? null, b.build ?? null) ||
    Number(b.index === base) - Number(a.index === base) ||
    textOrder(a.label, b.label);
}

function longestFirst(a: readonly IndexedColumn[], b: readonly IndexedColumn[]): number {
  return (
    textOrder(a[0]?.product ?? '', b[0]?.product ?? '') ||
    Number(Boolean(a[0]?.build)) - Number(Boolean(b[0]?.build)) ||
    b.length - a.length ||
    compareVersions(b.at(-1)?.version ?? '', a.at(-1)?.version ?? '')
  );
}

/** The number and the time that order nights. */
export function buildPlaceOf({ build }: Pick<VerdictColumn, 'build'>): BuildPlace {
  const { number = null, commit = null, parents = [] } = build ?? {};
  return { number, at: build?.at ?? build?.committedAt ?? null, commit, parents };
}

/** By time, never by the text of a hash: the order of builds that nothing else tells apart. */
function compareBuilds(a: PlacedBuild | null, b: PlacedBuild | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const timeOf = ({ at, committedAt }: PlacedBuild) => Date.parse(at ?? committedAt ?? '') || 0;
  return timeOf(a) - timeOf(b) || (a.number ?? 0) - (b.number ?? 0);
}
