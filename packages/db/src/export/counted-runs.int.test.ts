import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Measurement } from '@basecase/ingest/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { importParsed } from '../import/import-parsed';
import { ingestPath } from '../import/ingest-path';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { addExclusion } from '../regressions/noise/noise-exclusions';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { describeUpload, makeUpload, measurementOf, type RunSketch } from '../testing/parsed-upload';
import { exportRuns } from './export-runs';
import { listRunGroups } from './list-run-groups';
import { loadRuns } from './load-runs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function heatmapContents(database: TestDatabase) {
  const [entry] = await listHeatmaps(database);
  const heatmap = { server: entry?.server.slug ?? '', workload: entry?.workload.slug ?? '' };
  const { matrix } = await getCompareView(database, heatmap);
  const { throughput, cpu_per_op: cpu } = matrix.values;
  return { heatmap, tests: matrix.rows.map(({ key }) => key), throughput, cpu, repeats: matrix.repeats };
}

/** Stores a run with one test as a separate upload. @returns its id */
async function store(
  database: TestDatabase,
  name: string,
  sketch: RunSketch,
  change: (all: Measurement[]) => void = () => {},
) {
  const parsed = makeUpload({ server: 'pn53', version: '17.0', ...sketch, seed: name });
  for (const { measurements } of parsed.runs.flatMap(({ results }) => results)) change(measurements);
  const input = { upload: describeUpload(name), parsed, configTexts: new Map() };
  return String((await importParsed(database, input)).runs[0]?.id);
}

/** The heatmap of what is stored, and the one that its export makes elsewhere. */
async function roundTrip(fill: (database: TestDatabase) => Promise<unknown>) {
  const [here, there] = [await createTestDatabase(), await createTestDatabase()];
  try {
    await fill(here);
    const before = await heatmapContents(here);
    const groups = await listRunGroups(here, [{ ...before.heatmap, columns: null, tests: null }]);
    const own = await mkdtemp(path.join(folder, 'case-'));
    const file = path.join(own, 'results.ndjson');
    await writeFile(file, exportRuns('results', loadRuns(here, groups)));
    await ingestPath({ database: there, blobs: openBlobStore(path.join(own, 'blobs'), there) }, file);
    return { before, after: await heatmapContents(there) };
  } finally {
    await here.drop();
    await there.drop();
  }
}

describe('a column of several runs is the same elsewhere', () => {
  it('where a version was measured twice', async () => {
    const { before, after } = await roundTrip(async (database) => {
      await store(database, 'a', { qps: { put: [10] } });
      await store(database, 'b', { qps: { put: [14] } });
    });
    expect(before.throughput).toEqual([[12]]);
    expect(after).toEqual(before);
  });

  it('where a run was marked as bad', async () => {
    const { before, after } = await roundTrip(async (database) => {
      await store(database, 'a', { qps: { put: [10] }, startedAt: '2026-01-01T00:00:00.000Z' });
      const run = await store(database, 'b', { qps: { put: [1] }, startedAt: '2026-01-02T00:00:00.000Z' });
      await addExclusion(database, { run, other: null, reason: 'the disk was full', by: 'local' });
    });
    expect(before.throughput).toEqual([[10]]);
    expect(after).toEqual(before);
  });

  it('where a cost was computed of one run and reported of another', async () => {
    const { before, after } = await roundTrip(async (database) => {
      const first = { qps: { put: [10] }, startedAt: '2026-01-01T00:00:00.000Z' };
      await store(database, 'a', first, (all) => {
        const computed = { source: 'computed', formula: 'cpu_per_op' } as const;
        all.push({ ...measurementOf(all[0]?.file ?? '', 'cpu_per_op', 8), ...computed });
      });
      const costs = { cpu_per_op: 99 };
      await store(database, 'b', { qps: { put: [12] }, costs, startedAt: '2026-01-02T00:00:00.000Z' });
    });
    expect(before.cpu).toEqual([[8]]);
    expect(after).toEqual(before);
  });

  it('where the throughput of one run is doubtful', async () => {
    const { before, after } = await roundTrip(async (database) => {
      const [first, second] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
      await store(database, 'a', { qps: { put: [10] }, costs: { cpu_per_op: 5 }, startedAt: first });
      const doubted = { qps: { put: [1000] }, costs: { cpu_per_op: 1 }, startedAt: second };
      await store(database, 'b', doubted, (all) => {
        for (const one of all)
          if (one.metric === 'throughput')
            one.doubt = { code: 'VALUES_DISAGREE', message: 'x', file: null, line: null };
      });
    });
    expect(before.cpu).toEqual([[5]]);
    expect(after).toEqual(before);
  });
});
