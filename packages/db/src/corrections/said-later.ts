import type { Diagnostic } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { RunToStore } from '../import/run-to-store';
import { listRows, type Queries } from '../rows';
import type { CorrectionField, RunChanges } from '../types/corrections';
import { correct } from './apply-correction';
import { correctReading } from './count-runs';
import { loadReadings } from './load-readings';
import { attributesOf } from './run-reading';

/** A run that is stored, and what a later upload of the same logs names of it. */
export interface SaidLater {
  runId: number;
  changes: RunChanges;
  /** The later run with all fields that it names as they were read first. */
  asFirstRead: RunToStore;
}

const SAID_BEFORE = `
SELECT changes, own.by LIKE 'upload %' AS "isOfUpload", own.undone_at IS NOT NULL AS "isUndone"
FROM corrections AS own JOIN correction_runs ON correction_id = own.id WHERE run_id = $1 ORDER BY own.id DESC`;

/** A correction of a run. */
interface Earlier {
  changes: RunChanges;
  isOfUpload: boolean;
  isUndone: boolean;
}

/**
 * The values that basecase.json, a layout or the sender names of a run that is stored without them; null: nothing is named.
 * A value that was read, or that a correction gave before, also one that was undone, is not: the same files are sent every
 * night. It is again where the sender gives another value than the last time with the same bytes, and where another upload of
 * the same logs gave the value that counts now: the sender goes back to it.
 */
export async function findSaidLater(
  client: PoolClient,
  runId: number,
  { run, saidAnew, isSent }: { run: RunToStore; saidAnew: ReadonlySet<CorrectionField>; isSent: boolean },
): Promise<SaidLater | null> {
  const fields = run.said ?? [];
  const [stored] = fields.length === 0 ? [] : await loadReadings(client, [runId]);
  if (!stored) return null;
  const [said, read] = [attributesOf(run), attributesOf(stored.asRead)];
  const earlier = await listRows<Earlier>(client, SAID_BEFORE, [runId]);
  const isNew = (field: CorrectionField) =>
    !isSame(stored.counted[field], said[field]) &&
    (saidAnew.has(field) ||
      [read, ...earlier.map(({ changes }) => changes)].every(
        (values) => !isSame(values[field], said[field]),
      ) ||
      (isSent && goesBack(earlier, field, said[field])));
  const other = fields.filter((field) => !isSame(read[field], said[field]));
  return {
    runId,
    changes: pick(said, fields.filter(isNew)),
    // Corrections are laid over it, so that an undone one stays undone.
    asFirstRead: { ...run, ...correctReading({ ...run, at: '' }, [pick(read, other)]) },
  };
}

/**
 * True where the value in force came from an upload, and the value that an upload names now was not undone since it came last.
 *
 * @param earlier the latest first
 */
function goesBack(earlier: readonly Earlier[], field: CorrectionField, said: unknown): boolean {
  const own = earlier.filter(({ changes }) => Object.hasOwn(changes, field));
  const inForce = own.find(({ isUndone }) => !isUndone);
  const last = own.find(({ changes }) => isSame(changes[field], said));
  return inForce?.isOfUpload === true && last?.isUndone !== true;
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

function pick(values: RunChanges, fields: readonly CorrectionField[]): RunChanges {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/**
 * Makes what was named later count: one correction for all runs with the same new values, which can be undone.
 *
 * @returns what changed, a sentence for each correction
 */
export async function correctSaidLater(
  client: PoolClient,
  news: readonly SaidLater[],
  { uploadId, filename }: { uploadId: number; filename: string },
): Promise<string[]> {
  const runsOf = new Map<string, number[]>();
  for (const { runId, changes } of news) {
    const key = JSON.stringify(changes);
    runsOf.set(key, [...(runsOf.get(key) ?? []), runId]);
  }
  const said: string[] = [];
  for (const [key, runIds] of runsOf) {
    const changes: RunChanges = JSON.parse(key);
    const { id, after } = await correct(client, {
      kind: 'runs',
      select: { runs: runIds.map(String) },
      changes,
      reason: `Named by ${filename}, which came later with the same logs.`,
      by: `upload ${uploadId}`,
    });
    const values = Object.entries(changes).map(([field, value]) => `${field} ${value}`);
    const runs = after.length === 1 ? '1 run' : `${after.length} runs`;
    said.push(`Corrected ${runs} stored before: ${values.join(', ')} (correction ${id}, can be undone).`);
  }
  return said;
}

const NOT_IN_FORCE = `
SELECT DISTINCT ON (own.id, field) field, value, own.id, own.undone_at IS NOT NULL AS "isUndone", later.id AS later
FROM corrections AS own CROSS JOIN jsonb_each_text(own.changes) AS changed (field, value)
LEFT JOIN corrections AS later ON later.id > own.id AND later.undone_at IS NULL AND later.changes ? field
  AND later.changes ->> field IS DISTINCT FROM value
  AND EXISTS (SELECT FROM correction_runs AS ours JOIN correction_runs AS theirs USING (run_id)
    WHERE ours.correction_id = own.id AND theirs.correction_id = later.id)
WHERE own.by = $1 AND (own.undone_at IS NOT NULL OR later.id IS NOT NULL)
ORDER BY own.id, field, later.id DESC`;

/** What an upload named later and does not count now, a sentence for each value: it was undone or replaced since. */
export async function listNotInForce(client: Queries, uploadId: number): Promise<string[]> {
  const rows = await listRows<{
    field: string;
    value: string | null;
    id: number;
    isUndone: boolean;
    later: number | null;
  }>(client, NOT_IN_FORCE, [`upload ${uploadId}`]);
  return rows.map(({ field, value, id, isUndone, later }) => {
    const why = isUndone ? `correction ${id} was undone` : `correction ${later} replaced it`;
    return `${field} ${value} is not in force: ${why}. To change that: basecase correct.`;
  });
}

export function saidLater(message: string): Diagnostic {
  return { code: 'CORRECTED_LATER', severity: 'info', file: null, line: null, message, excerpt: null };
}
