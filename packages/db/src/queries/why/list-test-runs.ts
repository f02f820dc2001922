import {
  type BenchmarkId,
  benchmarkModel,
  cpuMicros,
  filesRemovedText,
  perSecond,
} from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { findArtifacts } from '../find-artifacts';
import type { CellAddress, StoredArtifact } from '../get-cell-evidence';

/** Runs of a cell that are looked through for files: each costs a few queries. */
const MAX_RUNS = 5;

/** One run of a cell, with the names of its logs. */
export interface TestRun {
  runId: number;
  uploadId: number;
  /** That the retention rule removed the files of its upload; null: they are stored. */
  removed: string | null;
  /** Name of its directory. */
  label: string;
  variant: { product: string; version: string; flavour: string | null; config: string | null };
  /** Which build of its version line it is of; null for a release. */
  build: { commit: string | null } | null;
  /** Operations of the first repeat: throughput × measured time; null when a part of it is missing. */
  operations: number | null;
  /** CPU microseconds per operation of the first repeat; null when cpu/o or the cores of the server are not known. */
  cpuMicros: number | null;
  /** Paths of the logs of this test, and of all other tests of the run. */
  own: string[];
  others: string[];
}

/** The runs of a cell, the newest first. */
export async function listTestRuns(database: Database, cell: CellAddress): Promise<TestRun[]> {
  // No heatmap is 0.
  const heatmapId = (await findHeatmapId(database.pool, cell)) ?? 0;
  const results = await database.prisma.result.findMany({
    where: {
      heatmapId,
      test: { key: cell.test },
      run: { variant: { slug: cell.column } },
    },
    orderBy: [{ run: { at: 'desc' } }, { runId: 'desc' }, { repeat: 'asc' }],
    distinct: ['runId'],
    take: MAX_RUNS,
    select: {
      test: { select: { benchmarkId: true } },
      run: {
        select: {
          id: true,
          uploadId: true,
          upload: { select: { filesRemovedAt: true } },
          label: true,
          server: { select: { cores: true } },
          variant: {
            select: {
              flavour: true,
              product: { select: { name: true } },
              version: { select: { name: true } },
              config: { select: { name: true } },
              build: { select: { commit: true } },
            },
          },
        },
      },
      measurements: { select: { metric: true, source: true, value: true } },
    },
  });
  return Promise.all(
    results.map(async ({ test, run, measurements }) => {
      const values = new Map<string, number>();
      for (const { metric, source, value } of measurements) {
        if (source === 'computed' || !values.has(metric)) values.set(metric, value);
      }
      return {
        runId: Number(run.id),
        uploadId: Number(run.uploadId),
        removed: run.upload.filesRemovedAt && filesRemovedText(run.upload.filesRemovedAt.toISOString()),
        label: run.label,
        variant: {
          product: run.variant.product.name,
          version: run.variant.version.name,
          flavour: run.variant.flavour,
          config: run.variant.config?.name ?? null,
        },
        build: run.variant.build,
        operations: operationsOf(test.benchmarkId as BenchmarkId, values),
        cpuMicros: cpuMicrosOf(values, run.server.cores),
        ...(await listLogs(database, { heatmapId, run }, cell.test)),
      };
    }),
  );
}

function operationsOf(benchmark: BenchmarkId, values: ReadonlyMap<string, number>): number | null {
  const [throughput, elapsed] = [values.get('throughput'), values.get('elapsed')];
  if (throughput === undefined || elapsed === undefined) return null;
  const operations = perSecond(benchmarkModel(benchmark), throughput) * elapsed;
  return operations > 0 ? operations : null;
}

/** cpu/o is percent of all cores. */
function cpuMicrosOf(values: ReadonlyMap<string, number>, cores: number | null): number | null {
  const measured = values.get('cpu_us_per_op');
  if (measured !== undefined) return measured;
  const percent = values.get('cpu_per_op');
  return percent === undefined || cores === null ? null : cpuMicros(percent, cores);
}

const LOGS = `
SELECT DISTINCT m.artifact_id AS artifact, t.key = $2 AS own
FROM results r
JOIN tests t ON t.id = r.test_id
JOIN measurements m ON m.heatmap_id = r.heatmap_id AND m.result_id = r.id
WHERE r.heatmap_id = $3 AND r.run_id = $1 AND m.artifact_id IS NOT NULL`;

async function listLogs(
  database: Database,
  { heatmapId, run }: { heatmapId: number; run: { id: bigint; uploadId: bigint } },
  test: string,
) {
  const { rows } = await database.pool.query<{ artifact: number; own: boolean }>(LOGS, [
    run.id,
    test,
    heatmapId,
  ]);
  // By itself: a cluster cuts numbers by heatmap, and files by upload.
  const files = await findArtifacts(
    database,
    [run.uploadId],
    rows.map(({ artifact }) => artifact),
  );
  const pathsOf = (ofTest: boolean) => [
    ...new Set(
      rows.flatMap(({ artifact, own }) => (own === ofTest ? (files.get(artifact)?.path ?? []) : [])),
    ),
  ];
  return { own: pathsOf(true), others: pathsOf(false) };
}

/** Files of some kinds of the upload of a run, by their paths; `most` of them. */
export async function listArtifacts(
  database: Database,
  { uploadId }: TestRun,
  { kinds, most }: { kinds: readonly string[]; most: number },
): Promise<StoredArtifact[]> {
  const rows = await database.prisma.artifact.findMany({
    where: { uploadId, kind: { in: [...kinds] } },
    orderBy: { path: 'asc' },
    take: most,
    select: { id: true, path: true, kind: true, sha256: true },
  });
  return rows.map(({ id, ...file }) => ({ ...file, id: Number(id) }));
}
