/** What a search looks in, and what it finds. Types only, safe to import anywhere. */
import type { ConfigLine } from '@basecase/analysis';
import type { BenchmarkId } from '@basecase/ingest/model';
import type { RegressionKind } from './regressions';
import type { ServerEntry } from './servers';
import type { Origin, WorkloadView } from './workloads';

/** A column's variant by its names. */
export interface SearchVariant {
  id: number;
  slug: string;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  /** False: a version whose place among the releases is unknown. */
  known: boolean;
}

export interface SearchTest {
  id: number;
  benchmark: BenchmarkId;
  /** Name with its range: `read-only_range=100`. */
  key: string;
  name: string;
  range: number | null;
}

export interface SearchHeatmap {
  serverId: number;
  workloadId: number;
  /** Ids, by product and in release order. */
  variants: number[];
  /** Configs that continue each other. */
  lines: readonly Pick<ConfigLine, 'product' | 'flavour' | 'configs'>[];
  origin: Origin;
  /** As of its entry in the list. */
  tests?: number | undefined;
  /** ISO 8601 of the newest run. */
  latestRunAt: string;
}

/** Names of everything that is stored, without a number that was measured: what words are looked for in. */
export interface SearchCatalog {
  servers: (ServerEntry & { id: number })[];
  workloads: (WorkloadView & { id: number })[];
  tests: SearchTest[];
  variants: SearchVariant[];
  /** The newest come first. */
  heatmaps: SearchHeatmap[];
}

/** What a search looks in besides names. */
export interface SearchedCounts {
  records: number;
  uploads: number;
}

/** A test of a variant in a heatmap, all by id. */
export interface SearchCell {
  server: number;
  workload: number;
  variant: number;
  /** The release before it; null: it is the first. */
  base: number | null;
  test: number;
}

export interface FoundCell extends SearchCell {
  /** Throughput relative to the base; null when one of the two has no value that counts, or when it was not asked for. */
  ratio: number | null;
  /** Kind of the record of these two versions for a change beyond noise; null without one. */
  record: RegressionKind | null;
}

export interface FoundCells {
  /** Of the cells that were asked for, those that have a result. */
  total: number;
  /** The first of them, in the order asked for. */
  cells: FoundCell[];
  /** Where those that have a result are, each heatmap once. */
  heatmaps: { server: number; workload: number }[];
}

/** For one word: its possible meanings. A record or upload has to have one of these for every word. */
export interface WordMeaning {
  /** In lower case. */
  word: string;
  servers: number[];
  workloads: number[];
  tests: number[];
  variants: number[];
}

export interface FoundRecord {
  slug: string;
  kind: RegressionKind;
  /** `new`, `confirmed`, ... */
  state: string;
  /** Sure, not possible. */
  isSure: boolean;
  serverId: number;
  workloadId: number;
  test: { name: string; range: number | null };
  product: string;
  firstBad: string;
  lastGood: string;
  lastSeen: string;
  /** First bad version / last good version; null of a stop. */
  ratio: number | null;
}

export interface FoundUpload {
  id: string;
  filename: string;
  state: string;
  server: string | null;
  results: number;
  /** ISO 8601. */
  createdAt: string;
}

export interface Found<Item> {
  total: number;
  items: Item[];
}
