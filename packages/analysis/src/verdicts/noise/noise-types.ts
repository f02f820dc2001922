import {
  type BenchmarkId,
  type Build,
  buildKey,
  type RunFacts,
  type ServerKind,
} from '@basecase/ingest/model';
import type { Comparability } from './comparability';
import type { WorkloadKind } from './concurrency';
import type { NoisePairKind } from './pair-kinds';

/** What a column measures: product × version × flavour × config, and of a version line its build. */
export interface VariantKey {
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  /** Which build of its version line; left out, as null, for a release. */
  build?: PlacedBuild | null;
}

/** A build and its place in time. */
export interface PlacedBuild extends Build {
  /** ISO 8601; left out: when it was committed. */
  at?: string;
}

/** One run, or one repeat of it, as a column of the matrix that A/A pairs are looked for in. */
export interface NoiseRun extends VariantKey {
  /** Of the run: its repeats share it. */
  id: string;
  /** Which repeat of the run, from 1; null: its tests ran once. */
  repeat: number | null;
  label: string;
  /** Campaigns of the run, as shown to readers, e.g. its uploads; if empty, its point releases are not pairs. */
  campaigns: readonly string[];
  /** ISO 8601; runs of one variant are paired in this order. */
  at: string | null;
  /** Of the machine at its time; left out: not recorded. */
  facts?: RunFacts;
}

/** Two runs of what should be the same. */
export interface NoisePair {
  kind: NoisePairKind;
  /** How much it counts against two runs of one version of this workload; left out: 1, as much. */
  weight?: number;
  a: NoiseRun;
  b: NoiseRun;
  comparability: Comparability;
  /** Measured within one session: where others use the machine too, that says nothing of another day. */
  withinSession: boolean;
  /** ln(b / a) of each test that both have, and the prior sigma of that test. */
  changes: { test: string; x: number; prior: number }[];
}

export type RefusalReason =
  | 'different config'
  | 'different flavour'
  | 'different campaign'
  | 'campaign not known'
  | 'releases between them were not run'
  | 'known to differ'
  | 'different environment'
  | 'different machine'
  | 'the same run twice'
  | 'too few tests'
  | 'excluded';

/** Two runs that look like a pair and are none. */
export interface RefusedPair {
  kind: NoisePairKind;
  a: NoiseRun;
  b: NoiseRun;
  reason: RefusalReason;
  /** Detail for readers: the finding of the gate, the two campaigns, or the reason of an exclusion. */
  detail: string;
}

/** An excluded run, or pair of runs, with the reason. */
export interface NoiseExclusion {
  run: string;
  /** Id of the other run of a pair; null takes the run out of all pairs. */
  other: string | null;
  reason: string;
}

/** What is known of the noise of one workload on one server. Plain data: it can be sent to a browser. */
export interface Noise {
  benchmark: BenchmarkId;
  kind: WorkloadKind;
  /** Whether others use the server too; missing or null: neither specified nor observed. */
  server?: ServerKind | null;
  pairs: NoisePair[];
  refused: RefusedPair[];
}

/** What verdicts need of it: the pairs that count, and of each only what was measured. A `Noise` is one. */
export interface KnownNoise extends Pick<Noise, 'benchmark' | 'kind' | 'server'> {
  pairs: readonly {
    a: VariantKey;
    b: VariantKey;
    /** Left out: of the same version, or of point releases. */
    kind?: NoisePairKind;
    /** Left out: 1. */
    weight?: number;
    /** Left out: of two sessions. */
    withinSession?: boolean;
    changes: NoisePair['changes'];
  }[];
}

/**
 * Noise of a server and workload without A/A pairs: "not calibrated", and sure of nothing but on a dedicated machine.
 */
export function unknownNoise(
  benchmark: BenchmarkId,
  kind: WorkloadKind,
  server: ServerKind | null = null,
): Noise {
  return { benchmark, kind, server, pairs: [], refused: [] };
}

/** Two columns with the same key measure the same. */
export function variantKey({ product, version, flavour, config, build }: VariantKey): string {
  const parts = [product, version, flavour, config];
  return JSON.stringify(build ? [...parts, build.branch, buildKey(build)] : parts);
}
