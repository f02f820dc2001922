import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reparseUpload } from '../jobs/change-upload';
import { cleanRawBytes } from '../jobs/clean-raw-bytes';
import { deleteUpload } from '../jobs/delete-upload';
import { setCampaign } from '../jobs/set-campaign';
import { getArtifactLines, openArtifact } from '../queries/get-artifact';
import { getCellDetails } from '../queries/get-cell-details';
import { getCellEvidence, getLogExcerpt } from '../queries/get-cell-evidence';
import { getRunPage } from '../queries/get-run-page';
import { getUpload } from '../queries/uploads/get-upload';
import { getCellCounters } from '../queries/why/get-cell-counters';
import { getCellProfile } from '../queries/why/get-cell-profile';
import {
  type NightBench,
  nightFiles,
  nightSettings,
  openNightBench,
  RAW_RULE,
  sendNight,
} from '../testing/night-uploads';
import { tarOf } from '../testing/upload-bench';
import { retain } from './retain';

const REMOVED =
  /^The raw files of this night were removed by the retention rule on \d+ \w+ 20\d\d; its numbers stay\.$/;

let bench: NightBench;
beforeAll(async () => {
  bench = await openNightBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

const apply = () => bench.retain({ isApplied: true });

describe('raw files that are gone', () => {
  it('are reported as removed wherever one is opened, and the numbers name them', async () => {
    const id = await sendNight(bench, 100);
    const cell = await bench.cellOf(id);
    const { results } = await getCellEvidence(bench.database, cell);
    await apply();
    const { database, blobs } = bench;
    const log = await bench.artifactOf(id, 'sb.o.insert.range100.pk1.dop1');
    const artifactId = String(log.id);
    expect(await getArtifactLines(database, blobs, { id: artifactId, line: 5 })).toMatchObject({
      artifact: { path: log.path, filesRemovedAt: expect.any(String) },
      lines: [],
      more: false,
    });
    await expect(openArtifact(database, blobs, artifactId)).rejects.toThrow(REMOVED);
    expect(await getLogExcerpt(database, blobs, { artifactId, line: 20, lineEnd: 20 })).toEqual({
      artifactId,
      file: log.path,
      lines: [],
      more: false,
      removed: expect.stringMatching(REMOVED),
    });
    expect(await getCellDetails(database, blobs, cell)).toMatchObject({
      series: [],
      unread: [],
      removed: expect.stringMatching(REMOVED),
    });
    expect(await getCellCounters(database, blobs, cell)).toMatchObject({
      counters: [],
      removed: expect.stringMatching(REMOVED),
    });
    expect(await getCellProfile(database, blobs, cell)).toMatchObject({
      profile: null,
      removed: expect.stringMatching(REMOVED),
    });
    const [run] = await bench.runsOf(id);
    expect(await getRunPage(database, String(run))).toMatchObject({
      fileCount: 6,
      upload: { filesRemovedAt: expect.any(String) },
    });
    expect(await getUpload(database, id)).toMatchObject({
      filesRemovedAt: expect.any(String),
      isOutdated: false,
    });
    expect((await getCellEvidence(database, cell)).results).toEqual(results);
    expect(results[0]?.measurements[0]).toMatchObject({ artifactId, line: expect.any(Number) });
  });

  it('are a sentence in place of the lines when nothing but the blob store lost them', async () => {
    const id = await sendNight(bench, 105);
    const { database, blobs } = bench;
    const log = await bench.artifactOf(id, 'sb.o.insert.range100.pk1.dop1');
    const artifactId = String(log.id);
    await database.pool.query('UPDATE artifacts SET sha256 = $2 WHERE id = $1', [log.id, '0'.repeat(64)]);
    expect(await getLogExcerpt(database, blobs, { artifactId, line: 20, lineEnd: 20 })).toEqual({
      artifactId,
      file: log.path,
      lines: [],
      more: false,
      removed: 'The bytes of this file are not in the blob store; the numbers read from it stay.',
    });
    await expect(
      getLogExcerpt(database, blobs, { artifactId: '999999', line: 1, lineEnd: 1 }),
    ).rejects.toThrow('No artifact 999999.');
  });

  it('are not asked for by what reads uploads again', async () => {
    const id = await sendNight(bench, 110);
    await apply();
    const { database, blobs } = bench;
    await database.pool.query('UPDATE uploads SET parser_version = 1, mask_version = NULL');
    expect(await cleanRawBytes(database, blobs)).toMatchObject({ requeued: 0 });
    const refused = reparseUpload(database, blobs, id, { device: 'md2' });
    await expect(refused).rejects.toMatchObject({
      code: 'FILES_REMOVED',
      message: expect.stringMatching(/its numbers stay/),
    });
    expect((await getUpload(database, id)).settings).not.toHaveProperty('device');
    await setCampaign(database, id, { campaign: 'nightly', by: 'me' });
    expect(await bench.stateOf(id)).toBe('stored');
    // One that is on its way keeps everything.
    const other = await sendNight(bench, 111);
    await database.pool.query(`UPDATE uploads SET state = 'queued' WHERE id = $1`, [other]);
    expect(await apply()).toMatchObject({
      uploads: { withoutFiles: 0 },
      lines: [{ files: { kept: { 'not stored': 1 } } }],
    });
  });

  it('are not read again when an upload with the same logs is deleted', async () => {
    const files = nightFiles('night 112');
    const all = await bench.send(await tarOf(files), { settings: nightSettings(112) });
    await bench.workUntil(all.uploadId, 'stored');
    const [run] = Object.keys(files);
    const part = await bench.send(await tarOf({ [run ?? '']: files[run ?? ''] ?? '' }), {
      settings: nightSettings(112),
    });
    await bench.workUntil(part.uploadId, 'stored');
    await bench.database.pool.query('UPDATE uploads SET files_removed_at = now() WHERE id = $1', [
      part.uploadId,
    ]);
    expect((await deleteUpload(bench.database, bench.blobs, all.uploadId)).readAgain).toEqual([]);
    expect(await bench.stateOf(part.uploadId)).toBe('stored');
  });

  it('are back when the same bytes are sent again, with the same runs, and stay for as long again', async () => {
    const id = await sendNight(bench, 120);
    const runs = await bench.runsOf(id);
    await apply();
    expect(await sendNight(bench, 120)).toBe(id);
    expect(await bench.runsOf(id)).toEqual(runs);
    expect(await getUpload(bench.database, id)).toMatchObject({ filesRemovedAt: null, results: 2 });
    const log = await bench.artifactOf(id, 'sb.o.insert.range100.pk1.dop1');
    const { lines } = await getArtifactLines(bench.database, bench.blobs, { id: String(log.id), line: 1 });
    expect(lines.length).toBeGreaterThan(20);
    // Sent again now, not then.
    const { rows } = await bench.database.pool.query<{ at: Date }>(
      'SELECT files_returned_at AS at FROM uploads',
    );
    const later = (days: number) => new Date((rows[0]?.at.getTime() ?? 0) + days * 86_400_000);
    const at = (now: Date) => retain(bench.database, bench.blobs, RAW_RULE, { isApplied: false, now });
    expect(await at(later(89))).toMatchObject({ uploads: { withoutFiles: 0 } });
    expect(await at(later(91))).toMatchObject({ uploads: { withoutFiles: 1 } });
  });
});
