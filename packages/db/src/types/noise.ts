/** What is known of noise, as pages show it. Types only, safe to import anywhere. */
import type { NoisePairKind, RefusalReason } from '@basecase/analysis';
import type { ServerView, WorkloadView } from './workloads';

/** Noise of one test on one server and workload. */
export interface NoiseTestView {
  key: string;
  name: string;
  range: number | null;
  group: string;
  groupLabel: string;
  /** SD of ln r of two single runs. */
  sigma: number;
  prior: number;
  /** A/A pairs of this very test. */
  pairs: number;
  /** ln ratios of those pairs, in the order of the pairs. */
  changes: (number | null)[];
  /** Smallest change, as 1 - r, that one run on each side can confirm when it is the only one in its column. */
  smallestVisible: number;
  /** The same with two runs on each side. */
  smallestVisibleOfTwo: number;
}

/** A run as one side of a pair. */
export interface NoiseRunView {
  id: string;
  /** Which repeat of the run; null: the run as a whole. */
  repeat: number | null;
  label: string;
  version: string;
  at: string | null;
}

export interface NoisePairView {
  kind: NoisePairKind;
  /** How much it tells of the noise of the server, in whole pairs. */
  weight: number;
  a: NoiseRunView;
  b: NoiseRunView;
  product: string;
  tests: number;
  /** Median |x| over its tests: how far two runs of the same lay apart. */
  medianChange: number;
  /** Largest |x| and its test. */
  largest: { test: string; x: number } | null;
  gate: 'passed' | 'silent';
}

export interface RefusedPairView {
  kind: NoisePairKind;
  a: NoiseRunView;
  b: NoiseRunView;
  product: string;
  reason: RefusalReason;
  detail: string;
  /** Id of the exclusion that took it out; null when the rules did. */
  exclusion: string | null;
}

/** A pair, or a run, that was excluded by hand. */
export interface NoiseExclusionView {
  id: string;
  server: string;
  workload: string;
  run: NoiseRunView;
  /** Null: the run is bad, and out of all pairs and records. */
  other: NoiseRunView | null;
  reason: string;
  by: string;
  /** ISO 8601. */
  at: string;
  /** Set when it was taken back; the reason stays in the list. */
  removed: { by: string; at: string } | null;
}

/** A heatmap in the list of the atlas. */
export interface NoiseAtlasEntry {
  server: ServerView;
  workload: WorkloadView;
  calibrated: boolean;
  pairs: number;
  refused: number;
  exclusions: number;
  /** Against the priors. */
  scale: number;
  /** Median sigma over the tests. */
  medianSigma: number;
  /** Median over the tests of what one run can show. */
  smallestVisible: number;
  /** The test that hides most. */
  worst: { test: string; smallestVisible: number } | null;
}

export interface NoiseAtlasFilter {
  /** Words that must be in the names of the server and the workload; `-word` must not. */
  search?: string | undefined;
  /** From 1. */
  page?: number | undefined;
}

/** A page of the atlas, in the order of the servers' names. */
export interface NoiseAtlasList {
  entries: NoiseAtlasEntry[];
  /** How many match, on all pages; so are the next two. */
  total: number;
  calibrated: number;
  /** Calibrated, and one run can't show a change of `limit` in half of the tests or more. */
  blind: number;
  /** As 1 - r. */
  limit: number;
  page: number;
  pages: number;
}

/** One server and workload of the atlas. */
export interface NoiseAtlasPage extends NoiseAtlasEntry {
  ruleVersion: number;
  tests: NoiseTestView[];
  used: NoisePairView[];
  refusals: RefusedPairView[];
  excluded: NoiseExclusionView[];
}

/** How the flags of a server behave: changes that records were made of, also withdrawn ones. */
export interface ServerFlags {
  slug: string;
  name: string;
  cores: number | null;
  flags: number;
  slower: number;
  faster: number;
  /** Flags of which later versions or new runs say whether they hold. */
  followed: number;
  /** Of these: withdrawn, or back at the previous level in the next version. */
  rotated: number;
  /** Flags that users marked as noise. */
  noise: number;
  /** Why they look random; null: they do not, or there are too few. */
  warning: 'come and go both ways' | 'marked as noise' | null;
}
