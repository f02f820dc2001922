import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, openBlobStore } from '../blobs/blob-store';
import { NotFoundError } from '../errors';
import { ingestPath } from '../import/ingest-path';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { sampleLogs, writeLogs } from '../testing/sample-logs';
import { ARTIFACT_PAGE_LINES, getArtifact, getArtifactLines, openArtifact } from './get-artifact';
import { getCellDetails } from './get-cell-details';
import { getCellEvidence } from './get-cell-evidence';
import { listHeatmaps } from './heatmaps/list-heatmaps';
import { listRuns } from './list-runs';
import { getSecondStrips } from './why/get-second-strips';

const RUN = 'x.pg184_rel.b1_c2r24.pk1';
const TEST = 'point-query_range=100';
const INTERVALS = [10, 12, null, 14];

/** The log of a run with interval lines, one of them missing: line 12 to 14 are intervals. */
function withIntervals(log: string, intervals: readonly (number | null)[] = INTERVALS): string {
  const lines = intervals.flatMap((qps, index) =>
    qps === null
      ? []
      : [
          `[ ${index + 1}s ] thds: 1 tps: ${qps}.00 qps: ${qps}.00 (r/w/o: ${qps}.00/0.00/0.00) lat (ms,95%): 0.10 err/s: 0.00 reconn/s: 0.00`,
        ],
  );
  return log.replace('Threads started!\n', `Threads started!\n\n${lines.join('\n')}\n`);
}

describe('files behind a cell', () => {
  let database: TestDatabase;
  let blobs: BlobStore;
  let folder: string;
  let cell: { server: string; workload: string; column: string; test: string };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-details-'));
    blobs = openBlobStore(path.join(folder, 'blobs'), database);
    const directory = await writeLogs(path.join(folder, 'upload'), RUN);
    const name = 'sb.o.point-query.range100.pk1.dop1';
    await writeFile(path.join(directory, name), withIntervals(sampleLogs()[name] ?? ''));
    await writeFile(path.join(directory, 'conf.diff.cb1_c2r24'), 'shared_buffers = 22GB\n');
    await writeFile(path.join(directory, 'notes.txt'), `<script>alert(1)</script>\n${'n\n'.repeat(2500)}`);
    await writeFile(path.join(directory, 'blob.bin'), Buffer.from([1, 0, 2, 10, 3]));
    await ingestPath({ database, blobs }, path.join(folder, 'upload'), { server: 'pn53' });
    const [heatmap] = await listHeatmaps(database);
    const [run] = (await listRuns(database, { limit: 1 })).runs;
    cell = {
      server: heatmap?.server.slug ?? '',
      workload: heatmap?.workload.slug ?? '',
      column: run?.columnSlug ?? '',
      test: TEST,
    };
  });

  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has a strip of the slowest seconds of each version that has seconds', async () => {
    const intervals = Array.from({ length: 42 }, (_, second) => (second === 20 || second === 21 ? 10 : 100));
    const directory = await writeLogs(path.join(folder, 'seconds'), 'x.pg185_rel.b1_c2r24.pk1');
    const name = 'sb.o.point-query.range100.pk1.dop1';
    await writeFile(path.join(directory, name), withIntervals(sampleLogs()[name] ?? '', intervals));
    await ingestPath({ database, blobs }, path.join(folder, 'seconds'), { server: 'pn53' });
    const { column: own, ...test } = cell;
    const { length, strips } = await getSecondStrips(database, blobs, { ...test, columns: [own] });
    expect([length, strips.map(({ label, longestStall }) => [label, longestStall])]).toEqual([
      ...[1, [['PostgreSQL 18.5 rel b1_c2r24', 2]]],
    ]);
    expect(strips[0]?.cells.flatMap((value, second) => (value === 1 ? [] : [[second, value]]))).toEqual([
      ...[
        [0, null],
        [20, 0.1],
        [21, 0.1],
        [41, null],
      ],
    ]);
    const none = await getSecondStrips(database, blobs, { ...test, test: 'absent', columns: [] });
    expect(none).toEqual({ length: 1, strips: [] });
  });

  it('reads the intervals of the log that the throughput was read from', async () => {
    const { series, repeats, shown, unread } = await getCellDetails(database, blobs, cell);
    const throughput = series.find(({ id }) => id === 'throughput');
    expect(throughput).toMatchObject({ unit: 'queries/s', seconds: [1, 2, 4], values: [10, 12, 14] });
    expect(throughput?.file).toContain('sb.o.point-query');
    expect([repeats, shown, unread]).toEqual([[{ repeat: 1, startedAt: null }], 0, []]);
  });

  it('has nothing for a cell that was not run', async () => {
    const nothing = await getCellDetails(database, blobs, { ...cell, test: 'gone' });
    expect(nothing).toEqual({
      repeats: [],
      shown: null,
      device: null,
      series: [],
      histograms: [],
      unread: [],
    });
  });

  it('names a file whose bytes are gone, and does not fail', async () => {
    const elsewhere = openBlobStore(path.join(folder, 'no-blobs'), database);
    const { series, unread } = await getCellDetails(database, elsewhere, cell);
    expect(series).toEqual([]);
    expect(unread[0]?.reason).toMatch(/No bytes are stored/);
  });

  it('lists the files of a cell and the text of its config', async () => {
    const evidence = await getCellEvidence(database, cell);
    expect(evidence.configText).toBe('shared_buffers = 22GB\n');
    expect(evidence.artifacts).toHaveLength(1);
    expect(evidence.artifacts[0]).toMatchObject({ kind: 'sysbench' });
    expect(evidence.artifacts[0]?.path).toContain('sb.o.point-query');
  });

  const artifactId = async (name: string) => {
    const stored = await database.prisma.artifact.findFirstOrThrow({ where: { path: { endsWith: name } } });
    return String(stored.id);
  };

  it('pages through a file, and says when there is more', async () => {
    const id = await artifactId('notes.txt');
    const first = await getArtifactLines(database, blobs, { id, line: 1 });
    expect(first.lines).toHaveLength(ARTIFACT_PAGE_LINES);
    expect(first.lines[0]).toEqual({ text: '<script>alert(1)</script>', cut: false });
    expect(first.more).toBe(true);
    const last = await getArtifactLines(database, blobs, { id, line: 2400 });
    // One line of markup and 2,500 short ones.
    expect([last.first, last.lines.length, last.more]).toEqual([2001, 501, false]);
    expect((await getArtifactLines(database, blobs, { id, line: 9000 })).lines).toEqual([]);
  });

  it('shows no bytes that are not text', async () => {
    const id = await artifactId('blob.bin');
    expect(await getArtifactLines(database, blobs, { id, line: 1 })).toMatchObject({
      binary: true,
      lines: [],
    });
  });

  it('streams the stored bytes, secrets masked', async () => {
    const id = await artifactId('sb.o.insert.range100.pk1.dop1');
    const { artifact, content } = await openArtifact(database, blobs, id);
    let text = '';
    for await (const chunk of content) text += chunk;
    expect(text).toContain('queries:');
    expect(text).not.toContain('s3cret');
    expect(artifact.upload.origin).toBe('uploaded');
  });

  it('knows no file by a wrong id', async () => {
    await expect(getArtifact(database, '999999')).rejects.toThrow(NotFoundError);
    await expect(getArtifact(database, '1; drop')).rejects.toThrow(NotFoundError);
  });

  // Last: it adds a run to the cell.
  it('reads the repeat that is asked for, and the last one after the last', async () => {
    const directory = await writeLogs(path.join(folder, 'again'), RUN);
    const name = 'sb.o.point-query.range100.pk1.dop1';
    await writeFile(path.join(directory, name), withIntervals(sampleLogs()[name] ?? '', [20, 22, 24]));
    await ingestPath({ database, blobs }, path.join(folder, 'again'), { server: 'pn53' });
    const valuesOf = async (repeat?: number) => {
      const details = await getCellDetails(database, blobs, { ...cell, ...(repeat && { repeat }) });
      expect(details.repeats).toHaveLength(2);
      return [details.shown, details.series.find(({ id }) => id === 'throughput')?.values];
    };
    expect(await valuesOf()).toEqual([0, [10, 12, 14]]);
    expect(await valuesOf(2)).toEqual([1, [20, 22, 24]]);
    expect(await valuesOf(9)).toEqual([1, [20, 22, 24]]);
  });
});
