import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { prepareQueue } from '../jobs/queue-job';
import { deleteEmptyUploads } from './empty-uploads';
import { deleteFreed, packedSize } from './freed-blobs';
import { inTurn } from './in-turn';
import {
  type FilesFate,
  filesFates,
  type LineFates,
  type MarkedNights,
  nightFates,
  readMarkedNights,
} from './night-fates';
import { PermalinkNames } from './permalink-names';
import { removeFiles } from './remove-files';
import { reportLines } from './report-lines';
import { thinHeatmap } from './thin-heatmap';
import type { RetentionReport, RetentionRule } from './types';

export interface RetentionOptions {
  /** False: only looks, by doing it all and taking it back. */
  isApplied: boolean;
  /** Default: now. */
  now?: Date;
}

/** Uploads whose files go in one transaction. */
const BATCH = 50;
const DAY_MS = 86_400_000;

/**
 * Lets go wha separate transaction under the import lock: one that is killed has done what it has done, and the next
 * time does the
 * rest. Data that the same rule removed before is no longer counted.
 */
export async function retain(
  database: Database,
  blobs: BlobStore,
  rule: RetentionRule,
  { isApplied, now = new Date() }: RetentionOptions,
): Promise<RetentionReport> {
  await prepareQueue(database);
  const work: Work = {
    database,
    blobs,
    isApplied,
    permalinks: new PermalinkNames(),
    gone: { runs: [], uploads: [] },
    measurements: 0,
    nights: 0,
    freed: { count: 0, bytes: 0 },
  };
  const marked = await readMarkedNights(database.pool, work.permalinks);
  const lines = rule.thinDays === null ? [] : await thin(work, marked, daysBefore(now, rule.thinDays));
  const deleted = work.gone.uploads.length;
  const files =
    rule.rawDays === null
      ? new Map<number, FilesFate>()
      : await letFilesGo(work, marked, daysBefore(now, rule.rawDays));
  return {
    rule,
    isApplied,
    lines: await reportLines(database.pool, marked, { lines, files }),
    uploads: { withoutFiles: work.gone.uploads.length - deleted, deleted },
    nights: work.nights,
    runs: work.gone.runs.length,
    measurements: work.measurements,
    blobs: work.freed,
  };
}

/** What is done, and how far. */
interface Work {
  database: Database;
  blobs: BlobStore;
  isApplied: boolean;
  permalinks: PermalinkNames;
  /** Runs that are deleted; uploads that are, and those whose files are. */
  gone: { runs: number[]; uploads: number[] };
  measurements: number;
  nights: number;
  freed: { count: number; bytes: number };
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

async function thin(work: Work, marked: MarkedNights, before: Date): Promise<LineFates[]> {
  const looked = nightFates(marked, before);
  const done: LineFates[] = [];
  for (const lines of byHeatmap(looked)) {
    const [first] = lines[0]?.nights ?? [];
    if (!first || !lines.some(({ fates }) => fates.includes('goes'))) {
      done.push(...lines);
      continue;
    }
    const { serverId, workloadId }: HeatmapKey = first;
    const question = { before, permalinks: work.permalinks, goneBefore: work.gone };
    const thinned = await inTurn(work.database, work.isApplied, (client) =>
      thinHeatmap(client, { serverId, workloadId }, question),
    );
    done.push(...thinned.lines);
    work.gone.runs.push(...thinned.goneRuns);
    work.gone.uploads.push(...thinned.uploads);
    work.measurements += thinned.measurements;
    for (const { fates } of thinned.lines) work.nights += fates.filter((fate) => fate === 'goes').length;
    await free(work, thinned.freed);
  }
  const empty = await inTurn(work.database, work.isApplied, (client) =>
    deleteEmptyUploads(client, work.gone),
  );
  work.gone.uploads.push(...empty.uploads);
  await free(work, empty.freed);
  return done;
}

function byHeatmap(lines: readonly LineFates[]): LineFates[][] {
  const heatmaps = new Map<string, LineFates[]>();
  for (const line of lines) {
    const key = `${line.nights[0]?.serverId} ${line.nights[0]?.workloadId}`;
    heatmaps.set(key, [...(heatmaps.get(key) ?? []), line]);
  }
  return [...heatmaps.values()];
}

/** @returns what became of the files of each upload */
async function letFilesGo(work: Work, marked: MarkedNights, before: Date): Promise<Map<number, FilesFate>> {
  const fates = filesFates(marked, before);
  // Whole uploads that went have no files to lose.
  for (const id of work.gone.uploads) fates.delete(id);
  const wanted = [...fates].flatMap(([id, fate]) => (fate === 'goes' ? [id] : []));
  for (let start = 0; start < wanted.length; start += BATCH) {
    const batch = wanted.slice(start, start + BATCH);
    const question = { before, permalinks: work.permalinks, goneBefore: work.gone };
    const { uploads, freed } = await inTurn(work.database, work.isApplied, (client) =>
      removeFiles(client, batch, question),
    );
    for (const id of batch) if (!uploads.includes(id)) fates.set(id, null);
    work.gone.uploads.push(...uploads);
    await free(work, freed);
  }
  return fates;
}

async function free(work: Work, freed: readonly string[]): Promise<void> {
  const { count, bytes } = await packedSize(work.blobs, freed);
  work.freed.count += count;
  work.freed.bytes += bytes;
  if (work.isApplied) await deleteFreed(work.database, work.blobs, freed);
}
