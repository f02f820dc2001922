import type { Noise } from '@basecase/analysis';
import type { ProductColumn, ProductHeatmap, ProductView } from '@basecase/db/types';
import {
  type BenchmarkId,
  compareTests,
  compareVersions,
  isVersion,
  naturalOrder,
} from '@basecase/ingest/model';
import { readMetric } from '../results/relative';
import { isOfSize, type Placement, type SentResults, toSentResults } from '../results/sent-results';
import { type TestRow, testAliases, toTestRows } from '../results/test-row';
import { configStem, majorOf } from '../text/words';
import type { JudgedColumn } from '../verdict/column-note';
import { toHeatmapNoise } from '../verdict/heatmap-noise';
import { SERVERS_METRICS, type ServersMetric, type ServersState } from './servers-state';

/** One server as the browser gets it; its results are in the rows of the page. */
export interface ServerData extends SentResults<ServersMetric> {
  server: ProductHeatmap['server'];
  workload: ProductHeatmap['workload'];
  columns: KeyedColumn[];
  /** Key of a test on this server, by row, where the server's table has it without its range. */
  ownKeys: Record<number, string>;
  /** Verdicts that were made before the page was sent, by column: null for the base and for what is not shown. */
  judged: { base: number; columns: (JudgedColumn | null)[] } | null;
}

export interface ServersData {
  product: string;
  benchmark: BenchmarkId;
  /** Keys of the shown versions, in release order. */
  keys: string[];
  /** Key of the base unless the URL names another shown one; empty = each server its own. */
  base: string;
  servers: ServerData[];
  /** Tests of all servers, in domain order. */
  rows: TestRow[];
  /**
   * Metrics that come after the page; of CPU µs/o the columns that the page opens with are there. Null when all is
   * there.
   */
  missing: ServersMetric[] | null;
}

type Results = Omit<SentResults<ServersMetric>, 'noise'>;

interface Input {
  chosen: readonly ProductHeatmap[];
  /** Columns that were read, for each chosen heatmap. */
  columns: readonly (readonly KeyedColumn[])[];
  views: readonly ProductView[];
  /** Of each chosen heatmap; left out: judge by thresholds. */
  noise?: readonly Noise[];
  keys: string[];
  base: string;
}

/** Puts the views of several servers under the same rows. */
export function toServersData({ chosen, columns, views, noise, keys, base }: Input): ServersData | null {
  const [first] = chosen;
  if (!first) return null;
  const tests = new Map(views.flatMap(({ matrix }) => matrix.rows.map((row) => [row.key, row])));
  const aliases = testAliases([...tests.values()]);
  const rows = [...tests.values()].filter(({ key }) => !aliases.has(key)).sort(compareTests);
  const position = new Map(rows.map(({ key }, index) => [key, index]));
  const rowOf = (key: string) => position.get(aliases.get(key) ?? key) ?? 0;
  return {
    product: first.product,
    benchmark: first.workload.benchmark,
    keys,
    base,
    servers: chosen.map(({ server, workload }, index) => {
      const view = views.find((each) => each.server === server.slug && each.workload === workload.slug);
      const own = columns[index] ?? [];
      const at = (slug: string) => own.findIndex((column) => column.slug === slug);
      const target = {
        rows: view?.matrix.rows.map(({ key }) => rowOf(key)) ?? [],
        columns: view?.matrix.columns.map(({ slug }) => (at(slug) === -1 ? null : at(slug))) ?? [],
        size: { rows: rows.length, columns: own.length },
      };
      const ownKeys: ServerData['ownKeys'] = Object.fromEntries(
        (view?.matrix.rows ?? []).flatMap(({ key }) => (aliases.has(key) ? [[rowOf(key), key]] : [])),
      );
      const known = noise?.[index];
      const variants = own.map((column) => ({ ...column, product: first.product }));
      const named = rows.map(({ key }, row) => ({ key: ownKeys[row] ?? key }));
      return {
        server,
        workload,
        columns: [...own],
        ownKeys,
        judged: null,
        noise: known ? toHeatmapNoise(known, { columns: variants, rows: named }) : null,
        ...(view ? resultsOf(view, target, server.cores) : NO_RESULTS),
      };
    }),
    rows: toTestRows(rows),
    missing: null,
  };
}

const NO_RESULTS: Results = { values: {}, excluded: [], repeats: null, spread: null, sources: {} };

function resultsOf({ matrix }: ProductView, placement: Placement, cores: number | null): Results {
  return toSentResults(matrix, {
    metrics: SERVERS_METRICS,
    read: (metric, row, column) => readMetric(matrix, metric, { row, column, cores }),
    placement,
  });
}

/** What comes after the page, by server: all that its initial payload left out. */
export type ServersRest = Pick<ServerData, 'values' | 'noise' | 'repeats' | 'spread' | 'sources'>[];

/** The whole data; what is drawn keeps the verdicts that it came with. */
export function withRest(data: ServersData, rest: ServersRest): ServersData {
  const servers = data.servers.map((server, index) => ({ ...server, ...rest[index] }));
  return { ...data, servers, missing: null };
}

/** True when the rest is of this table. */
export function isOfData({ servers, rows }: ServersData, rest: ServersRest): boolean {
  return (
    rest.length === servers.length &&
    rest.every(({ values }, index) =>
      isOfSize(values, { rows: rows.length, columns: servers[index]?.columns.length ?? 0 }),
    )
  );
}

/**
 * The state that can be shown with what is there: until the rest has come, base and metric stay those that the page
 * opened with.
 */
export function shownState(data: ServersData, state: ServersState, initial: ServersState): ServersState {
  if (data.missing === null || isEnough(data, state, initial)) return state;
  const isThere = !data.missing.includes(state.metric);
  return { ...state, base: initial.base, metric: isThere ? state.metric : initial.metric };
}

/** True when the state can be shown with what the page came with. */
export function isEnough(data: ServersData, state: ServersState, initial: ServersState): boolean {
  return state.base === initial.base && !data.missing?.includes(state.metric);
}

/** A column and its key: columns of two servers with the same key are the same version and the same config. */
export interface KeyedColumn extends ProductColumn {
  key: string;
}

/**
 * Gives each column the key that it is found by on other servers: its version and what its config's name means on
 * every server, `18beta1 x10b`. Where one server has two builds of that, the build is part of the key.
 *
 * @param servers columns of each server
 */
export function keyColumns(servers: readonly (readonly ProductColumn[])[]): KeyedColumn[][] {
  const plain = ({ version, config }: ProductColumn) => join(version, configStem(config));
  const withBuild = (column: ProductColumn) =>
    join(column.version, column.flavour ?? '', configStem(column.config));
  const isAmbiguous = servers.some((columns) => new Set(columns.map(plain)).size < columns.length);
  return servers.map((columns) => {
    const keyed = columns.map((column) => ({ ...column, key: (isAmbiguous ? withBuild : plain)(column) }));
    // Two sizes of one config on one server differ in their full names only.
    return keyed.map((column) => {
      const twin = keyed.some(({ key, slug }) => key === column.key && slug !== column.slug);
      return twin
        ? { ...column, key: join(column.version, column.flavour ?? '', column.config ?? '') }
        : column;
    });
  });
}

/** A key with the servers that have it, by index. */
export interface VersionKey {
  key: string;
  version: string;
  servers: number[];
}

/** Every key in release order, those of one version by name. */
export function versionKeys(servers: readonly (readonly KeyedColumn[])[]): VersionKey[] {
  const keys = new Map<string, VersionKey>();
  for (const [index, columns] of servers.entries()) {
    for (const { key, version } of columns) {
      const found = keys.get(key) ?? { key, version, servers: [] };
      found.servers.push(index);
      keys.set(key, found);
    }
  }
  return [...keys.values()].sort(
    (a, b) => compareVersions(a.version, b.version) || naturalOrder(a.key, b.key),
  );
}

/** More ratio columns than this for each server make the page wider than the window. */
const SHOWN_OF_TWO = 3;
const SHOWN_OF_MANY = 2;

/**
 * The versions that are shown unasked: the base that most servers share, and the newest release of each major after it.
 * A name that is not a version is shown on request or if there is nothing else: its place in the release order is
 * unknown.
 *
 * @param asked what the URL says, and the versions that tables of ratios are relative to
 */
export function chooseVersions(
  product: string,
  keys: readonly VersionKey[],
  asked: { v: readonly string[]; base: string; version: string; bases: readonly string[] },
) {
  const servers = new Set(keys.flatMap((key) => key.servers)).size;
  const known = keys.filter(({ key }) => asked.v.includes(key)).map(({ key }) => key);
  const isKnown = keys.some(({ key }) => key === asked.base);
  const common = isKnown ? asked.base : sharedBase(keys, asked.bases);
  if (known.length > 0) {
    const base = isKnown || known.includes(common) ? common : '';
    return { keys: inOrder(keys, [...known, base, asked.version]), base };
  }
  const everywhere = keys.filter((key) => key.servers.length === servers);
  const shared = everywhere.length > 1 ? everywhere : keys.filter((key) => key.servers.length > 1);
  const room = servers > 2 ? SHOWN_OF_MANY : SHOWN_OF_TWO;
  // A version that is the base of one server has no ratio there.
  const bases = common === '' ? asked.bases : [common];
  const others = (shared.length > 0 ? shared : keys).filter(
    ({ key, version }) => !bases.includes(key) && !(common === '' && bases.includes(version)),
  );
  const releases = others.filter(({ version }) => isVersion(version));
  const candidates = releases.length > 0 ? releases : others;
  const majors = newestOfMajors(product, candidates);
  const chosen = (majors.length > 1 ? majors : bestKeys(candidates)).slice(-room);
  return { keys: inOrder(keys, [common, ...chosen.map(({ key }) => key), asked.version]), base: common };
}

/**
 * The version on most servers, of several the oldest; it must leave a later version to compare on two servers, or on the
 * only one. Empty where there is none: each server then has its own oldest version as the base.
 *
 * @param bases versions that tables of ratios are relative to: they have no other base
 */
function sharedBase(keys: readonly VersionKey[], bases: readonly string[]): string {
  const releases = keys.filter(({ version }) => isVersion(version));
  const candidates = releases.length > 0 ? releases : keys;
  const all = new Set(keys.flatMap((key) => key.servers)).size;
  const usable = candidates.filter((key) => {
    if (bases.length > 0 && key.servers.length < all) return false;
    const later = candidates
      .slice(candidates.indexOf(key) + 1)
      .filter(({ version }) => version !== key.version);
    const having = key.servers.filter((server) => later.some((other) => other.servers.includes(server)));
    return having.length >= Math.min(2, all);
  });
  return usable.toSorted(byServers)[0]?.key ?? '';
}

/** Keys on more servers first; of as many, in release order, as they were. */
export function byServers(a: VersionKey, b: VersionKey): number {
  return b.servers.length - a.servers.length;
}

/** Another base among the shown versions: the address then names them all, so that opening it chooses no others. */
export function withBase(
  base: string,
  { v, shown }: { v: readonly string[]; shown: readonly string[] },
): { base: string; v: string[] } {
  return { base, v: [...(v.length > 0 ? v : shown)] };
}

function inOrder(keys: readonly VersionKey[], wanted: readonly string[]): string[] {
  return keys.filter(({ key }) => wanted.includes(key)).map(({ key }) => key);
}

/** One key of each major, in release order: the one on most servers, of those the newest. */
function newestOfMajors(product: string, keys: readonly VersionKey[]): VersionKey[] {
  const newest = new Map<string, VersionKey>();
  for (const key of keys) {
    const major = majorOf(product, key.version);
    const found = newest.get(major);
    if (!found || isBetter(key, found)) newest.set(major, key);
  }
  return [...newest.values()];
}

function isBetter(key: VersionKey, than: VersionKey): boolean {
  const more = key.servers.length - than.servers.length;
  return more > 0 || (more === 0 && key.version !== than.version);
}

/** Keys on most servers; all when every key is on as many. */
function bestKeys(keys: readonly VersionKey[]): VersionKey[] {
  const most = Math.max(0, ...keys.map(({ servers }) => servers.length));
  return keys.filter(({ servers }) => servers.length === most);
}

/**
 * The column a server's ratios are relative to: of a table that was published as ratios its own base; else the asked
 * one, else the nearest release of the same major, else its first column.
 *
 * @param own name of the base of a table of ratios, as published: `17.4 x10a_c32r128`
 * @returns index of the column; null without columns
 */
export function baseColumn(
  product: string,
  columns: readonly KeyedColumn[],
  { base, own }: { base: string; own: string | null },
): number | null {
  if (columns.length === 0) return null;
  const at = (test: (column: KeyedColumn) => boolean) => {
    const index = columns.findIndex(test);
    return index === -1 ? null : index;
  };
  if (own !== null) return at(({ version, config }) => join(version, config ?? '') === own) ?? 0;
  if (base === '') return 0;
  const [version = ''] = base.split(' ');
  const major = majorOf(product, version);
  return (
    at(({ key }) => key === base) ??
    at((column) => column.version === version) ??
    at((column) => majorOf(product, column.version) === major) ??
    0
  );
}

/**
 * The column of a server to compare where it does not have the asked version: the same version with another config, else
 * the newest one after the base that is not newer, else the next one.
 *
 * @returns index of the column; null where the server has no other version than its base
 */
export function nearestColumn(
  columns: readonly KeyedColumn[],
  { key, base }: { key: string; base: number },
): number | null {
  const [version = ''] = key.split(' ');
  const from = columns[base];
  const others = columns
    .map((column, index) => ({ version: column.version, index }))
    .filter((each) => each.index !== base && from !== undefined && isVersion(each.version))
    .filter((each) => compareVersions(each.version, from?.version ?? '') > 0)
    .sort((a, b) => compareVersions(a.version, b.version));
  const until = others.filter((each) => compareVersions(each.version, version) <= 0);
  return (until.at(-1) ?? others[0])?.index ?? null;
}

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}
