import {
  compareTests,
  type Diagnostic,
  type DiagnosticCode,
  type IdentityValue,
  type MetricId,
  type Rounds,
  type RunFacts,
} from '@basecase/ingest/model';
import { attributesOf, type RunReading } from '../corrections/run-reading';
import type { Database } from '../database';
import { findRunPlaces, type RunPlace } from '../epochs/heatmap-ids';
import { NotFoundError } from '../errors';
import { countCodes } from '../import/upload-contents';
import { isOutdated } from '../import/upload-row';
import { groupDiagnostics } from '../jobs/build-preview';
import { findRow, findValue } from '../rows';
import type { BuildView } from '../types/builds';
import type { CorrectionField } from '../types/corrections';
import type { BadRunMark, BaseColumn, RunFile, RunPage, RunResult } from '../types/runs';
import { BUILD_JSON, JOIN_BUILDS } from './build-sql';
import { campaignOf } from './campaigns';
import { parseId } from './parse-id';
import { findArtifactIds } from './uploads/list-upload-files';
import { toServerView, toWorkloadView } from './views';

/** Files listed on the page of a run; the page of its upload searches in all. */
const MAX_FILES = 500;

const RUN = {
  server: true,
  workload: true,
  upload: {
    select: {
      id: true,
      filename: true,
      origin: true,
      createdAt: true,
      settings: true,
      filesRemovedAt: true,
      parserVersion: true,
    },
  },
  variant: { include: { product: true, version: true, config: true } },
} as const;

/**
 * Everything known about one run.
 *
 * @throws NotFoundError
 */
export async function getRunPage(database: Database, id: string): Promise<RunPage> {
  const runId = parseId(id, 'run');
  const [place] = await findRunPlaces(database.pool, [runId]);
  const run =
    place &&
    (await database.prisma.run.findUnique({
      where: { id_heatmapId: { heatmapId: place.heatmapId, id: runId } },
      include: RUN,
    }));
  if (!run) throw new NotFoundError(`No run ${id}.`);
  const { variant, upload } = run;
  const { heatmapId } = place;
  const [results, siblings, base, files, diagnostics, bad, build] = await Promise.all([
    listResults(database, place),
    database.prisma.run.findMany({
      where: { heatmapId, variantId: variant.id, id: { not: runId } },
      select: { id: true, at: true },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
    }),
    findBase(database, place),
    listFiles(database, place),
    listDiagnostics(database, { uploadId: upload.id, path: run.path }),
    findBadMark(database, place),
    findBuild(database, variant.id),
  ]);
  const named = diagnostics.flatMap(({ file }) => file ?? []);
  return {
    id: String(run.id),
    label: run.label,
    path: run.path,
    product: variant.product.name,
    version: variant.version.name,
    versionKnown: variant.version.known,
    build,
    facts: run.facts as RunFacts,
    // Written by storeRun(), from the same type.
    rounds: run.rounds as Rounds | null,
    // Written by storeRun(), from the same type.
    identity: (run.identitySources ?? []) as unknown as IdentityValue[],
    flavour: variant.flavour,
    config: variant.config?.name ?? null,
    configText: variant.config?.text ?? null,
    server: toServerView(run.server),
    workload: toWorkloadView(run.workload, upload.origin),
    columnSlug: variant.slug,
    at: run.at.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    notes: run.notes,
    campaign: campaignOf(run, upload),
    // Only corrections write it, from this type.
    asRead: run.asRead === null ? null : attributesOf(run.asRead as unknown as RunReading),
    corrected: run.corrected as CorrectionField[],
    bad,
    isSummary: run.isSummary,
    upload: {
      id: String(upload.id),
      filename: upload.filename,
      origin: upload.origin,
      createdAt: upload.createdAt.toISOString(),
      filesRemovedAt: upload.filesRemovedAt?.toISOString() ?? null,
      isOutdated: isOutdated(upload),
    },
    siblings: siblings.map((sibling) => ({ id: String(sibling.id), at: sibling.at.toISOString() })),
    base,
    results,
    ...files,
    diagnostics: groupDiagnostics(diagnostics, countCodes(diagnostics)),
    artifactIds: await findArtifactIds(database, String(upload.id), [...new Set(named)]),
  };
}

interface ResultRow extends Omit<RunResult, 'doubtful' | 'values'> {
  values: RunResult['values'] | null;
  doubtful: MetricId[] | null;
}

/** Of a metric that has both, the computed value comes last and counts. */
const LIST_RESULTS = `
SELECT json_build_object('key', key, 'name', tests.name, 'range', "range", 'group', "group", 'position', position,
    'unit', tests.unit, 'warmup', warmup, 'known', known) AS test,
  repeat, status, results.unit, clients, command, tool, device,
  (SELECT json_object_agg(metric, json_build_object('value', value, 'source', source) ORDER BY source = 'computed')
   FROM measurements WHERE heatmap_id = $1 AND result_id = results.id) AS values,
  (SELECT json_agg(metric) FROM measurements
   WHERE heatmap_id = $1 AND result_id = results.id AND doubt IS NOT NULL) AS doubtful
FROM results JOIN tests ON tests.id = results.test_id
WHERE results.heatmap_id = $1 AND run_id = $2`;

async function listResults(database: Database, { heatmapId, id }: RunPlace): Promise<RunResult[]> {
  const { rows } = await database.pool.query<ResultRow>(LIST_RESULTS, [heatmapId, id]);
  return rows
    .map(({ values, doubtful, ...row }) => ({ ...row, values: values ?? {}, ...(doubtful && { doubtful }) }))
    .sort((a, b) => compareTests(a.test, b.test) || a.repeat - b.repeat);
}

/** The release of the same product before this run's, on the same server and workload; the same config if it has it. */
const FIND_BASE = `
SELECT variants.slug, versions.name AS version
FROM runs AS own
JOIN runs USING (heatmap_id)
JOIN variants AS own_variant ON own_variant.id = own.variant_id
JOIN versions AS own_version ON own_version.id = own_variant.version_id
JOIN variants ON variants.id = runs.variant_id AND variants.product_id = own_variant.product_id
  AND variants.build_id IS NULL
JOIN versions ON versions.id = variants.version_id AND versions.sort_key < own_version.sort_key
WHERE own.heatmap_id = $1 AND own.id = $2
ORDER BY versions.sort_key DESC, variants.config_id IS NOT DISTINCT FROM own_variant.config_id DESC, variants.slug
LIMIT 1`;

async function findBase(database: Database, { heatmapId, id }: RunPlace): Promise<BaseColumn | null> {
  return findRow<BaseColumn>(database.pool, FIND_BASE, [heatmapId, id]);
}

/** One mark of a run is in force at a time: an index of the table sees to it. */
async function findBadMark(database: Database, { heatmapId, id }: RunPlace): Promise<BadRunMark | null> {
  const mark = await database.prisma.noiseExclusion.findFirst({
    where: { heatmapId, runId: id, otherId: null, removedAt: null },
    select: { id: true, reason: true, by: true, at: true },
  });
  return mark && { ...mark, id: String(mark.id), at: mark.at.toISOString() };
}

/** Files in the directory of a run, and those elsewhere in its upload that its numbers were read from. */
const LIST_FILES = `
WITH own AS (SELECT upload_id, path FROM runs WHERE heatmap_id = $1 AND id = $2), files AS (
  SELECT artifacts.id, artifacts.path, kind, status, size_bytes FROM artifacts JOIN own USING (upload_id)
  WHERE own.path = '' OR artifacts.path = own.path OR starts_with(artifacts.path, own.path || '/')
  UNION
  SELECT artifacts.id, artifacts.path, kind, status, size_bytes FROM artifacts JOIN own USING (upload_id)
  WHERE artifacts.id IN (SELECT artifact_id FROM results JOIN measurements ON measurements.heatmap_id = $1 AND result_id = results.id
    WHERE results.heatmap_id = $1 AND run_id = $2)
)
SELECT id::text, path, kind, status, size_bytes::float8 AS "sizeBytes", (count(*) OVER ())::int AS total
FROM files ORDER BY path, files.id LIMIT ${MAX_FILES}`;

async function listFiles(
  database: Database,
  { heatmapId, id }: RunPlace,
): Promise<{ files: RunFile[]; fileCount: number }> {
  const { rows } = await database.pool.query<RunFile & { total: number }>(LIST_FILES, [heatmapId, id]);
  return { files: rows.map(({ total: _, ...file }) => file), fileCount: rows[0]?.total ?? 0 };
}

/** Diagnostics of the files in a directory of an upload, or of the directory itself. */
async function listDiagnostics(
  database: Database,
  { uploadId, path }: { uploadId: bigint; path: string },
): Promise<Diagnostic[]> {
  const rows = await database.prisma.diagnostic.findMany({
    where: { uploadId, ...(path !== '' && { OR: [{ file: path }, { file: { startsWith: `${path}/` } }] }) },
    select: { code: true, severity: true, file: true, line: true, message: true, excerpt: true },
    orderBy: { id: 'asc' },
  });
  // Only codes of the registry are ever written.
  return rows.map((row) => ({ ...row, code: row.code as DiagnosticCode }));
}

const FIND_BUILD = `SELECT ${BUILD_JSON} AS build FROM variants ${JOIN_BUILDS} WHERE variants.id = $1`;

async function findBuild({ pool }: Database, variantId: number): Promise<BuildView | null> {
  return findValue<BuildView>(pool, FIND_BUILD, [variantId]);
}
