import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FilesRemovedError } from '../errors';
import { runWorker } from '../jobs/run-worker';
import { openArtifact } from '../queries/get-artifact';
import { getUpload } from '../queries/uploads/get-upload';
import {
  NIGHTS_NOW,
  type NightBench,
  nightSettings,
  openNightBench,
  sendNight,
} from '../testing/night-uploads';
import { readHere } from '../testing/read-here';
import { sampleLogs } from '../testing/sample-logs';
import { tarOf, until } from '../testing/upload-bench';

let bench: NightBench;
beforeAll(async () => {
  bench = await openNightBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const look = () => bench.retain({ isApplied: false });
const apply = () => bench.retain({ isApplied: true });

describe('raw files', () => {
  it('go as the preview says, with the bytes that nothing else has; releases and later nights keep theirs', async () => {
    const [old, young] = [await sendNight(bench, 91), await sendNight(bench, 89)];
    const release = await bench.send(await tarOf(sampleLogs()));
    await bench.workUntil(release.uploadId, 'stored');
    const before = await bench.listBlobs();
    const preview = await look();
    expect(preview).toMatchObject({
      uploads: { withoutFiles: 1, deleted: 0 },
      nights: 0,
      blobs: { count: 4 },
      lines: [
        {
          server: 'pn53',
          line: 'PostgreSQL 19devel@master, x10a_c8r32',
          files: {
            count: 1,
            oldest: nightSettings(91).startedAt,
            newest: nightSettings(91).startedAt,
            kept: {},
          },
        },
      ],
    });
    expect(preview.blobs.bytes).toBeGreaterThan(400);
    expect(await bench.listBlobs()).toEqual(before);
    expect(await getUpload(bench.database, old)).toMatchObject({ filesRemovedAt: null });

    expect(await apply()).toEqual({ ...preview, isApplied: true });
    const left = await bench.listBlobs();
    const gone = before.filter((blob) => !left.includes(blob));
    expect(gone).toHaveLength(4);
    // Files shared with the release and the young night stay, but only for these.
    for (const upload of [young, release.uploadId]) {
      const { content } = await openArtifact(
        bench.database,
        bench.blobs,
        String((await bench.artifactOf(upload, 'conf.diff')).id),
      );
      expect((await buffer(content)).toString()).toContain('22GB');
    }
    const config = await bench.artifactOf(old, 'conf.diff');
    await expect(openArtifact(bench.database, bench.blobs, String(config.id))).rejects.toThrow(
      FilesRemovedError,
    );
    expect(await apply()).toMatchObject({ uploads: { withoutFiles: 0 }, lines: [] });
  });

  it('stay where a live record or a permalink rests on the night', async () => {
    const nights = [
      await sendNight(bench, 101),
      await sendNight(bench, 102),
      await sendNight(bench, 103),
      await sendNight(bench, 104),
    ];
    const { pool } = bench.database;
    const addRecord = (good: string | undefined, bad: string | undefined, withdrawnAt: Date | null) =>
      pool.query(
        `WITH place AS (
           INSERT INTO record_places (slug, heatmap_id) SELECT 'r' || id, heatmap_id FROM runs WHERE upload_id = $1
         )
         INSERT INTO regressions (heatmap_id, slug, kind, server_id, workload_id, test_id, product_id, fingerprint, first_bad_id,
           last_good_id, first_bad, last_good, last_seen, step, verdict, ratio, level_ratio, band, p, cause, reason,
           rule_version, parser_version, withdrawn_at)
         SELECT good.heatmap_id, 'r' || good.id, 'regression', good.server_id, good.workload_id, (SELECT min(id) FROM tests), 1,
           'f' || good.id, bad.variant_id, good.variant_id, 'b', 'g', 'b', 'step', 'regression', 0.8, 0.8, 0.05, 0.001,
           'c', 'none', 1, 1, $3
         FROM runs AS good JOIN runs AS bad ON bad.heatmap_id = good.heatmap_id
         WHERE good.upload_id = $1 AND bad.upload_id = $2`,
        [good, bad, withdrawnAt],
      );
    await addRecord(nights[0], nights[1], null);
    await addRecord(nights[2], nights[3], NIGHTS_NOW);
    const { server, workload, column } = await bench.cellOf(nights[3] ?? '');
    await pool.query(
      `INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version, heatmaps)
       VALUES ('a', 'compare', $1, 'x', '{}', 1, $2)`,
      [`/compare?server=${server}&cols=${column}`, JSON.stringify([{ server, workload }])],
    );
    const { lines, uploads } = await apply();
    expect(uploads.withoutFiles).toBe(1);
    expect(lines[0]?.files).toMatchObject({ count: 1, kept: { record: 2, permalink: 1 } });
    expect((await getUpload(bench.database, nights[2] ?? '')).filesRemovedAt).not.toBeNull();
    // Of a permalink of a record that is not live any more the evidence stays as well.
    await pool.query(`INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version)
      SELECT 'b', 'regression', '/r/' || slug, 'x', '{}', 1 FROM regressions WHERE withdrawn_at IS NOT NULL`);
    await pool.query('UPDATE uploads SET files_removed_at = NULL');
    expect(await look()).toMatchObject({
      uploads: { withoutFiles: 0 },
      lines: [{ files: { kept: { record: 4 } } }],
    });
  });
});

describe('the worker', () => {
  it.each([
    { retention: { rawDays: 90, thinDays: null }, removed: true },
    { retention: undefined, removed: false },
  ])('applies the rule it is given, and none without: $removed', async ({ retention, removed }) => {
    const id = await sendNight(bench, 130);
    const { database, blobs } = bench;
    await database.pool.query(`SELECT graphile_worker.add_job('retention')`);
    const [stop, said]: [AbortController, string[]] = [new AbortController(), []];
    const worker = runWorker(database, blobs, {
      signal: stop.signal,
      readers: readHere(database, blobs),
      ...(retention && { retention }),
      log: (level, message) => void (level === 'warning' && said.push(message)),
    });
    await until(
      async () =>
        (await database.pool.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'retention'`))
          .rowCount,
      (jobs) => jobs === 0,
    );
    stop.abort();
    await worker;
    expect((await getUpload(database, id)).filesRemovedAt !== null).toBe(removed);
    expect(said.some((text) => text.includes('Gone: the raw files of 1 upload'))).toBe(removed);
  });
});
