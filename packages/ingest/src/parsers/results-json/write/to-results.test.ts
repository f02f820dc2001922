import { describe, expect, it } from 'vitest';
import { benchmarkModel } from '../../../model/benchmark';
import type { NormalizedRun } from '../../../model/run';
import { readUpload } from '../../../read-upload';
import { listFixtures, makeDirectory } from '../../../testing/fixtures';
import { readSample, SAMPLES } from '../../../testing/samples';
import { toResultLines } from './to-result-stream';

/** The name of a file system or a host is a version like any other. */
const hasReleases = (benchmark: string) => benchmarkModel(benchmark).hasReleases !== false;

/** The input of a heatmap: the identity of each run, and each counted metric of each result. */
function contentOf(runs: readonly NormalizedRun[]) {
  return runs
    .map(({ benchmark, variant, workload, server, startedAt, rounds, results }) => ({
      benchmark,
      variant: [
        variant.product,
        variant.version,
        hasReleases(benchmark) && variant.versionKnown,
        variant.flavour,
        variant.config,
      ],
      build: variant.build ?? null,
      workload,
      server: server && { ...server, kind: server.kind ?? null },
      startedAt,
      rounds: rounds ?? null,
      results: results
        .filter(({ status, measurements }) => status === 'failed' || measurements.some(({ doubt }) => !doubt))
        .map(({ test, range, repeat, status, measurements }) => {
          const computed = new Set(
            measurements.flatMap((one) => (one.source === 'computed' ? one.metric : [])),
          );
          const counted = measurements
            .filter(({ metric, source, doubt }) => !doubt && (source === 'computed' || !computed.has(metric)))
            .map(({ metric, value }) => [metric, value] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1));
          return { test, range, repeat: rounds ? repeat : 0, status, counted };
        }),
    }))
    .filter(({ results }) => results.length > 0)
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function again(runs: readonly NormalizedRun[]): Promise<NormalizedRun[]> {
  const text = runs.flatMap((run) => [...toResultLines(run)]).join('');
  using directory = makeDirectory({ 'results.ndjson': text });
  return (await readUpload(directory.path)).runs;
}

async function runsOf(read: () => Promise<{ runs: NormalizedRun[] }>): Promise<NormalizedRun[]> {
  try {
    return (await read()).runs;
  } catch {
    // A fixture that gives no result by itself.
    return [];
  }
}

describe('a run that was written and read again', () => {
  it.each(SAMPLES)('has the same numbers: %s', async (name) => {
    const { runs } = await readSample(name);
    expect(runs.length).toBeGreaterThan(0);
    expect(contentOf(await again(runs))).toEqual(contentOf(runs));
  });

  const fixtures = listFixtures().map((fixture) => [`${fixture.owner}/${fixture.name}`, fixture] as const);
  it.each(fixtures)('has the same numbers: %s', async (_, { name, bytes }) => {
    const runs = await runsOf(async () => {
      using directory = makeDirectory({ [name]: bytes });
      return await readUpload(directory.path);
    });
    if (contentOf(runs).length === 0) return;
    expect(contentOf(await again(runs))).toEqual(contentOf(runs));
  });
});
