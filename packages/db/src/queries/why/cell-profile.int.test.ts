import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from '../../blobs/blob-store';
import { ingestPath } from '../../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { writeLogs } from '../../testing/sample-logs';
import { listHeatmaps } from '../heatmaps/list-heatmaps';
import { listRuns } from '../list-runs';
import { getCellProfile } from './get-cell-profile';

const RUN = 'x.pg184_rel.b1_c2r24.pk1';
const INSERT = 'sb.perf.g.cycles.insert.range100.pk1';

describe('profiles of a test', () => {
  let database: TestDatabase;
  let blobs: BlobStore;
  let folder: string;
  let cell: { server: string; workload: string; column: string; test: string };

  async function ingest(name: string, files: Record<string, string>, server?: string) {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(folder, name, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    return ingestPath({ database, blobs }, path.join(folder, name), { ...(server && { server }) });
  }

  const profileOf = async (test: string) => {
    const { profile, files, unused, runId } = await getCellProfile(database, blobs, { ...cell, test });
    return {
      runId,
      frames: profile?.frames.map(({ name, value }) => `${name} ${value}`) ?? null,
      files: files.map(({ file }) => path.basename(file)),
      unused: unused.map(({ file, reason }) => `${path.basename(file)}: ${reason}`),
    };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-profile-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
    const directory = await writeLogs(path.join(folder, 'logs'), RUN);
    const files: Record<string, string> = {
      [`${INSERT}.1.folded`]: 'postgres;exec;heap_insert 30\npostgres;exec 10\n',
      [`${INSERT}.2.folded`]: 'postgres;exec;heap_insert 40\npostgres;wait 20\n',
      'sb.perf.g.cache-misses.insert.range100.pk1.1.folded': 'postgres;other 7\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(directory, name), text);
    await ingestPath({ database, blobs }, path.join(folder, 'logs'), { server: 'pn53' });
    const [heatmap] = await listHeatmaps(database);
    const [run] = (await listRuns(database, { limit: 1 })).runs;
    cell = {
      server: heatmap?.server.slug ?? '',
      workload: heatmap?.workload.slug ?? '',
      column: run?.columnSlug ?? '',
      test: '',
    };
  });

  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are added up from the files next to its logs, those that count time', async () => {
    const { frames, files } = await profileOf('insert_range=100');
    expect(frames).toEqual(['all 100', 'postgres 100', 'exec 80', 'wait 20', 'heap_insert 70']);
    expect(files).toEqual([`${INSERT}.1.folded`, `${INSERT}.2.folded`]);
  });

  it('come from an upload that has nothing else, whose directory is named as the run is', async () => {
    const none = await profileOf('point-query_range=100');
    expect(none).toEqual({ runId: null, frames: null, files: [], unused: [] });
    const name = 'sb.perf.g.cycles.point-query.range100.pk1.all.folded';
    const report = await ingest('graphs', {
      [`${RUN}/${name}`]: 'postgres;index_getnext 5\npostgres;send 4\n',
    });
    expect([report.outcome, report.runs, report.artifacts.kept]).toEqual(['stored', [], 1]);
    const { frames, files } = await profileOf('point-query_range=100');
    expect(frames).toEqual(['all 9', 'postgres 9', 'index_getnext 5', 'send 4']);
    expect(files).toEqual([name]);
  });

  it('are not taken from another server, nor from another version', async () => {
    const name = 'sb.perf.g.cycles.insert.range100.pk1.all.folded';
    await ingest(
      'elsewhere',
      { [`x.pg184_rel.b1_c2r24.pk1/${name}`]: 'postgres;x 5\npostgres;y 1\n' },
      'hetz',
    );
    await ingest('newer', { [`x.pg185_rel.b1_c2r24.pk1/${name}`]: 'postgres;x 6\npostgres;z 1\n' }, 'pn53');
    expect((await profileOf('insert_range=100')).files).toEqual([`${INSERT}.1.folded`, `${INSERT}.2.folded`]);
  });

  it('gives the reason for an unusable file', async () => {
    const elsewhere = openBlobStore(path.join(folder, 'no-blobs'), database);
    const { profile, unused } = await getCellProfile(database, elsewhere, {
      ...cell,
      test: 'insert_range=100',
    });
    expect([profile, unused.length]).toEqual([null, 2]);
    expect(unused[0]?.reason).toMatch(/No bytes are stored/);
  });

  it('make no upload of other files without a log acceptable', async () => {
    await expect(ingest('picture', { 'x.pg184.b1.pk1/plan.svg': '<svg></svg>' })).rejects.toMatchObject({
      code: 'NO_KNOWN_LOGS',
    });
  });
});
