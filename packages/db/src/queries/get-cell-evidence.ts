import { worstStatus } from '@basecase/analysis';
import {
  boundedLines,
  findPointer,
  IngestError,
  MAX_POINTER_BYTES,
  mayBeJson,
  type ReadDetails,
  readDetails,
} from '@basecase/ingest';
import { type Doubt, filesRemovedText, type MetricId, type Source } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { findHeatmapId } from '../epochs/heatmap-ids';
import { NotFoundError } from '../errors';
import { readStopDetail } from '../regressions/record-page/read-stop-detail';
import type {
  CellEvidence,
  EvidenceMeasurement,
  EvidenceResult,
  ExcerptNumber,
  ExcerptPlace,
  LogExcerpt,
} from '../types';
import type { ArtifactView } from '../types/artifacts';
import { type FoundArtifact, findArtifacts } from './find-artifacts';
import { getArtifact, openArtifact } from './get-artifact';

/** Server, workload and column by slug, test by key (`read-only_range=100`): names a cell of the compare page. */
export interface CellAddress {
  server: string;
  workload: string;
  column: string;
  test: string;
}

/**
 * Everything known about one cell: every repeat of every run with all its numbers, their formulas, and where they
 * were read. A test that the column did not run has no results and the status `missing`.
 *
 * @throws NotFoundError when the column has no run on this server and workload
 */
export async function getCellEvidence(database: Database, cell: CellAddress): Promise<CellEvidence> {
  const heatmapId = await findHeatmapId(database.pool, cell);
  // No heatmap is 0.
  const runs = await database.prisma.run.findMany({
    where: { heatmapId: heatmapId ?? 0, variant: { slug: cell.column } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    include: {
      variant: { include: { product: true, version: true, config: true } },
      // Marks of bad runs that are still in force.
      exclusions: { where: { otherId: null, removedAt: null }, select: { id: true }, take: 1 },
      results: {
        where: { test: { key: cell.test } },
        orderBy: { repeat: 'asc' },
        include: { measurements: true },
      },
    },
  });
  const newest = runs.at(-1);
  if (!newest) {
    throw new NotFoundError(`No run of "${cell.column}" for "${cell.workload}" on "${cell.server}".`);
  }
  const { variant } = newest;
  const artifacts = await findArtifacts(
    database,
    runs.map(({ uploadId }) => uploadId),
    runs.flatMap((run) =>
      run.results.flatMap(({ measurements }) => measurements.map(({ artifactId }) => artifactId)),
    ),
  );
  const results = runs.flatMap((run) =>
    run.results.map((result) => ({
      runId: String(run.id),
      repeat: result.repeat,
      status: result.status,
      startedAt: run.startedAt?.toISOString() ?? null,
      command: result.command,
      tool: result.tool,
      device: result.device,
      ...(run.exclusions.length > 0 && { isBad: true }),
      measurements: result.measurements.map((measurement) => toEvidence(measurement, artifacts)),
    })),
  );
  const stop = await stopOf(database, cell, {
    heatmapId,
    results,
    uploads: runs.map(({ uploadId }) => uploadId),
  });
  return {
    column: {
      slug: variant.slug,
      label: newest.label,
      product: variant.product.name,
      version: variant.version.name,
      flavour: variant.flavour,
      config: variant.config?.name ?? null,
      runs: runs.length,
    },
    test: cell.test,
    status: worstStatus(results.map(({ status }) => status)),
    ...(stop && { stop }),
    results,
    configText: variant.config?.text ?? null,
    artifacts: [...artifacts.values()].map(({ id, path, kind, sizeBytes }) => ({
      id: String(id),
      path,
      kind,
      sizeBytes,
    })),
  };
}

const FILES = 'SELECT id::text, path FROM artifacts WHERE upload_id = ANY ($1) AND path = $2';

/** Where the log of a cell tells that it does not work; null where a result has a number. */
async function stopOf(
  database: Database,
  { column, test }: CellAddress,
  {
    heatmapId,
    results,
    uploads,
  }: {
    heatmapId: number | null;
    results: readonly Pick<EvidenceResult, 'status' | 'measurements'>[];
    uploads: readonly bigint[];
  },
): Promise<NonNullable<CellEvidence['stop']> | null> {
  const works = results.some(
    ({ status, measurements }) =>
      status === 'ok' && measurements.some(({ metric, value }) => metric === 'throughput' && value > 0),
  );
  if (heatmapId === null || works || results.length === 0) return null;
  const stop = await readStopDetail(database, { heatmapId, column, test });
  if (!stop) return null;
  const { rows } = await database.pool.query<{ id: string }>(FILES, [uploads.map(Number), stop.file]);
  return { ...stop, artifactId: rows[0]?.id ?? null };
}

interface StoredMeasurement {
  metric: string;
  value: number;
  unit: string;
  source: Source;
  formula: string | null;
  artifactId: bigint | null;
  line: number | null;
  lineEnd: number | null;
  doubt: unknown;
}

function toEvidence(
  stored: StoredMeasurement,
  artifacts: ReadonlyMap<number, FoundArtifact>,
): EvidenceMeasurement {
  // Only the importer writes it.
  const doubt = stored.doubt as Doubt | null;
  const doubted = [...artifacts.values()].find(({ path }) => path === doubt?.file);
  return {
    // Only the importer writes metrics, from the type of their ids.
    metric: stored.metric as MetricId,
    value: stored.value,
    unit: stored.unit,
    source: stored.source,
    formula: stored.formula,
    artifactId: stored.artifactId === null ? null : String(stored.artifactId),
    file: artifacts.get(Number(stored.artifactId ?? 0))?.path ?? null,
    line: stored.line,
    lineEnd: stored.lineEnd,
    ...(doubt && { doubt: { ...doubt, artifactId: doubted ? String(doubted.id) : null } }),
  };
}

/** Lines shown before and after the ones a number was read from. */
const CONTEXT_LINES = 3;

/** A mean may be over thousands of samples; its first lines are enough to see what they are. */
const MAX_LINES = 200;

/** Logs have lines of megabytes (EXPLAIN noise); the page shows their beginning. */
const MAX_LINE_BYTES = 500;

/** Lines of a stored file, 1-based. */
export interface LogExcerptQuery {
  artifactId: string;
  line: number;
  lineEnd: number;
  /** Lines around them; 3 when left out. */
  context?: number;
  /** The number that was read from them: for a JSON file the answer names the value. */
  number?: ExcerptNumber;
}

/**
 * The lines a number was read from, with some around them. Reads no further than it must. If the retention rule
 * removed the file, or its bytes are missing, the answer has that fact in their place.
 *
 * @throws NotFoundError when the artifact is not stored
 */
export async function getLogExcerpt(
  database: Database,
  blobs: BlobStore,
  query: LogExcerptQuery,
): Promise<LogExcerpt> {
  const { artifactId, line, lineEnd, context = CONTEXT_LINES } = query;
  const artifact = await getArtifact(database, artifactId);
  const { path: file, filesRemovedAt } = artifact;
  if (filesRemovedAt !== null) {
    return { artifactId, file, lines: [], more: false, removed: filesRemovedText(filesRemovedAt) };
  }
  const content = await openOrNull(database, blobs, artifactId);
  if (!content) return { artifactId, file, lines: [], more: false, removed: BYTES_MISSING };
  const first = Math.max(1, line - context);
  const last = Math.min(lineEnd + context, first + MAX_LINES - 1);
  try {
    const { lines, more } = await boundedLines(content, { first, last, maxBytes: MAX_LINE_BYTES });
    const shown = lines.map(({ number, text, cut, overwritten }) => ({
      number,
      text: `${overwritten ? '…' : ''}${text}${cut ? '…' : ''}`,
      hit: number >= line && number <= lineEnd,
    }));
    const place = await findPlace(database, blobs, { query, artifact });
    return { artifactId, file, lines: shown, more, ...(place && { place }) };
  } finally {
    content.destroy();
  }
}

/** Of a stored file whose bytes the blob store has not: it was lost, or a backup was restored without it. */
const BYTES_MISSING = 'The bytes of this file are not in the blob store; the numbers read from it stay.';

async function openOrNull(database: Database, blobs: BlobStore, id: string) {
  try {
    return (await openArtifact(database, blobs, id)).content;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** Numbers keep their line; the value in a JSON file is found on demand. */
async function findPlace(
  database: Database,
  blobs: BlobStore,
  {
    query: { artifactId, line, lineEnd, number },
    artifact: { path: file, kind, sizeBytes },
  }: { query: LogExcerptQuery; artifact: Pick<ArtifactView, 'path' | 'kind' | 'sizeBytes'> },
): Promise<ExcerptPlace | null> {
  if (!number || !mayBeJson(kind)) return null;
  if (sizeBytes > MAX_POINTER_BYTES) {
    return { unknown: `files of more than ${MAX_POINTER_BYTES / 2 ** 20} MiB are not read again for it` };
  }
  const open = async () => (await openArtifact(database, blobs, artifactId)).content;
  const found = await findPointer({ file, open }, { ...number, line, lineEnd });
  if (!found) return null;
  const { pointer, text, around } = found;
  return { pointer, text, ...(around && { around }) };
}

/** A file of an upload, as far as reading it needs. */
export interface StoredArtifact {
  id: number;
  path: string;
  kind: string;
  sha256: string;
}

/**
 * Details of a stored file, or why it has none. The fault of one file is shown next to the content of the others; any
 * other error is a fault of the server, and thrown.
 */
export async function readStored(
  blobs: BlobStore,
  file: Pick<StoredArtifact, 'path' | 'sha256'>,
): Promise<ReadDetails | { reason: string }> {
  try {
    const content = await blobs.read(file.sha256);
    try {
      return await readDetails(content, file.path);
    } finally {
      content.destroy();
    }
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof IngestError) return { reason: error.message };
    throw error;
  }
}
