import { type Diagnostic, seenKind, testLabel } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { keepCorrections } from '../corrections/keep-corrections';
import { carryRun, insertRun, replaceRun, type WrittenRun } from '../epochs/write-runs';
import { saveReading } from '../servers/server-readings';
import { serverId, variantId, workloadId } from './dimensions';
import type { ResultToStore, RunToStore } from './run-to-store';
import { findStoredRuns, isCopy, planStore } from './stored-runs';
import { unitsApart } from './units-apart';
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
  /** Servers that replaced runs were on before: what they are known by may have gone with the run. */
  left: Set<number>;
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
  const incoming = { identity: run.identity, logs, measurements, replacesWithFewer };
  const copy = stored.find((other) => written.has(other.id) && isCopy(incoming, other));
  if (copy) {
    const message = `A second copy of ${copy.label} in the same upload. Not counted again.`;
    return { runId: copy.id, isNew: false, diagnostics: [duplicate(run, message)], written: NOTHING };
  }
  const earlier = stored.filter(({ id }) => !written.has(id));
  const plan = planStore(earlier, uploadId, incoming);
  if (plan.action === 'keep') {
    await carryRun(client, plan.run, { uploadId, campaign: run.campaign });
    return { runId: plan.run.id, isNew: false, diagnostics: [], written: NOTHING };
  }

  const own = await writeRun(context, run, plan.action === 'replace' ? plan.run.id : null);
  const { id: runId } = own;
  written.add(runId);
  await carryRun(client, own, { uploadId, campaign: run.campaign });
  await saveReading(client, own, run.server, seenKind(run));
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
 * people
 * corrected is laid over it afterwards.
 */
async function writeRun(context: StoreContext, run: RunToStore, id: number | null): Promise<WrittenRun> {
  const { client, uploadId } = context;
  const config = run.variant.config;
  const row = {
    serverId: await serverId(client, run.server),
    workloadId: await workloadId(client, run.workload),
    variantId: await variantId(client, run.variant, {
      configText: config === null ? null : context.configText(config),
      measuredAt: run.startedAt,
    }),
    uploadId,
    identity: run.identity,
    label: run.label,
    path: run.path,
    startedAt: run.startedAt,
    notes: run.notes,
    isSummary: run.isSummary,
    campaign: run.campaign,
    facts: run.facts ?? {},
    rounds: run.rounds ?? null,
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
  const { rows } = await client.query<{ log: string; key: string }>(
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
  return {
    code: 'DUPLICATE_RESULT',
    severity: 'warning',
    file: run.path,
    line: null,
    message,
    excerpt: null,
  };
}
