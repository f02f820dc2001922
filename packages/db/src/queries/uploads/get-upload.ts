import type { Diagnostic, DiagnosticCode, DiagnosticCounts } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { heatmapIdsOfRuns } from '../../epochs/heatmap-ids';
import { NotFoundError } from '../../errors';
import { findRunsOf } from '../../import/read-report';
import { PARSER_VERSION } from '../../import/upload-row';
import { groupDiagnostics } from '../../jobs/build-preview';
import type { FileGroup, UploadPreview, UploadRun, UploadView } from '../../types/uploads';
import { comparePath } from '../compare-path';
import { parseId } from '../parse-id';
import { toWorkloadView } from '../views';
import { toListEntry } from './list-uploads';
import { getUploadCampaign, listCampaigns } from './upload-campaign';

/**
 * Everything about one upload: how far it is, what was found, what is stored of it.
 *
 * @throws NotFoundError
 */
export async function getUpload(database: Database, id: string): Promise<UploadView> {
  const uploadId = parseId(id, 'upload');
  const row = await database.prisma.upload.findUnique({ where: { id: uploadId } });
  if (!row) throw new NotFoundError(`No upload ${id}.`);
  const entry = toListEntry(row);
  const [storedRuns, files, diagnostics, knownServers, campaign, knownCampaigns] = await Promise.all([
    listRunsOf(database, uploadId),
    listFileGroups(database, uploadId),
    listDiagnostics(database, uploadId),
    row.state === 'preview' ? listServerNames(database) : [],
    getUploadCampaign(database, { id: uploadId, settings: entry.settings }),
    listCampaigns(database),
  ]);
  return {
    ...entry,
    parserVersion: row.parserVersion,
    isOutdated:
      row.parserVersion !== null && row.parserVersion < PARSER_VERSION && row.filesRemovedAt === null,
    filesRemovedAt: row.filesRemovedAt?.toISOString() ?? null,
    thinnedRuns: row.thinnedRuns.length,
    storedRuns,
    files,
    diagnosticGroups: groupDiagnostics(diagnostics, row.diagnosticCounts as DiagnosticCounts),
    // Written by endInPreview(), from the same type.
    preview: row.state === 'preview' ? (row.preview as UploadPreview | null) : null,
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
  const ids = await findRunsOf(database, uploadId);
  // A cluster refuses Prisma's counts of no run.
  if (ids.length === 0) return [];
  const runs = await database.prisma.run.findMany({
    where: { heatmapId: { in: await heatmapIdsOfRuns(database.pool, ids) }, id: { in: ids } },
    include: {
      server: true,
      workload: true,
      upload: { select: { origin: true } },
      _count: { select: { results: true } },
    },
    orderBy: { id: 'asc' },
  });
  return runs.map((run) => ({
    id: String(run.id),
    label: run.label,
    results: run._count.results,
    server: { slug: run.server.slug, name: run.server.name },
    workload: toWorkloadView(run.workload, run.upload.origin).label,
    comparePath: comparePath({ server: run.server.slug, workload: run.workload.slug }),
    isOwn: Number(run.uploadId) === uploadId,
  }));
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
  return database.prisma.server.findMany({
    where: { mergedAway: { none: { inForce: true } } },
    select: { slug: true, name: true, cores: true },
    orderBy: { name: 'asc' },
  });
}
