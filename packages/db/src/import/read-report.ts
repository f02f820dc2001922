import type { DiagnosticCode } from '@basecase/ingest/model';
import { listNotInForce, saidLater } from '../corrections/said-later';
import type { Database } from '../database';
import { heatmapIdsOfRuns } from '../epochs/heatmap-ids';
import { comparePath, openPaths } from '../queries/compare-path';
import type { IngestReport } from '../types';
import { findRunsOf } from './upload-row';

/** What an import did; `runs` null when it did nothing and the runs are to be found. */
export interface ReportInput {
  uploadId: number;
  isReparsed: boolean;
  runs: readonly { id: number; isNew: boolean }[] | null;
}

/** What is stored of an upload, as the command line and the upload page tell it. */
export async function readReport(
  database: Database,
  { uploadId, isReparsed, runs }: ReportInput,
): Promise<IngestReport> {
  const known = runs ?? (await findRunsOf(database.pool, uploadId)).map((id) => ({ id, isNew: false }));
  const [upload, byStatus, stored, openPath, notInForce] = await Promise.all([
    database.prisma.upload.findUniqueOrThrow({
      where: { id: uploadId },
      include: { diagnostics: { orderBy: { id: 'asc' } } },
    }),
    database.prisma.artifact.groupBy({ by: ['status'], where: { uploadId }, _count: true }),
    listStored(
      database,
      known.map(({ id }) => id),
    ),
    openPaths(database),
    runs === null ? listNotInForce(database.pool, uploadId) : [],
  ]);
  const count = (status: string) => byStatus.find((row) => row.status === status)?._count ?? 0;
  // Nothing was corrected now: only what does not count needs words.
  const found = upload.diagnostics.filter(({ code }) => runs !== null || code !== 'CORRECTED_LATER');
  const storedOutcome = isReparsed ? 'reparsed' : 'stored';
  return {
    uploadId: String(upload.id),
    outcome: runs === null ? 'unchanged' : storedOutcome,
    runs: stored.map((run) => ({
      id: String(run.id),
      label: run.label,
      results: run._count.results,
      clients: run.workload.clients,
      isNew: known.some(({ id, isNew }) => id === Number(run.id) && isNew),
      comparePath: comparePath({ server: run.server.slug, workload: run.workload.slug }),
      openPath: openPath({
        server: run.server.slug,
        workload: run.workload.slug,
        isNight: run.variant.buildId !== null,
      }),
    })),
    artifacts: { parsed: count('parsed'), kept: count('kept'), unknown: count('unknown') },
    diagnostics: [
      ...notInForce.map(saidLater),
      ...found.map(({ code, severity, file, line, message, excerpt }) => ({
        // Only codes of the registry are ever written.
        code: code as DiagnosticCode,
        ...{ severity, file, line, message, excerpt },
      })),
    ],
  };
}

async function listStored(database: Database, ids: readonly number[]) {
  // A cluster refuses Prisma's counts of no run.
  if (ids.length === 0) return [];
  return database.prisma.run.findMany({
    where: { heatmapId: { in: await heatmapIdsOfRuns(database.pool, ids) }, id: { in: [...ids] } },
    select: {
      id: true,
      label: true,
      server: { select: { slug: true } },
      workload: { select: { slug: true, clients: true } },
      variant: { select: { buildId: true } },
      _count: { select: { results: true } },
    },
    orderBy: { id: 'asc' },
  });
}
