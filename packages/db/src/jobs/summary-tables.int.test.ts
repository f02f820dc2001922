import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../database';
import { countAllRuns } from '../epochs/heatmap-rows';
import { type MovedRun, moveRuns } from '../epochs/write-runs';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { sampleLogs } from '../testing/sample-logs';
import { openUploadBench, tarOf, type UploadBench } from '../testing/upload-bench';
import { cleanRawBytes } from './clean-raw-bytes';

const [PG17, PG18] = ['x.pg174_o2nofp.x10a_c8r32.pk1', 'x.pg181_o2nofp.x10b_c8r32.pk1'];

/** A table of two versions, one of them with its logs. Both have the costs of a summary. */
const table = `sb.met.point-query.range100.pk1.dop1
--- absolute
cpu/o		cs/o	r/o	rKB/o	wKB/o	o/s	dbms
0.000510	3.825	0	0	0.003	12346	${PG17}
0.000520	3.925	0	0	0.003	12111	${PG18}
`;

let bench: UploadBench;
let uploadId: string;
beforeAll(async () => {
  bench = await openUploadBench();
  const logs = Object.entries(sampleLogs()).map(([name, text]) => [`dop1/${PG17}/${name}`, text] as const);
  const content = await tarOf({ ...Object.fromEntries(logs), 'dop1/o.met.all': table });
  ({ uploadId } = await bench.send(content, { filename: 'nov25.tar', server: 'pn53' }));
  await bench.workUntil(uploadId, 'stored');
});
afterAll(() => bench.close());

const columnsOf = async (workload: string) => {
  const { matrix } = await getCompareView(bench.database, { server: 'pn53', workload });
  return matrix.columns.map(({ version }) => version);
};
const workloads = async () => (await listHeatmaps(bench.database)).map(({ workload }) => workload.slug);

it('the columns of a table are one heatmap, with or without their raw logs', async () => {
  expect(await workloads()).toEqual(['sysbench-1x1m-1c-pk1']);
  expect(await columnsOf('sysbench-1x1m-1c-pk1')).toEqual(['17.4', '18.1']);
});

it('tables that older parsers tore apart are read again by themselves, and keep their runs', async () => {
  const { pool } = bench.database;
  const runs = async () => (await pool.query('SELECT id, label, is_summary FROM runs ORDER BY id')).rows;
  const before = await runs();
  await pool.query(`
    WITH torn AS (
      INSERT INTO workloads (benchmark_id, clients, primary_key, slug)
      VALUES ('sysbench', 1, true, 'sysbench-1c-pk1') RETURNING id
    )
    INSERT INTO heatmaps (server_id, workload_id) SELECT servers.id, torn.id FROM servers, torn`);
  const { rows: torn } = await pool.query<MovedRun>(`
    SELECT runs.id, heatmap_id AS from, (SELECT max(id) FROM heatmaps) AS into FROM runs WHERE is_summary`);
  await inTransaction(bench.database, (client) => moveRuns(client, torn));
  await pool.query('UPDATE uploads SET parser_version = 3');
  await countAllRuns(bench.database);
  expect(await workloads()).toHaveLength(2);

  expect(await cleanRawBytes(bench.database, bench.blobs)).toMatchObject({ requeued: 1 });
  await bench.workUntil(uploadId, 'stored');
  expect(await columnsOf('sysbench-1x1m-1c-pk1')).toEqual(['17.4', '18.1']);
  expect(await workloads()).toEqual(['sysbench-1x1m-1c-pk1']);
  expect(await runs()).toEqual(before);
  // Once is enough.
  expect(await cleanRawBytes(bench.database, bench.blobs)).toMatchObject({ requeued: 0 });
});
