import { type Diagnostic, isBenchmarkId, seenKind, testLabel, unitConversion } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { countRuns } from '../corrections/count-runs';
import { linkRuns } from '../corrections/link-runs';
import { loadReadings } from '../corrections/load-readings';
import { findSaidLater, type SaidLater } from '../corrections/said-later';
import { carryRun, deleteRuns, insertRun, replaceRun, type WrittenRun } from '../epochs/write-runs';
import { findValue, listRows, listValues } from '../rows';
import { saveReading } from '../servers/server-readings';
import type { CorrectionField } from '../types/corrections';
import { serverId, variantId, workloadId } from './dimensions';
import { type ResultToStore, type RunToStore, warningOf } from './run-to-store';
import { findStoredRuns, isCopy, isPartOf, planStore } from './stored-runs';
import type { StoredTest } from './test-ids';
import { writeResults } from './write-results';

/** Context that the runs of one upload share while they are stored. */
export interface StoreContext {
  client: PoolClient;
  uploadId: number;
  /** Ids by path within the upload; empty for published figures. */
  artifactIds: ReadonlyMap<string, number>;
  /** Text of a config by its name, null when the upload does not hold it. */
  configText: (config: string) => string | null;
  /** Runs that this import has stored so far: a second copy of one in the same upload is not a second run. */
  written: Set<number>;
  /** All logs of the upload. */
  uploadLogs: ReadonlySet<string>;
  /** Servers that replaced runs were on before: what they are known by may have gone with the run. */
  left: Set<number>;
  /** The upload is stored as these parsers read it: what is new of a run was named since. */
  isSameReading: boolean;
  /** Fields that the sender says otherwise than the last time with the same bytes. */
  saidAnew: ReadonlySet<CorrectionField>;
  /** False where newer parsers read stored files again: nothing was sent. */
  isSent: boolean;
  /** Runs stored before, with what this upload names of them. */
  news: SaidLater[];
  /** The incoming run replaces the stored one, even with fewer numbers: true for a new state of published figures. */
  replacesWithFewer: boolean;
}

export interface StoreOutcome {
  runId: number;
  isNew: boolean;
  diagnostics: Diagnostic[];
  /** What was written of it; nothing of a run that is kept as it is. */
  written: { results: number; measurements: number };
}

const NOTHING = { results: 0, measurements: 0 };
const NONE: ReadonlySet<string> = new Set();

/**
 * Stores one run, or finds that it is stored: the same logs are never counted twice, whichever uploads contain them.
 * A run that is replaced keeps its id, so that links to it stay good.
 */
export async function storeRun(context: StoreContext, run: RunToStore): Promise<StoreOutcome> {
  const { client, uploadId, written, replacesWithFewer } = context;
  const logs = new Set(run.results.map(({ log }) => log).filter((log) => log !== null));
  const place = { uploadId, label: run.label, path: run.path, benchmark: run.workload.benchmark };
  const stored = await findStoredRuns(client, { identity: run.identity, logs: [...logs], place });
  const measurements = countMeasurements(run.results);
  const incoming = {
    ...{ identity: run.identity, logs, measurements, replacesWithFewer },
    uploadLogs: run.hasLayout ? context.uploadLogs : NONE,
  };
  const copy = stored.find((other) => written.has(other.id) && isCopy(incoming, other));
  if (copy) {
    const message = `A second copy of ${copy.label} in the same upload. Not counted again.`;
    return { runId: copy.id, isNew: false, diagnostics: [duplicate(run, message)], written: NOTHING };
  }
  const earlier = stored.filter(({ id }) => !written.has(id));
  const plan = planStore(earlier, uploadId, incoming);
  const isSame = plan.action !== 'insert' && plan.run.identity === run.identity;
  const isLater = isSame && (plan.run.uploadId !== uploadId || context.isSameReading);
  const later = isLater
    ? await findSaidLater(client, plan.run.id, { run, saidAnew: context.saidAnew, isSent: context.isSent })
    : null;
  if (later && Object.keys(later.changes).length > 0) context.news.push(later);
  if (plan.action === 'keep') {
    await carryRun(client, plan.run, { uploadId, campaign: run.campaign });
    return { runId: plan.run.id, isNew: false, diagnostics: [], written: NOTHING };
  }

  if (plan.action === 'replace') {
    const parts = earlier.filter((other) => other !== plan.run && isPartOf(other, incoming, uploadId));
    await deleteRuns(
      client,
      parts.map(({ id }) => id),
    );
  }
  const toWrite = later?.asFirstRead ?? run;
  const own = await writeRun(context, toWrite, plan.action === 'replace' ? plan.run.id : null);
  const { id: runId } = own;
  written.add(runId);
  await carryRun(client, own, { uploadId, campaign: run.campaign });
  await saveReading(client, own, toWrite.server, seenKind(run));
  const { results, diagnostics } = await withoutStoredLogs(client, run);
  const tests = await writeResults(client, context.artifactIds, {
    run: own,
    benchmark: run.workload.benchmark,
    results,
  });
  await keepCorrections(client, {
    id: runId,
    identity: run.identity,
    uploadId,
    isNew: plan.action === 'insert',
  });
  return {
    runId,
    isNew: plan.action === 'insert',
    diagnostics: [...diagnostics, ...unitsApart(run, tests)],
    written: { results: results.length, measurements: countMeasurements(results) },
  };
}

function countMeasurements(results: readonly ResultToStore[]): number {
  return results.reduce((sum, result) => sum + result.measurements.length, 0);
}

/**
 * Inserts the run, or overwrites the one with this id and removes its results. It is written as it was read; what
 * people corrected is laid over it afterwards.
 */
async function writeRun(context: StoreContext, run: RunToStore, id: number | null): Promise<WrittenRun> {
  const { client, uploadId } = context;
  const { config } = run.variant;
  const {
    identity,
    label,
    path,
    startedAt,
    notes,
    isSummary,
    campaign,
    facts = {},
    rounds = null,
    sources = null,
  } = run;
  const row = {
    serverId: await serverId(client, run.server),
    workloadId: await workloadId(client, run.workload),
    variantId: await variantId(client, run.variant, {
      configText: config === null ? null : context.configText(config),
      measuredAt: startedAt,
    }),
    ...{ uploadId, identity, label, path, startedAt, notes, isSummary, campaign, facts, rounds },
    identitySources: sources,
  };
  if (id === null) return insertRun(client, row);
  const { before, run: replaced } = await replaceRun(client, id, row);
  context.left.add(before.serverId);
  return replaced;
}

/** Leaves out results whose log another run holds, or that come twice in this one. */
async function withoutStoredLogs(
  client: PoolClient,
  run: RunToStore,
): Promise<{ results: ResultToStore[]; diagnostics: Diagnostic[] }> {
  const logs = run.results.map(({ log }) => log).filter((log) => log !== null);
  const rows = await listRows<{ log: string; key: string }>(
    client,
    `SELECT sha256 AS log, tests.key FROM log_identities JOIN tests ON tests.id = test_id
     WHERE sha256 = ANY ($1)`,
    [logs],
  );
  const seen = new Set(rows.map(({ log, key }) => `${log} ${key}`));
  const diagnostics: Diagnostic[] = [];
  const results = run.results.filter((result) => {
    if (result.log === null) return true;
    const key = testLabel(result.test.name, result.test.range);
    const isDuplicate = seen.has(`${result.log} ${key}`);
    seen.add(`${result.log} ${key}`);
    if (isDuplicate)
      diagnostics.push(duplicate(run, `The log of ${key} is already stored. Not counted again.`));
    return !isDuplicate;
  });
  return { results, diagnostics };
}

function duplicate(run: RunToStore, message: string): Diagnostic {
  return warningOf(run, 'DUPLICATE_RESULT', message);
}

/** Names before the rest is counted. */
const NAMED = 3;

/**
 * Says of a tool without a parser which tests of a run are in another unit than the tests were before, where one can't
 * be converted into the other: they are stored, and compared with nothing that came before them.
 *
 * @param tests as they are stored, by key
 */
function unitsApart(run: RunToStore, tests: ReadonlyMap<string, StoredTest>): Diagnostic[] {
  if (isBenchmarkId(run.workload.benchmark)) return [];
  const apart = new Map<string, { unit: string; wanted: string; keys: Set<string> }>();
  for (const { test, unit, measurements } of run.results) {
    const key = testLabel(test.name, test.range);
    const wanted = tests.get(key)?.unit ?? unit;
    const hasThroughput = measurements.some(({ metric }) => metric === 'throughput');
    if (!hasThroughput || unitConversion(unit, wanted) !== null) continue;
    const known = apart.get(JSON.stringify([unit, wanted])) ?? { unit, wanted, keys: new Set() };
    known.keys.add(key);
    apart.set(JSON.stringify([unit, wanted]), known);
  }
  return [...apart.values()].map(({ unit, wanted, keys }) => {
    const named = [...keys].slice(0, NAMED).join(', ');
    const more = keys.size > NAMED ? ` and ${keys.size - NAMED} more` : '';
    return warningOf(
      run,
      'UNITS_APART',
      `${named}${more}: in ${unit}, which can't be converted to the ${wanted} of earlier results: a separate metric, compared with none of them`,
    );
  });
}

/** A run that has just been stored as it was read. */
interface StoredAsRead {
  id: number;
  identity: string;
  uploadId: number;
  isNew: boolean;
}

/** The same logs were here before, under a correction. */
const TAKE_BACK = `
UPDATE correction_runs SET run_id = $1 WHERE run_id IS NULL AND identity = $2
  AND NOT EXISTS (SELECT FROM correction_runs AS own
    WHERE own.correction_id = correction_runs.correction_id AND own.run_id = $1)`;

/** Corrections of all runs of an upload apply to a run that only this reading found. */
const OF_UPLOAD = `
SELECT id FROM corrections WHERE upload_id = $2 AND undone_at IS NULL
  AND NOT EXISTS (SELECT FROM correction_runs WHERE correction_id = corrections.id AND run_id = $1)`;

const IN_FORCE = `
SELECT FROM correction_runs JOIN corrections ON corrections.id = correction_id
WHERE run_id = $1 AND undone_at IS NULL LIMIT 1`;

/**
 * Lays the corrections of a run over what was read of it just now: reading again, by newer parsers or from other bytes,
 * undoes no correction. The caller holds the import lock.
 */
async function keepCorrections(client: PoolClient, run: StoredAsRead): Promise<void> {
  const any = await findValue<boolean>(client, 'SELECT EXISTS (SELECT FROM corrections) AS any');
  if (!any) return;
  if (!run.isNew) {
    await client.query('UPDATE correction_runs SET identity = $2 WHERE run_id = $1 AND identity <> $2', [
      run.id,
      run.identity,
    ]);
  }
  await client.query(TAKE_BACK, [run.id, run.identity]);
  const { rowCount } = await client.query(IN_FORCE, [run.id]);
  if (rowCount) await countRuns(client, [run.id]);
  const ids = await listValues<number>(client, OF_UPLOAD, [run.id, run.uploadId]);
  if (ids.length > 0) await linkRuns(client, ids, await loadReadings(client, [run.id]));
  await keepMerges(client, run.id);
}

/** Merges in force of what a run counts for, that are not said of it yet. */
const OPEN_MERGES = `
SELECT correction_id AS id FROM merges JOIN run_places ON run_places.run_id = $1 JOIN heatmaps ON heatmaps.id = heatmap_id
WHERE in_force AND (merges.server_id = heatmaps.server_id
    OR (merges.workload_id = heatmaps.workload_id AND (on_server_id IS NULL OR on_server_id = heatmaps.server_id)))
  AND NOT EXISTS (SELECT FROM correction_runs
    WHERE correction_runs.correction_id = merges.correction_id AND correction_runs.run_id = $1)
ORDER BY correction_id LIMIT 1`;

/**
 * Makes a run that was just stored count where merges lead: an upload with a merged name is counted on the server
 * that it was merged into, which may have been merged since. The caller holds the import lock.
 */
async function keepMerges(client: PoolClient, runId: number): Promise<void> {
  // Each merge applies to a run once, so this ends.
  for (;;) {
    const id = await findValue<number>(client, OPEN_MERGES, [runId]);
    if (id === null) return;
    await linkRuns(client, [id], await loadReadings(client, [runId]));
  }
}
