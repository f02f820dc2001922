import { maskText } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { noteShared } from '../epochs/changes';
import { ConflictError, SettingError } from '../errors';
import { findServerId } from '../import/dimensions';
import { inImport } from '../import/import-transaction';
import { findValue, getValue } from '../rows';
import type { CorrectionField, CorrectionRequest, RunChanges } from '../types/corrections';
import { checkChanges } from './correction-fields';
import { linkRuns } from './link-runs';
import { loadReadings, type StoredReading } from './load-readings';
import { checkRenames } from './rename-results';
import { revisionOf } from './revision';
import { selectRuns } from './select-runs';

/** Longest reason: a sentence or two, no log. */
const MAX_REASON = 1000;

/** What a correction changed. */
export interface AppliedCorrection {
  id: number;
  /** Of all runs that were asked for, as they were before. */
  revision: string;
  /** Runs that it changed, as they were and as they are. */
  before: StoredReading[];
  after: StoredReading[];
}

/**
 * Corrects runs: the given values count instead of those read. Nothing is read again; a job brings the noise
 * and the records of their heatmaps up to date.
 *
 * @returns id of the correction, and how many runs it changed
 * @throws SettingError for a field or value that can't be, without a reason, or when nothing would change
 * @throws NotFoundError when a run, an upload, a server or a workload is not there
 * @throws ConflictError when these runs were corrected since the preview
 */
export async function applyCorrection(
  database: Database,
  request: CorrectionRequest,
): Promise<{ id: string; runs: number; results: number }> {
  return inImport(database, async (client) => {
    const { id, after } = await correct(client, request);
    const results = after.reduce((sum, run) => sum + run.results, 0);
    return { id: String(id), runs: after.length, results };
  });
}

/** The same within a transaction that holds the import lock, for what does more in one go. */
export async function correct(client: PoolClient, request: CorrectionRequest): Promise<AppliedCorrection> {
  const reason = toReason(request.reason);
  const changes = await withKnownNames(client, checkChanges({ ...request.changes }));
  const { ids, uploadId } = await selectRuns(client, request.select);
  const runs = await loadReadings(client, ids);
  const revision = await revisionOf(client, runs);
  if (request.revision !== undefined && request.revision !== revision) {
    throw new ConflictError(
      'EDITED_MEANWHILE',
      'These runs were corrected or read again meanwhile. Look at what would change now.',
    );
  }
  const renamed = await checkRenames(client, runs, changes);
  const isRenamed = ({ id }: StoredReading) => [renamed.test, renamed.metric].some((ids) => ids?.has(id));
  const before = runs.filter((run) => isChanged(run, changes) || isRenamed(run));
  if (before.length === 0) {
    if (changes.branch !== undefined && runs.every(({ counted }) => counted.branch === null)) {
      throw new SettingError(
        'None of these runs is of a build that names a branch: there is none to rename.',
      );
    }
    const all = runs.length === 1 ? 'The run has' : `All ${runs.length} runs have`;
    throw new SettingError(`${all} these values already: nothing would change.`);
  }
  const id = await getValue<number>(
    client,
    'INSERT INTO corrections (kind, changes, upload_id, reason, by) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [request.kind, JSON.stringify(changes), uploadId, reason, request.by],
  );
  noteShared(client);
  return { id, revision, before, after: await linkRuns(client, [id], before, changes) };
}

/** A branch is renamed, never given: builds that name none take that of their line. */
function isChanged({ counted }: StoredReading, changes: RunChanges): boolean {
  return (Object.keys(changes) as CorrectionField[]).some(
    (field) =>
      !['test', 'metric'].includes(field) &&
      counted[field] !== changes[field] &&
      (field !== 'branch' || counted.branch !== null),
  );
}

/** @throws SettingError without a reason, or for one that is too long */
export function toReason(text: string): string {
  const reason = maskText(text.trim());
  if (reason === '') throw new SettingError('A reason is required, so that others can judge it later.');
  if (reason.length > MAX_REASON) {
    throw new SettingError(`A reason has at most ${MAX_REASON} characters, found ${reason.length}.`);
  }
  return reason;
}

const KNOWN_PRODUCT = `
SELECT name FROM products WHERE name = $1 OR lower(name) = lower($1) ORDER BY name = $1 DESC, id LIMIT 1`;

/** Names as they are known here: `mysql` is the product MySQL, `PN53` the server pn53. New ones stay as they are typed. */
async function withKnownNames(client: PoolClient, changes: RunChanges): Promise<RunChanges> {
  const { server, product } = changes;
  return {
    ...changes,
    ...(server !== undefined && { server: (await serverName(client, server)) ?? server }),
    ...(product !== undefined && {
      product: (await findValue<string>(client, KNOWN_PRODUCT, [product])) ?? product,
    }),
  };
}

async function serverName(client: PoolClient, name: string): Promise<string | null> {
  const id = await findServerId(client, name);
  return id === null ? null : findValue<string>(client, 'SELECT name FROM servers WHERE id = $1', [id]);
}
