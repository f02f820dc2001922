import path from 'node:path';
import type { Manifest } from '../manifest/manifest';
import { naturalOrder } from '../model/natural-order';
import { type Rounds, roundOfPath } from '../model/rounds';
import type { NormalizedResult, NormalizedRun } from '../model/run';
import { compareTests, type TestInfo, testInfo, testLabel } from '../model/test';
import type { RunPart } from '../parsers/family';
import { groupBy } from './add-to-group';
import { findManifest, whatIsSaid, withManifest, withManifestOfHome } from './manifests';
import { factsOf, type Kernels } from './run-facts';

/**
 * Parts that are equal in everything but their directory are one run; the results of one test become repeats, in
 * natural order of the directories.
 */
export function joinParts(
  parts: readonly RunPart[],
  manifests: ReadonlyMap<string, Manifest>,
  kernels: Kernels,
): NormalizedRun[] {
  const sorted = [...parts].sort((a, b) => naturalOrder(a.directory, b.directory));
  const groups = groupBy(sorted, (part) => {
    const { benchmark, label, variant, workload, server, isSummary } = part;
    // Tables of two studies name the same run directories and are not repeats of each other.
    const table = isSummary ? part.directory : null;
    const said = whatIsSaid(manifestOf(part, manifests));
    const name = part.isIdentified ? null : path.posix.basename(label);
    return JSON.stringify([benchmark, name, variant, workload, server?.name ?? null, table, said]);
  });
  const runs = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [withFacts(buildRun(first, others, manifests), manifestOf(first, manifests), kernels)] : [],
  );
  return runs.sort(
    (a, b) => naturalOrder(a.path, b.path) || (a.workload.clients ?? 0) - (b.workload.clients ?? 0),
  );
}

/** Run metadata of a part: from basecase.json, else from its own file. */
function manifestOf({ directory, said }: RunPart, manifests: ReadonlyMap<string, Manifest>): Manifest | null {
  const found = findManifest(manifests, directory);
  return said ? { ...said, ...found } : found;
}

function buildRun(
  first: RunPart,
  others: readonly RunPart[],
  manifests: ReadonlyMap<string, Manifest>,
): NormalizedRun {
  const parts = [first, ...others];
  const manifest = manifestOf(first, manifests);
  const inRounds = manifest?.rounds ? roundsOf(manifest.rounds, parts) : null;
  const run: NormalizedRun = {
    label: first.label,
    path: first.directory,
    benchmark: first.benchmark,
    variant: first.variant,
    workload: first.workload,
    server: first.server,
    ...(first.server && { isServerRead: true }),
    cores: parts.find(({ cores }) => cores !== null)?.cores ?? null,
    campaign: null,
    startedAt: null,
    notes: null,
    isSummary: first.isSummary ?? false,
    ...(first.identity && { identity: first.identity }),
    ...(inRounds && { rounds: inRounds.rounds }),
    results: inOrder(first.benchmark, inRounds?.results ?? numberRepeats(parts)),
  };
  const named = withManifest(run, manifest, first.isIdentified);
  return first.home === undefined ? named : withManifestOfHome(named, findManifest(manifests, first.home));
}

function withFacts(run: NormalizedRun, manifest: Manifest | null, kernels: Kernels): NormalizedRun {
  const facts = factsOf(run, manifest, kernels);
  return facts ? { ...run, facts } : run;
}

/**
 * Results by their rounds, which need not follow each other: what was lost leaves a gap.
 *
 * @returns null where a directory names no round, or a test was measured twice in one: then they are repeats
 */
function roundsOf(
  { id, seconds, warmup, restartEvery }: Rounds,
  parts: readonly RunPart[],
): { rounds: Rounds; results: NormalizedResult[] } | null {
  const seen = new Set<string>();
  const results: NormalizedResult[] = [];
  for (const part of parts) {
    const named = roundOfPath(part.directory);
    // A file that says itself that it was recorded in rounds numbers them by its repeats.
    if (named === null && !part.said?.rounds) return null;
    for (const result of part.results) {
      const round = named ?? result.repeat;
      const key = `${round} ${testLabel(result.test, result.range)}`;
      if (seen.has(key)) return null;
      seen.add(key);
      results.push({ ...result, repeat: round });
    }
  }
  return { rounds: { id, seconds, warmup, restartEvery }, results };
}

/** Results of one test in the order of their directories. */
function numberRepeats(parts: readonly RunPart[]): NormalizedResult[] {
  const counts = new Map<string, number>();
  return parts
    .flatMap(({ results }) => results)
    .map((result) => {
      const key = testLabel(result.test, result.range);
      const repeat = (counts.get(key) ?? 0) + 1;
      counts.set(key, repeat);
      return result.repeat === repeat ? result : { ...result, repeat };
    });
}

/** Results in row order; those of one test by their repeats. */
function inOrder(
  benchmark: NormalizedRun['benchmark'],
  results: readonly NormalizedResult[],
): NormalizedResult[] {
  const tests = new Map<string, TestInfo>();
  for (const { test, range } of results) {
    const label = testLabel(test, range);
    if (!tests.has(label)) tests.set(label, testInfo(benchmark, test, range));
  }
  const sorted = [...tests].sort(([, a], [, b]) => compareTests(a, b));
  const places = new Map(sorted.map(([label], place) => [label, place]));
  const placeOf = ({ test, range }: NormalizedResult) => places.get(testLabel(test, range)) ?? 0;
  return [...results].sort((a, b) => placeOf(a) - placeOf(b) || a.repeat - b.repeat);
}
