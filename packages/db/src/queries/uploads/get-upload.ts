import type { Diagnostic, DiagnosticCode, DiagnosticCounts } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { heatmapIdsOfRuns } from '../../epochs/heatmap-ids';
import { layoutsOfServers } from '../../import/layout-of-server';
import { findRunsOf, isOutdated } from '../../import/upload-row';
import { groupDiagnostics } from '../../jobs/build-preview';
import { getRow } from '../../rows';
import type { FileGroup, UploadListEntry, UploadRun, UploadView } from '../../types/uploads';
import { iso } from '../build-sql';
import { comparePath, openPaths } from '../compare-path';
import { parseId } from '../parse-id';
import { toWorkloadView } from '../views';
import { UPLOAD_COLUMNS } from './list-uploads';
import { getUploadCampaign, listCampaigns } from './upload-campaign';

const ONE = `
SELECT ${UPLOAD_COLUMNS}, parser_version AS "parserVersion", ${iso('files_removed_at')} AS "filesRemovedAt",
  coalesce(cardinality(thinned_runs), 0) AS "thinnedRuns", diagnostic_counts AS "diagnosticCounts",
  CASE WHEN state = 'preview' THEN preview END AS preview
FROM uploads WHERE id = $1`;

/** `preview` is written by endInPreview(), from the same type. */
interface Row
  extends UploadListEntry,
    Pick<UploadView, 'parserVersion' | 'filesRemovedAt' | 'thinnedRuns' | 'preview'> {
  diagnosticCounts: DiagnosticCounts;
}

/**
 * Everything about one upload: how far it is, what was found, what is stored of it.
 *
 * @throws NotFoundError
 */
export async function getUpload(database: Database, id: string): Promise<UploadView> {
  const uploadId = parseId(id, 'upload');
  const row = await getRow<Row>(database.pool, ONE, [uploadId], `No upload ${id}.`);
  const { diagnosticCounts, ...upload } = row;
  const [storedRuns, files, diagnostics, knownServers, campaign, knownCampaigns] = await Promise.all([
    listRunsOf(database, uploadId),
    listFileGroups(database, uploadId),
    listDiagnostics(database, uploadId),
    upload.state === 'preview' ? listServerNames(database) : [],
    getUploadCampaign(database, { id: uploadId, settings: upload.settings }),
    listCampaigns(database),
  ]);
  const { parserVersion, filesRemovedAt, thinnedRuns, preview, ...entry } = upload;
  return {
    ...entry,
    parserVersion,
    isOutdated: isOutdated({ parserVersion, filesRemovedAt }),
    filesRemovedAt,
    thinnedRuns,
    storedRuns,
    files,
    diagnosticGroups: groupDiagnostics(diagnostics, diagnosticCounts),
    preview,
    knownServers,
    campaign,
    knownCampaigns,
  };
}

/**
 * The upload with these bytes.
 *
 * @param sha256 64 hexadecimal digits
 * @returns its id, null if not uploaded
 */
export async function findUploadBySha256(database: Database, sha256: string): Promise<string | null> {
  const row = await database.prisma.upload.findUnique({ where: { sha256 }, select: { id: true } });
  return row && String(row.id);
}

async function listDiagnostics(database: Database, uploadId: number): Promise<Diagnostic[]> {
  const rows = await database.prisma.diagnostic.findMany({
    where: { uploadId },
    select: { code: true, severity: true, file: true, line: true, message: true, excerpt: true },
    orderBy: { id: 'asc' },
  });
  // Only codes of the registry are ever written.
  return rows.map((row) => ({ ...row, code: row.code as DiagnosticCode }));
}

async function listRunsOf(database: Database, uploadId: number): Promise<UploadRun[]> {
  const ids = await findRunsOf(database.pool, uploadId);
  // A cluster refuses Prisma's counts of no run.
  if (ids.length === 0) return [];
  const runs = await database.prisma.run.findMany({
    where: { heatmapId: { in: await heatmapIdsOfRuns(database.pool, ids) }, id: { in: ids } },
    include: {
      server: true,
      workload: true,
      variant: { select: { buildId: true } },
      upload: { select: { origin: true } },
      _count: { select: { results: true } },
    },
    orderBy: { id: 'asc' },
  });
  const openPath = await openPaths(database);
  return runs.map((run) => {
    const { label: workload, details } = toWorkloadView(run.workload, run.upload.origin);
    return {
      id: String(run.id),
      label: run.label,
      results: run._count.results,
      server: { slug: run.server.slug, name: run.server.name },
      workload,
      details,
      comparePath: comparePath({ server: run.server.slug, workload: run.workload.slug }),
      openPath: openPath({
        server: run.server.slug,
        workload: run.workload.slug,
        isNight: run.variant.buildId !== null,
      }),
      isOwn: Number(run.uploadId) === uploadId,
    };
  });
}

async function listFileGroups(database: Database, uploadId: number): Promise<FileGroup[]> {
  const groups = await database.prisma.artifact.groupBy({
    by: ['kind', 'status'],
    where: { uploadId },
    _count: true,
    orderBy: [{ _count: { id: 'desc' } }, { kind: 'asc' }],
  });
  return groups.map(({ kind, status, _count }) => ({ kind, status, count: _count }));
}

async function listServerNames(database: Database): Promise<UploadView['knownServers']> {
  const [servers, layouts] = await Promise.all([
    database.prisma.server.findMany({
      where: { mergedAway: { none: { inForce: true } } },
      select: { slug: true, name: true, cores: true },
      orderBy: { name: 'asc' },
    }),
    layoutsOfServers(database),
  ]);
  return servers.map((server) => ({ ...server, layout: layouts.get(server.name.toLowerCase()) ?? null }));
}
