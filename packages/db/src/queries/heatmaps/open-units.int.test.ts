import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { MetricId } from '@basecase/ingest/model';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../../blobs/blob-store';
import { exportRuns } from '../../export/export-runs';
import { listRunGroups } from '../../export/list-run-groups';
import { loadRuns } from '../../export/load-runs';
import { ingestPath } from '../../import/ingest-path';
import { deleteUpload } from '../../jobs/delete-upload';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { getCompareView } from './get-compare-view';
import { listHeatmaps } from './list-heatmaps';
import { listProductViews } from './list-product-views';

const MS: MetricId = 'open:lower:ms:latency';
const US: MetricId = 'open:lower:µs:latency';

interface Row {
  test?: string;
  metric: string;
  value: number;
  unit: string;
  better?: string;
}

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-units-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ingest = (file: string, into = database) =>
  ingestPath({ database: into, blobs: openBlobStore(path.join(folder, 'blobs'), into) }, file);

/** A separate upload. */
async function upload(version: string, ...results: Row[]) {
  const file = path.join(folder, `${version}.json`);
  const head = { basecaseResults: 1, tool: 'mybench', product: 'MyStore', machine: 'box1', version };
  await writeFile(
    file,
    JSON.stringify({ ...head, results: results.map((row) => ({ test: 'put', ...row })) }),
  );
  return ingest(file);
}

const rate = (value: number, unit: string): Row => ({ metric: 'throughput', value, unit });
const latency = (value: number, unit: string): Row => ({ metric: 'latency', value, unit });

async function heatmapOf(own: TestDatabase) {
  const [entry] = await listHeatmaps(own);
  return { server: entry?.server.slug ?? '', workload: entry?.workload.slug ?? '' };
}

async function matrixOf(own = database) {
  return (await getCompareView(own, await heatmapOf(own))).matrix;
}

describe('uploads with different units of one metric', () => {
  it('are compared in one unit: a time', async () => {
    await upload('1.0', rate(10, 'ops/s'), latency(1.8, 'ms'));
    await upload('1.1', rate(10, 'ops/s'), latency(2, 'ms'));
    await upload('1.2', rate(10, 'ops/s'), latency(1800, 'us'));
    await upload('1.3', rate(10, 'ops/s'), latency(0.004, 's'));
    const { values } = await matrixOf();
    expect(values[MS]).toEqual([[1.8, 2, 1.8, 4]]);
    expect(Object.keys(values).filter((id) => id.startsWith('open:'))).toEqual([MS]);
  });

  it('are compared in the unit of the first: a rate, whichever comes last', async () => {
    await upload('1.0', rate(600, 'ops/min'));
    await upload('1.1', rate(20, 'ops/s'));
    const { rows, values } = await matrixOf();
    expect(rows.map(({ unit }) => unit)).toEqual(['ops/min']);
    expect(values.throughput).toEqual([[600, 1200]]);
  });

  it('are compared by what is paid: bytes', async () => {
    await upload('1.0', { metric: 'size', value: 2, unit: 'KiB' });
    await upload('1.1', { metric: 'size', value: 1, unit: 'MiB' });
    const { rows, values } = await matrixOf();
    expect(rows.map(({ unit }) => unit)).toEqual(['1/KiB by size']);
    expect(values.throughput).toEqual([[0.5, 1 / 1024]]);
    expect(values['open:lower:KiB:size']).toEqual([[2, 1024]]);
  });

  it('stay apart where they count different things', async () => {
    await upload('1.0', rate(10, 'ops/s'));
    const { diagnostics } = await upload('1.1', rate(500, 'rows/s'));
    expect(diagnostics.find(({ code }) => code === 'UNITS_APART')?.message).toBe(
      "put: in rows/s, which can't be converted to the ops/s of earlier results: a separate metric, compared with none of them",
    );
    const { rows, values } = await matrixOf();
    expect(rows.map(({ unit }) => unit)).toEqual(['ops/s']);
    expect(values.throughput).toEqual([[10, null]]);
    expect(values['open:higher:rows/s:throughput']).toEqual([[null, 500]]);
  });

  it('leave the unit with the first upload only while it is stored', async () => {
    const { uploadId: mistaken } = await upload('1.0', rate(10, 'ops/s'));
    await deleteUpload(database, openBlobStore(path.join(folder, 'blobs'), database), mistaken);
    await upload('1.1', rate(500, 'rows/s'));
    const { rows, values } = await matrixOf();
    expect(rows.map(({ unit }) => unit)).toEqual(['rows/s']);
    expect(values.throughput).toEqual([[500]]);
  });

  it('are in the unit that a trend asks for', async () => {
    await upload('1.0', rate(10, 'ops/s'), latency(1.8, 'ms'));
    await upload('1.1', rate(500, 'rows/s'), latency(2000, 'us'));
    const view = async (metric: MetricId) => {
      const heatmaps = [await heatmapOf(database)];
      const asked = { product: 'MyStore', heatmaps, metrics: [metric], tests: null, columns: null };
      return (await listProductViews(database, asked))[0]?.matrix.values[metric];
    };
    expect(await view(US)).toEqual([[1800, 2000]]);
    expect(await view(MS)).toEqual([[1.8, 2]]);
    expect(await view('throughput')).toEqual([[10, null]]);
    expect(await view('open:higher:rows/s:throughput')).toEqual([[null, 500]]);
  });
});

describe('an export of runs in different units', () => {
  const fill = async () => {
    await upload('1.0', rate(600, 'ops/min'), latency(1.8, 'ms'));
    await upload('1.1', rate(20.1, 'ops/s'), latency(1830.7, 'us'));
    return listRunGroups(database, [{ ...(await heatmapOf(database)), columns: null, tests: null }]);
  };

  it('has the numbers as they were sent, and makes the same heatmap', async () => {
    const groups = await fill();
    const file = path.join(folder, 'export.ndjson');
    await writeFile(file, exportRuns('results', loadRuns(database, groups)));
    const there = await createTestDatabase();
    try {
      await ingest(file, there);
      const [before, after] = [await matrixOf(), await matrixOf(there)];
      expect(before.values[MS]).toEqual([[1.8, 1.8307]]);
      expect({ rows: after.rows, values: after.values }).toEqual({
        rows: before.rows,
        values: before.values,
      });
    } finally {
      await there.drop();
    }
    const text = await new Response(
      Readable.toWeb(Readable.from(exportRuns('results', loadRuns(database, groups)))) as ReadableStream,
    ).text();
    const sent = text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Partial<Row>)));
    expect(sent.flatMap(({ value, unit }) => (value === undefined ? [] : [[value, unit]]))).toEqual([
      [1.8, 'ms'],
      [600, 'ops/min'],
      [1830.7, 'µs'],
      [20.1, 'ops/s'],
    ]);
  });

  it('has them in Parquet as well', async () => {
    const pieces = exportRuns('parquet', loadRuns(database, await fill()));
    const bytes = await new Response(Readable.toWeb(Readable.from(pieces)) as ReadableStream).arrayBuffer();
    const rows = await parquetReadObjects({ file: bytes });
    expect(rows.map(({ metric, value, unit }) => [metric, value, unit])).toEqual([
      [MS, 1.8, 'ms'],
      ['throughput', 600, 'ops/min'],
      [US, 1830.7, 'µs'],
      ['throughput', 20.1, 'ops/s'],
    ]);
  });
});
