import { thinSeries } from '@basecase/analysis';
import { filesRemovedText, type Series } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { findHeatmapId } from '../epochs/heatmap-ids';
import type { CellTimelines } from '../types/cell-details';
import { findArtifacts } from './find-artifacts';
import { type CellAddress, readStored } from './get-cell-evidence';

/** A chart is a few hundred pixels wide. */
const SCREEN_POINTS = 400;
/** A log of an hour with a hundred clients has a series for each: more than anybody can tell apart. */
const MAX_SERIES = 60;

interface StoredFile {
  id: number;
  path: string;
  sha256: string;
  kind: string;
  /** Lines of a host log that belong to the result; null = all of it. */
  lines: { from: number; to: number } | null;
}

/** A cell, and which of its repeats: 1 is the first of the oldest run. After the last comes the last. */
export interface CellRepeat extends CellAddress {
  repeat?: number;
}

/**
 * What the files behind a cell hold over time: those that the measurements of one repeat point to, read from
 * the blob store now. Nothing of it is in the database. A file that cannot be read is named with its reason, and
 * does not hide the others.
 *
 * @param points of each series, at most
 */
export async function getCellDetails(
  database: Database,
  blobs: BlobStore,
  { repeat = 1, ...cell }: CellRepeat,
  points = SCREEN_POINTS,
): Promise<CellTimelines> {
  // No heatmap is 0.
  const heatmapId = (await findHeatmapId(database.pool, cell)) ?? 0;
  const repeats = await listRepeats(database, heatmapId, cell);
  const shown = repeats.length === 0 ? null : Math.min(Math.max(repeat, 1), repeats.length) - 1;
  const chosen = shown === null ? undefined : repeats[shown];
  const result = chosen ? await findResult(database, heatmapId, chosen.id) : null;
  const details: CellTimelines = {
    repeats: repeats.map((each) => ({
      repeat: each.repeat,
      startedAt: each.run.startedAt?.toISOString() ?? null,
    })),
    shown,
    device: result?.device ?? null,
    series: [],
    histograms: [],
    unread: [],
  };
  const removedAt = result?.run.upload.filesRemovedAt;
  if (removedAt) return { ...details, removed: filesRemovedText(removedAt.toISOString()) };
  for (const file of result ? filesOf(result.measurements) : []) {
    const from = { artifactId: String(file.id), file: file.path, kind: file.kind };
    const read = await readStored(blobs, file);
    if ('reason' in read) {
      details.unread.push({ artifactId: from.artifactId, file: from.file, reason: read.reason });
      continue;
    }
    const shown = read.series.filter(({ of }) => isOfDevice(file.kind, of, details.device));
    for (const series of shown.slice(0, MAX_SERIES)) {
      const { id, label, unit, of } = series;
      details.series.push({
        ...from,
        id,
        label,
        unit,
        of,
        ...thinSeries(within(series, file), points),
      });
    }
    details.histograms.push(...read.histograms.map((histogram) => ({ ...from, ...histogram })));
  }
  return details;
}

/** In the order of the evidence. */
function listRepeats(database: Database, heatmapId: number, cell: CellAddress) {
  return database.prisma.result.findMany({
    where: {
      heatmapId,
      test: { key: cell.test },
      run: { variant: { slug: cell.column } },
      measurements: { some: { artifactId: { not: null } } },
    },
    orderBy: [{ run: { at: 'asc' } }, { runId: 'asc' }, { repeat: 'asc' }],
    select: { id: true, repeat: true, run: { select: { startedAt: true } } },
  });
}

async function findResult(database: Database, heatmapId: number, id: bigint) {
  const result = await database.prisma.result.findUnique({
    where: { id_heatmapId: { heatmapId, id } },
    select: {
      device: true,
      run: { select: { uploadId: true, upload: { select: { filesRemovedAt: true } } } },
      measurements: { select: { source: true, line: true, lineEnd: true, artifactId: true } },
    },
  });
  if (!result) return null;
  const artifacts = await findArtifacts(
    database,
    [result.run.uploadId],
    result.measurements.map(({ artifactId }) => artifactId),
  );
  const measurements = result.measurements.map(({ artifactId, ...measurement }) => ({
    ...measurement,
    artifact: artifactId === null ? null : (artifacts.get(Number(artifactId)) ?? null),
  }));
  return { ...result, measurements };
}

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>;

/**
 * Logs of a whole campaign hold many tests: of these only the lines that a mean was taken over belong to the result.
 */
const HOST_KINDS: ReadonlySet<string> = new Set(['vmstat', 'iostat']);

function filesOf(measurements: Result['measurements']): StoredFile[] {
  const files = new Map<number, StoredFile>();
  for (const { artifact, line, lineEnd } of measurements) {
    if (!artifact) continue;
    const file = files.get(artifact.id) ?? { ...artifact, lines: null };
    if (HOST_KINDS.has(artifact.kind) && line !== null && lineEnd !== null && lineEnd > line) {
      const { from, to } = file.lines ?? { from: line, to: lineEnd };
      file.lines = { from: Math.min(from, line), to: Math.max(to, lineEnd) };
    }
    files.set(artifact.id, file);
  }
  return [...files.values()];
}

/** Of iostat the device that costs were computed from; series of the whole host are kept. */
function isOfDevice(kind: string, of: string | null, device: string | null): boolean {
  return kind !== 'iostat' || of === null || device === null || of === device;
}

/** The points within the lines of the result, counted from its first second. */
function within(series: Series, { lines }: StoredFile): Pick<Series, 'seconds' | 'values'> {
  if (!lines) return series;
  const inside = series.lines.flatMap((line, index) =>
    line >= lines.from && line <= lines.to ? [index] : [],
  );
  if (inside.length === 0 || inside.length === series.lines.length) return series;
  const start = series.seconds[inside[0] ?? 0] ?? 0;
  return {
    seconds: inside.map((index) => (series.seconds[index] ?? 0) - start),
    values: inside.map((index) => series.values[index] ?? null),
  };
}
