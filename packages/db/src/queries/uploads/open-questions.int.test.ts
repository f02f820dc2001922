import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCorrections } from '../../corrections/list-corrections';
import { layoutOfServer } from '../../import/layout-of-server';
import { reparseUpload } from '../../jobs/change-upload';
import { openUploadBench, tarOf, type UploadBench } from '../../testing/upload-bench';
import { getUpload } from './get-upload';
import { getUploadQuestion, listOpenQuestions } from './open-questions';

let bench: UploadBench;
beforeAll(async () => {
  bench = await openUploadBench();
});
afterAll(() => bench.close());

const pgbenchLog = (tps: number) => `transaction type: <builtin: TPC-B (sort of)>
scaling factor: 10
query mode: simple
number of clients: 8
number of threads: 8
duration: 60 s
number of transactions actually processed: ${tps * 60}
latency average = ${(8000 / tps).toFixed(3)} ms
tps = ${tps}.000000 (excluding connections establishing)
`;

/** Sends two logs that only a word tells apart. */
async function send(mark: number): Promise<{ id: string; heatmap: { server: string; workload: string } }> {
  const logs = { 'alpha/c8.log': pgbenchLog(1000 + mark), 'beta/c8.log': pgbenchLog(2000 + mark) };
  const { uploadId } = await bench.send(await tarOf(logs), { server: 'asked' });
  await bench.workUntil(uploadId, 'stored');
  const { storedRuns } = await getUpload(bench.database, uploadId);
  const url = new URL(storedRuns[0]?.comparePath ?? '', 'http://page');
  const named = (name: string) => url.searchParams.get(name) ?? '';
  return { id: uploadId, heatmap: { server: named('server'), workload: named('workload') } };
}

const asked = (heatmap: { server: string; workload: string }, id: string) =>
  listOpenQuestions(bench.database, heatmap).then((all) => all.filter(({ upload }) => upload === id));

it('is asked at the heatmap until the sender keeps the results separate', async () => {
  const { id, heatmap } = await send(1);
  expect(await asked(heatmap, id)).toMatchObject([
    { text: expect.stringContaining('2 experiments share this cell. What distinguishes them?'), more: 0 },
  ]);
  expect(await getUploadQuestion(bench.database, id)).toMatchObject({
    patterns: expect.arrayContaining(['{config}/c{clients}.log']),
  });
  await reparseUpload(bench.database, bench.blobs, id, { unknown: 'separate' });
  await bench.workUntil(id, 'stored');
  expect([await asked(heatmap, id), await getUploadQuestion(bench.database, id)]).toEqual([[], null]);
});

it('remembers the layout for later uploads of the server, unless its sender wants it once', async () => {
  const { id } = await send(3);
  const layout = '{config}/c{clients}.log';
  await reparseUpload(bench.database, bench.blobs, id, { layout });
  await bench.workUntil(id, 'stored');
  expect(await layoutOfServer(bench.database, 'ASKED')).toBe(layout);
  const { uploadId } = await bench.send(await tarOf({ 'other/c8.log': pgbenchLog(3000) }), { hold: true });
  await bench.workUntil(uploadId, 'preview');
  const { knownServers } = await getUpload(bench.database, uploadId);
  expect(knownServers.find(({ name }) => name === 'asked')?.layout).toBe(layout);
  await bench.database.pool.query(
    `UPDATE uploads SET settings = settings || '{"layoutOnce": "true"}' WHERE id = $1`,
    [id],
  );
  expect(await layoutOfServer(bench.database, 'asked')).toBeNull();
});

it('is answered by a layout, which is a correction that can be undone', async () => {
  const { id, heatmap } = await send(2);
  await reparseUpload(bench.database, bench.blobs, id, { layout: '{version}/c{clients}.log' });
  await bench.workUntil(id, 'stored');
  expect(await asked(heatmap, id)).toEqual([]);
  const { storedRuns } = await getUpload(bench.database, id);
  expect(storedRuns).toHaveLength(2);
  const { corrections } = await listCorrections(bench.database, { upload: id });
  const changes = corrections.map((correction) => correction.changes);
  expect(changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ version: 'alpha' }),
      expect.objectContaining({ version: 'beta' }),
    ]),
  );
});
