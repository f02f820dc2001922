import { nightLineName } from '@basecase/analysis';
import { textOrder } from '@basecase/ingest/model';
import type { Pool, PoolClient } from 'pg';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { inChange, noteShared, takenBack } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { deleteUploads } from '../epochs/write-runs';
import { takeImportLock } from '../import/import-lock';
import { prepareQueue } from '../jobs/queue-job';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { listRows, listValues } from '../rows';
import type { Gone } from './delete-nights';
import { deleteFreed, listFreed, packedSize } from './freed-blobs';
import {
  linesOf,
  lockUploads,
  type NightsOfLine,
  openPermalinkNames,
  type PermalinkNames,
} from './list-nights';
import {
  type FilesFate,
  filesFates,
  type LineFates,
  type MarkedNights,
  nightFates,
  readMarkedNights,
  type ThinningQuestion,
  thinHeatmap,
} from './thin-heatmap';
import type {
  KeptCounts,
  KeptReason,
  RetentionLine,
  RetentionPart,
  RetentionReport,
  RetentionRule,
} from './types';

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
 * time does the rest. Data that the same rule removed before is no longer counted.
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
    permalinks: openPermalinkNames(),
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

/** Works in a transaction in turn with imports; `isApplied` false takes everything back. */
async function inTurn<T>(
  database: Database,
  isApplied: boolean,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const locked = async (client: PoolClient) => {
    await takeImportLock(client);
    return work(client);
  };
  return isApplied ? inChange(database, locked) : takenBack(database, locked);
}

/** Uploads that contain only nights which had been thinned out before. */
const EMPTY = `
SELECT id FROM uploads WHERE state = 'stored' AND cardinality(thinned_runs) > 0 AND id <> ALL ($1)
  AND NOT EXISTS (SELECT FROM run_places WHERE upload_id = uploads.id)
ORDER BY id`;

/** Those of them that carry runs of others, which are of their campaign too: they stay. */
const CARRYING = `
SELECT DISTINCT run_uploads.upload_id AS id FROM heatmaps JOIN run_uploads ON heatmap_id = heatmaps.id
WHERE run_uploads.upload_id = ANY ($1)`;

/**
 * Deletes uploads that were left without a run because all they brought had been thinned out before, in the transaction
 * of the caller, who holds the import lock.
 */
async function deleteEmptyUploads(client: PoolClient, goneBefore: Gone): Promise<RemovedFiles> {
  const empty = await listValues<number>(client, EMPTY, [goneBefore.uploads]);
  if (empty.length === 0) return { uploads: [], freed: [] };
  const carrying = new Set(await listValues<number>(client, CARRYING, [empty]));
  const uploads = empty.filter((id) => !carrying.has(id));
  await lockUploads(client, uploads);
  const freed = await listFreed(client, uploads, goneBefore.uploads);
  await deleteUploads(client, uploads);
  return { uploads, freed };
}

/** Uploads that went, or lost their files. */
interface RemovedFiles {
  uploads: number[];
  /** sha256 of files that nothing else needs. */
  freed: string[];
}

/**
 * Lets the raw files of some uploads go, in the transaction of the caller, who holds the import lock. Whether they may
 * is decided again: a record or a permalink may rest on them by now. Their rows stay, and every number names its file
 * and line.
 */
async function removeFiles(
  client: PoolClient,
  ids: readonly number[],
  { before, permalinks, goneBefore }: ThinningQuestion,
): Promise<RemovedFiles> {
  await lockUploads(client, ids);
  const fates = filesFates(await readMarkedNights(client, permalinks, { uploads: ids }), before);
  const uploads = ids.filter((id) => fates.get(id) === 'goes');
  const freed = await listFreed(client, uploads, goneBefore.uploads);
  noteShared(client);
  await client.query('UPDATE uploads SET files_removed_at = now() WHERE id = ANY ($1)', [uploads]);
  return { uploads, freed };
}

/** What became of nights by line, and of files by upload; empty by a rule that has no such part. */
interface Fates {
  lines: readonly LineFates[];
  files: ReadonlyMap<number, FilesFate>;
}

/** The lines that the rule reaches, by server, line and workload. */
async function reportLines(
  pool: Pool,
  { nights, uploads }: MarkedNights,
  { lines, files }: Fates,
): Promise<RetentionLine[]> {
  const names = await readNames(pool, nights);
  const thinned = new Map(lines.map((line) => [line.key, line]));
  const reported = linesOf(nights).flatMap((line): RetentionLine[] => {
    const [first] = line.nights;
    if (!first) return [];
    const own = [...new Set(line.nights.flatMap((night) => night.uploads))];
    const fates = thinned.get(line.key);
    const filesPart = toPart(
      own.flatMap((id) => {
        const [fate, upload] = [files.get(id) ?? null, uploads.get(id)];
        return fate === null || !upload ? [] : [{ fate, at: upload.filesSince }];
      }),
    );
    const nightsPart = toPart(
      (fates?.nights ?? []).flatMap(({ measuredAt }, index) => {
        const fate = fates?.fates[index] ?? 'young';
        return fate === 'young' ? [] : [{ fate, at: measuredAt }];
      }),
    );
    if (isEmpty(filesPart) && isEmpty(nightsPart)) return [];
    const { server = '', workload = '' } = names.get(`${first.serverId} ${first.workloadId}`) ?? {};
    const total = fates?.nights.length ?? line.nights.length;
    return [{ server, line: lineText(line), workload, total, files: filesPart, nights: nightsPart }];
  });
  return reported.sort(
    (a, b) => textOrder(a.server, b.server) || textOrder(a.line, b.line) || textOrder(a.workload, b.workload),
  );
}

/** `PostgreSQL 19devel@master, rel, x10a_c8r32` */
function lineText({ nights, branch }: NightsOfLine): string {
  const [first] = nights;
  if (!first) return '';
  const { product, version, flavour, config } = first;
  return [`${product} ${nightLineName({ version, branch })}`, flavour, config]
    .filter((part) => part !== null)
    .join(', ');
}

function toPart(fated: readonly { fate: 'goes' | KeptReason; at: Date }[]): RetentionPart {
  const kept: KeptCounts = {};
  const times: number[] = [];
  for (const { fate, at } of fated) {
    if (fate === 'goes') times.push(at.getTime());
    else kept[fate] = (kept[fate] ?? 0) + 1;
  }
  times.sort((a, b) => a - b);
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return { count: times.length, oldest: iso(times[0]), newest: iso(times.at(-1)), kept };
}

function isEmpty({ count, kept }: RetentionPart): boolean {
  return count === 0 && Object.keys(kept).length === 0;
}

/** Names of servers and workloads, by their ids. */
async function readNames(
  pool: Pool,
  nights: MarkedNights['nights'],
): Promise<Map<string, { server: string; workload: string }>> {
  const ids = (of: 'serverId' | 'workloadId') => [...new Set(nights.map((night) => night[of]))];
  const rows = await listRows<HeatmapRow & { serverId: number; workloadId: number }>(
    pool,
    `SELECT servers.id AS "serverId", workloads.id AS "workloadId", ${HEATMAP_COLUMNS}
     FROM servers, workloads WHERE servers.id = ANY ($1) AND workloads.id = ANY ($2)`,
    [ids('serverId'), ids('workloadId')],
  );
  return new Map(
    rows.map(({ serverId, workloadId, ...row }) => {
      const { server, workload } = toHeatmapViews(row, []);
      return [`${serverId} ${workloadId}`, { server: server.name, workload: workload.label }];
    }),
  );
}
