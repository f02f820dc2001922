import type { ProductHeatmap } from '@basecase/db/types';
import {
  addressText,
  byBenchmark,
  byOrigin,
  byPreference,
  namedProduct,
  type ProductChoice,
  productChoice,
} from '../results/heatmap-order';
import { bySizeAndName } from '../text/by-size-and-name';
import { majorOf } from '../text/release';
import { MAX_SERVERS, type ServersState } from './servers-state';

/** Heatmaps that are tried as the one the others must be like: the best first, so trying more changes nothing. */
const TRIED = 8;
/** Default number of servers: more do not fit side by side. */
const SHOWN_UNASKED = 4;

export interface ServersChoice extends ProductChoice {
  /** At most one for each server, small servers first. */
  chosen: ProductHeatmap[];
}

/** Nothing is loaded that could be put side by side. */
export function chooseServers(
  all: readonly ProductHeatmap[],
  state: Pick<ServersState, 'product' | 'benchmark' | 'on'>,
): ServersChoice | null {
  const asked = all.filter((entry) => state.on.includes(addressText(entry)));
  const product = namedProduct(all, state.product) || (asked[0]?.product ?? '');
  const benchmark = state.benchmark || (asked[0]?.workload.benchmark ?? '');
  const matching = all.filter(
    (entry) =>
      (product === '' || entry.product === product) &&
      (benchmark === '' || entry.workload.benchmark === benchmark),
  );
  // A benchmark that the product has no runs of: the form without scripts was sent with the old one.
  const candidates = matching.length > 0 ? matching : all.filter((entry) => entry.product === product);
  const inUrl = candidates.filter((entry) => state.on.includes(addressText(entry)));
  const chosen = withLikes(candidates, onePerServer(inUrl));
  const [first] = chosen;
  if (!first) return null;
  const choice = productChoice(all, first);
  return {
    ...choice,
    offered: choice.offered.sort((a, b) => bySizeAndName(a.server, b.server) || byPreference(a, b)),
    chosen: [...chosen].sort((a, b) => bySizeAndName(a.server, b.server)),
  };
}

/** One heatmap alone brings its likes on other servers; two or more are what was asked for. */
function withLikes(all: readonly ProductHeatmap[], asked: readonly ProductHeatmap[]): ProductHeatmap[] {
  if (asked.length > 1) return [...asked];
  const [anchor] = asked;
  if (anchor) return likesOf(anchor, all);
  // What most readers want: a set with one of these.
  const tried = [...all]
    .sort((a, b) => byOrigin(a, b) || byBenchmark(a, b) || byPreference(a, b))
    .slice(0, TRIED);
  const sets = tried.map((entry) => likesOf(entry, all)).sort(bySet);
  return sets[0] ?? [];
}

/**
 * Sets of two and more servers first; then one's own numbers, databases before devices, sets with releases to compare (servers of
 * nights may share a single one), more servers, as many clients, newer ones.
 */
function bySet(a: readonly ProductHeatmap[], b: readonly ProductHeatmap[]): number {
  const [first, second] = [a[0], b[0]];
  if (!first || !second) return b.length - a.length;
  return (
    Number(b.length > 1) - Number(a.length > 1) ||
    byOrigin(first, second) ||
    byBenchmark(first, second) ||
    Number(sharesSeveral(b)) - Number(sharesSeveral(a)) ||
    b.length - a.length ||
    Number(haveSameClients(b)) - Number(haveSameClients(a)) ||
    byPreference(first, second)
  );
}

function haveSameClients(set: readonly ProductHeatmap[]): boolean {
  return new Set(set.map(({ workload }) => workload.clients)).size === 1;
}

/** True when two versions or more are on all servers of a set. */
function sharesSeveral(set: readonly ProductHeatmap[]): boolean {
  const [first, ...others] = set;
  return (
    (first?.versions ?? []).filter((version) => others.every(({ versions }) => versions.includes(version)))
      .length > 1
  );
}

/** The anchor and, of every other server, the heatmap that shares most with it; none that shares no version. */
function likesOf(anchor: ProductHeatmap, all: readonly ProductHeatmap[]): ProductHeatmap[] {
  const versions = new Set(anchor.versions);
  const best = new Map<string, { entry: ProductHeatmap; score: number }>();
  for (const entry of all) {
    if (entry.server.slug === anchor.server.slug || !isAlike(anchor, entry)) continue;
    const score = likeness(anchor, versions, entry);
    const found = best.get(entry.server.slug);
    const isBetter =
      !found || score > found.score || (score === found.score && byPreference(entry, found.entry) < 0);
    if (score > 0 && isBetter) best.set(entry.server.slug, { entry, score });
  }
  const others = [...best.values()].sort((a, b) => b.score - a.score || byPreference(a.entry, b.entry));
  return differentFirst([anchor, ...others.map(({ entry }) => entry)]).slice(0, SHOWN_UNASKED);
}

/** Servers of a size that is not there yet come before a second one of the same size. */
function differentFirst(entries: readonly ProductHeatmap[]): ProductHeatmap[] {
  const isFirstOfSize = (entry: ProductHeatmap) =>
    entries.find(({ server }) => server.cores === entry.server.cores) === entry;
  return [...entries.filter(isFirstOfSize), ...entries.filter((entry) => !isFirstOfSize(entry))];
}

function isAlike(a: ProductHeatmap, b: ProductHeatmap): boolean {
  return (
    a.product === b.product &&
    a.workload.benchmark === b.workload.benchmark &&
    a.workload.cached === b.workload.cached
  );
}

/**
 * The versions that both have; of as many, tables of ratios that are relative to the same major, then as many clients: servers of
 * another size have other numbers of them.
 */
function likeness(a: ProductHeatmap, versions: ReadonlySet<string>, b: ProductHeatmap): number {
  const shared = b.versions.filter((version) => versions.has(version)).length;
  const [own, other] = [baseMajor(a), baseMajor(b)];
  if (shared === 0) return 0;
  const isSameMajor = own !== null && own === other;
  return 4 * shared + 2 * Number(isSameMajor) + Number(a.workload.clients === b.workload.clients);
}

function baseMajor({ product, workload }: ProductHeatmap): string | null {
  const [version] = workload.relativeTo?.base.split(' ') ?? [];
  return version === undefined ? null : majorOf(product, version);
}

function onePerServer(entries: readonly ProductHeatmap[]): ProductHeatmap[] {
  const servers = new Map<string, ProductHeatmap>();
  for (const entry of entries) if (!servers.has(entry.server.slug)) servers.set(entry.server.slug, entry);
  return [...servers.values()].slice(0, MAX_SERVERS);
}
