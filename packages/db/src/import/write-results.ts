import { runSeconds, testLabel } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { WrittenRun } from '../epochs/write-runs';
import { valuesOf } from '../rows';
import { copyRows, reserveIds } from './copy-rows';
import type { ResultToStore } from './run-to-store';
import { type StoredTest, testIds } from './test-ids';

const RESULTS = {
  table: 'results',
  columns: [
    'heatmap_id',
    'id',
    'run_id',
    'test_id',
    'repeat',
    'status',
    'unit',
    'clients',
    'command',
    'seconds',
    'tool',
    'device',
  ],
};

const MEASUREMENTS = {
  table: 'measurements',
  columns: [
    'heatmap_id',
    'result_id',
    'metric',
    'source',
    'value',
    'unit',
    'formula',
    'artifact_id',
    'line',
    'line_end',
    'doubt',
  ],
};

const LOGS = { table: 'log_identities', columns: ['run_id', 'test_id', 'repeat', 'sha256'] };

interface ResultsOfRun {
  run: WrittenRun;
  benchmark: string;
  results: readonly ResultToStore[];
}

/**
 * Writes results with their logs and numbers.
 *
 * @param artifactIds by path within the upload
 * @returns their tests, by key
 */
export async function writeResults(
  client: PoolClient,
  artifactIds: ReadonlyMap<string, number>,
  { run: { id: runId, heatmapId }, benchmark, results }: ResultsOfRun,
): Promise<Map<string, StoredTest>> {
  const tests = await testIds(
    client,
    benchmark,
    results.map(({ test }) => test),
  );
  const ids = await reserveIds(client, 'results', results.length);
  const testId = ({ test }: ResultToStore) => tests.get(testLabel(test.name, test.range))?.id ?? null;
  await copyRows(
    client,
    RESULTS,
    results.map((result, index) => [
      heatmapId,
      ids[index] ?? null,
      runId,
      testId(result),
      ...valuesOf(result, 'repeat', 'status', 'unit', 'clients', 'command'),
      runSeconds(result.command),
      ...valuesOf(result, 'tool', 'device'),
    ]),
  );
  await copyRows(
    client,
    LOGS,
    results.flatMap((result) =>
      result.log === null ? [] : [[runId, testId(result), result.repeat, result.log]],
    ),
  );
  await copyRows(
    client,
    MEASUREMENTS,
    results.flatMap((result, index) =>
      result.measurements.map((measurement) => [
        heatmapId,
        ids[index] ?? null,
        ...valuesOf(measurement, 'metric', 'source', 'value', 'unit', 'formula'),
        measurement.file === null ? null : artifactIdOf(artifactIds, measurement.file),
        measurement.line,
        measurement.lineEnd,
        measurement.doubt ? JSON.stringify(measurement.doubt) : null,
      ]),
    ),
  );
  return tests;
}

/** A number that names a file which the upload does not list would have lost its evidence: refuse it. */
function artifactIdOf(artifactIds: ReadonlyMap<string, number>, file: string): number {
  const id = artifactIds.get(file);
  if (id === undefined)
    throw new Error(`A measurement names ${file}, which is not among the files of the upload.`);
  return id;
}
