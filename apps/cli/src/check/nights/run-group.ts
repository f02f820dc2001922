import { type BenchmarkId, type NormalizedRun, WORKLOAD_PARTS, type Workload } from '@basecase/ingest/model';
import { identityWords } from '../../workload-words';

/** What all nights of a series share. Numbers that differ in one of these are never put in one order. */
export interface SeriesIdentity {
  benchmark: BenchmarkId;
  product: string;
  version: string;
  flavour: string | null;
  config: string | null;
  workload: Workload;
  /** Null if not specified. */
  server: string | null;
}

/** Runs of one build that belong to one series. */
export interface RunGroup {
  identity: SeriesIdentity;
  runs: NormalizedRun[];
}

/**
 * Runs by the series that they belong to. Values of vmstat and iostat alone are not a series if a benchmark was read.
 */
export function groupRuns(runs: readonly NormalizedRun[]): RunGroup[] {
  const groups: RunGroup[] = [];
  for (const run of runs) {
    const identity = identityOf(run);
    const own = groups.find((group) => differenceOf(group.identity, identity) === null);
    if (own) own.runs.push(run);
    else groups.push({ identity, runs: [run] });
  }
  const measured = groups.filter(({ identity }) => identity.benchmark !== 'host');
  return measured.length > 0 ? measured : groups;
}

function identityOf({ benchmark, variant, workload, server }: NormalizedRun): SeriesIdentity {
  const { product, version, flavour, config } = variant;
  return { benchmark, product, version, flavour, config, workload, server: server?.name ?? null };
}

/** What tells a series from another one, in words; null when they are the same. */
export function differenceOf(one: SeriesIdentity, other: SeriesIdentity): string | null {
  if (one.benchmark !== other.benchmark) return `another benchmark (${other.benchmark})`;
  if (one.product !== other.product) return `another product (${other.product})`;
  if (one.version !== other.version) return `another version (${other.version})`;
  if (!isSameServer(one.server, other.server)) return `another server (${other.server})`;
  if (one.config !== other.config) return `another config (${other.config ?? 'none named'})`;
  if (one.flavour !== other.flavour) return `another build flavour (${other.flavour ?? 'none named'})`;
  return isSameWorkload(one.workload, other.workload)
    ? null
    : `another workload (${identityWords(other) || 'not specified'})`;
}

/** A run that does not say where it ran may have run anywhere. */
function isSameServer(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase();
}

function isSameWorkload(one: Workload, other: Workload): boolean {
  return WORKLOAD_PARTS.every((part) => one[part] === other[part]);
}
