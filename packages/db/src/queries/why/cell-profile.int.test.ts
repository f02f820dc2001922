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

  it('are read below a summary table from directories that are named as its columns', async () => {
    const [base, other] = ['x.pg175_o2nofp.x10a_c32r128.pk1', 'x.pg18beta2_o2nofp.x10b_c32r128.pk1'];
    const table = (scans: string) =>
      `col-1 : ${base}\ncol-2 : ${other}\n\ncol-1\tcol-2\n${scans}\tscan_range=100\n500\t510\thot-points_range=100\n`;
    const graph = 'sb.perf.g.cycles.scan.range100.pk1.all.folded';
    const waits = 'sb.pmp.hot-points.range100.pk1';
    await ingest(
      'tables',
      {
        'a/qps.abs.a.tsv': table('11\t12'),
        [`a/all.svg/${base}/${graph}`]: 'postgres;old_scan 5\n',
        [`a/all.svg/${other}/${graph}`]: 'postgres;new_scan 7\n',
        [`a/all.svg/${other}/${waits}`]:
          '      3 poll,wait_latch,PostgresMain\n      1 heap_insert,PostgresMain\n',
        [`a/deep/all.svg/${base}/more/${graph}`]: 'postgres;deeper 1\n',
        [`b/all.svg/${base}/${graph}`]: 'postgres;another_table 1\n',
      },
      'tables1',
    );
    const [heatmap] = (await listHeatmaps(database)).filter(({ server }) => server.slug === 'tables1');
    const { runs } = await listRuns(database, { limit: 100 });
    const columnOf = (label: string) => runs.find((run) => run.label.endsWith(label))?.columnSlug ?? '';
    const framesOf = async (label: string, test: string) => {
      const address = {
        server: 'tables1',
        workload: heatmap?.workload.slug ?? '',
        column: columnOf(label),
        test,
      };
      const { profile, cpuMicros, files } = await getCellProfile(database, blobs, address);
      const frames = profile?.frames.map(({ name, value }) => `${name} ${value}`) ?? [];
      return { frames, cpuMicros, files: files.map(({ file }) => file) };
    };
    expect(await framesOf(base, 'scan_range=100')).toMatchObject({
      frames: ['all 5', 'postgres 5', 'old_scan 5'],
      files: [`a/all.svg/${base}/${graph}`],
    });
    expect((await framesOf(other, 'scan_range=100')).frames).toContain('new_scan 7');
    expect((await framesOf(base, 'hot-points_range=100')).frames).toEqual([]);
    expect(await framesOf(other, 'hot-points_range=100')).toMatchObject({
      frames: expect.arrayContaining(['all 4', 'PostgresMain 4', 'wait_latch 3', 'heap_insert 1', 'poll 3']),
      cpuMicros: null,
    });
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
