import { MASK_VERSION, maskPath } from '@basecase/ingest';
import type { Diagnostic, ParsedUpload } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { keepBlobs } from '../blobs/blob-store';
import { correctSaidLater, saidLater } from '../corrections/said-later';
import type { Database } from '../database';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { noteListed } from '../epochs/changes';
import { findRunPlaces } from '../epochs/heatmap-ids';
import { deleteRuns, noteRunsOfUpload } from '../epochs/write-runs';
import { arraysOf, listValues } from '../rows';
import { refreshServers } from '../servers/refresh-servers';
import { serversOfUpload } from '../servers/server-readings';
import { inImports } from './import-transaction';
import { keepApartFromStored, lockCells } from './keep-apart-from-stored';
import { type RunToStore, warningOf } from './run-to-store';
import { type StoreContext, type StoreOutcome, storeRun } from './store-run';
import { maskSays, saidAnew, toStore } from './to-store';
import { countCodes, saveArtifacts, saveDiagnostics } from './upload-contents';
import {
  findUpload,
  mergeSays,
  PARSER_VERSION,
  saveUpload,
  type UploadToStore,
  writeCounts,
} from './upload-row';

export interface ParsedToImport {
  upload: UploadToStore;
  parsed: ParsedUpload;
  /** Text of the config files in the upload, by path. */
  configTexts: ReadonlyMap<string, string>;
  /** Looks once more, when nothing can change any more, whether this is still wanted. Throws when it isn't. */
  confirmWanted?: (client: PoolClient) => Promise<void>;
}

export interface ImportOutcome {
  uploadId: number;
  isReparsed: boolean;
  runs: { id: number; isNew: boolean }[];
  diagnostics: Diagnostic[];
  /** sha256 of what its files were before, masked by fewer rules: bytes that may have no name any more. */
  unused: string[];
}

/**
 * Stores what was read from one upload, in one transaction: all of it, or nothing.
 *
 * @param beforeCommit runs last within the transaction, e.g. to note where the bytes are in the blob store; when it throws,
 *   nothing is stored; when the transaction was taken back and is done again, it is, too
 */
export async function importParsed(
  database: Database,
  input: ParsedToImport,
  beforeCommit: (client: PoolClient) => Promise<void> = async () => {},
): Promise<ImportOutcome> {
  return inImports(database, async (client) => {
    await keepBlobs(client);
    await input.confirmWanted?.(client);
    const previous = await findUpload(client, input.upload.sha256);
    const upload = {
      ...input.upload,
      ...mergeSays(previous, maskSays(input.upload)),
      filename: maskPath(input.upload.filename),
      firstReading: input.parsed.firstReading,
    };
    await lockCells(client, input.parsed, upload);
    const parsed = await keepApartFromStored(client, input.parsed, upload);
    const { runs, diagnostics } = toStore(parsed, upload);
    const uploadId = await saveUpload(client, upload);
    noteListed(client);
    // Runs of others that it carries are of its campaign too.
    if (previous?.settings['campaign'] !== upload.settings['campaign'])
      await noteRunsOfUpload(client, uploadId);
    const wasStored = previous?.wasStored === true;
    const before = wasStored ? await listContents(client, uploadId) : [];
    const serversBefore = wasStored ? await serversOfUpload(client, uploadId) : [];
    const isSameReading = previous?.parserVersion === PARSER_VERSION && previous.maskVersion === MASK_VERSION;
    const context: StoreContext = {
      client,
      uploadId,
      artifactIds: await saveArtifacts(client, uploadId, { artifacts: parsed.artifacts, wasStored }),
      configText: (config: string) => findConfigText(input.configTexts, config),
      written: new Set<number>(),
      uploadLogs: new Set(runs.flatMap(({ results }) => results.flatMap(({ log }) => log ?? []))),
      left: new Set<number>(),
      saidAnew: previous
        ? saidAnew({ server: previous.serverName, settings: previous.settings }, upload)
        : new Set(),
      isSameReading,
      isSent: previous === null || isSameReading,
      news: [],
      replacesWithFewer: false,
    };
    const { kept, thinned } = await leaveThinned(client, { uploadId, runs });
    const outcomes: StoreOutcome[] = [];
    for (const run of kept) outcomes.push(await storeRun(context, run));
    if (wasStored) await removeVanishedRuns(client, uploadId, [...context.written]);
    const corrected = await correctSaidLater(client, context.news, { uploadId, filename: upload.filename });
    const isOnlyNew = !wasStored && context.left.size === 0;
    const servers = isOnlyNew
      ? await serversWithNews(client, [...context.written])
      : [...serversBefore, ...context.left, ...(await serversOfUpload(client, uploadId))];
    await refreshServers(client, servers);
    const all = [
      ...parsed.diagnostics,
      ...diagnostics,
      ...thinned,
      ...outcomes.flatMap((outcome) => outcome.diagnostics),
      ...corrected.map(saidLater),
    ];
    const counts = countCodes(all.slice(parsed.diagnostics.length), parsed.diagnosticCounts);
    await saveDiagnostics(client, uploadId, { diagnostics: all, counts });
    // Its own runs are those that were written just now: all others of it went.
    await writeCounts(client, uploadId, {
      runs: context.written.size,
      results: sumOf(outcomes, ({ written }) => written.results),
      measurements: sumOf(outcomes, ({ written }) => written.measurements),
    });
    await beforeCommit(client);
    return {
      uploadId,
      isReparsed: previous?.state === 'stored',
      runs: distinctRuns(outcomes),
      diagnostics: all,
      unused: before,
    };
  });
}

async function listContents(client: PoolClient, uploadId: number): Promise<string[]> {
  return listValues<string>(client, 'SELECT DISTINCT sha256 FROM artifacts WHERE upload_id = $1', [uploadId]);
}

function sumOf(outcomes: readonly StoreOutcome[], count: (outcome: StoreOutcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
}

/** A copy of a run in the same upload ends up at the same id; it is one run in the report. */
function distinctRuns(outcomes: readonly { runId: number; isNew: boolean }[]) {
  const runs = new Map<number, boolean>();
  for (const { runId, isNew } of outcomes) runs.set(runId, isNew || (runs.get(runId) ?? false));
  return [...runs].map(([id, isNew]) => ({ id, isNew }));
}

/** When parsers changed, what used to be two runs may be one now: runs that this upload no longer brings go. */
async function removeVanishedRuns(
  client: PoolClient,
  uploadId: number,
  written: readonly number[],
): Promise<void> {
  const ids = await listValues<number>(
    client,
    'SELECT run_id AS id FROM run_places WHERE upload_id = $1 AND NOT run_id = ANY ($2)',
    [uploadId, written],
  );
  await deleteRuns(client, ids);
}

/** `conf.diff.cx10a_c32r128` and `my.cnf.cx10a_c32r128` are the file of config `x10a_c32r128`. */
function findConfigText(texts: ReadonlyMap<string, string>, config: string): string | null {
  const found = [...texts].find(([path]) => path.endsWith(`.c${config}`) || path.endsWith(`.${config}`));
  return found?.[1] ?? null;
}

const FIND = 'SELECT identity FROM thinned_runs WHERE identity = ANY ($1)';

/** A night that is sent again is counted with the upload that brings it, as if it had been thinned out of that one. */
const NOTE = `
UPDATE uploads SET thinned_runs = ARRAY(SELECT unnest(thinned_runs) UNION SELECT unnest($2::text[])) WHERE id = $1`;

/**
 * Leaves out runs that the retention rule thinned out before, whichever upload contains them: a CI that sends its
 * whole archive again must not restore them. Each gets a diagnostic.
 */
async function leaveThinned(
  client: PoolClient,
  { uploadId, runs }: { uploadId: number; runs: readonly RunToStore[] },
): Promise<{ kept: RunToStore[]; thinned: Diagnostic[] }> {
  const known = await listValues<string>(client, FIND, arraysOf(runs, 'identity'));
  if (known.length === 0) return { kept: [...runs], thinned: [] };
  await client.query(NOTE, [uploadId, known]);
  const gone = new Set(known);
  return {
    kept: runs.filter(({ identity }) => !gone.has(identity)),
    thinned: runs.filter(({ identity }) => gone.has(identity)).map(leftOut),
  };
}

function leftOut(run: RunToStore): Diagnostic {
  const message = `${run.label} was stored before, and thinned out by the retention rule. Not stored again.`;
  return warningOf(run, 'NIGHT_THINNED', message);
}

/**
 * They can't be refreshed until the end of the transaction, so the answer stays true. Others may take the same lock.
 */
const LOCK = 'SELECT FROM servers WHERE id = ANY ($1) ORDER BY id FOR SHARE';

/**
 * A reading that says of a fact what is in force for it, or nothing, adds to what the most say, and changes no fact;
 * see READ in refresh-servers.ts. It must not be the first of its name: that may take the word from readings of other
 * names.
 */
const newsOf = (is: AskedHeatmaps['is']) => `
SELECT DISTINCT runs.server_id AS id
FROM runs JOIN server_readings AS readings ON readings.heatmap_id = runs.heatmap_id AND readings.run_id = runs.id
JOIN servers ON servers.id = runs.server_id
WHERE runs.heatmap_id ${is} AND runs.id = ANY ($2) AND NOT (
  coalesce(readings.cores, servers.cores) IS NOT DISTINCT FROM servers.cores
  AND (readings.cores IS NULL OR readings.cores_from_class OR NOT servers.cores_guessed)
  AND coalesce(readings.cpu, servers.cpu) IS NOT DISTINCT FROM servers.cpu
  AND coalesce(readings.memory_bytes, servers.memory_bytes) IS NOT DISTINCT FROM servers.memory_bytes
  AND coalesce(readings.storage, servers.storage) IS NOT DISTINCT FROM servers.storage
  AND coalesce(readings.os, servers.os) IS NOT DISTINCT FROM servers.os
  AND coalesce(readings.kind, readings.kind_seen, servers.machine_kind) IS NOT DISTINCT FROM servers.machine_kind
  AND readings.slug IN (SELECT slug FROM server_readings
    WHERE server_readings.heatmap_id ${is} AND server_readings.heatmap_id = readings.heatmap_id AND run_id <> ALL ($2)))`;

/**
 * Servers with new runs that may change their facts: those that `refreshServers` has to update. All readings of a
 * server are thousands of rows, and nearly every run repeats known facts.
 *
 * @param runIds runs that were not there before this transaction
 */
export async function serversWithNews(client: PoolClient, runIds: readonly number[]): Promise<number[]> {
  const places = await findRunPlaces(client, runIds);
  if (places.length === 0) return [];
  await client.query(LOCK, [[...new Set(places.map(({ serverId }) => serverId))]]);
  const ids = await byHeatmap(
    client,
    places.map(({ heatmapId }) => heatmapId),
    ({ is, value }) => listValues<number>(client, newsOf(is), [value, runIds]),
  );
  return [...new Set(ids)];
}
