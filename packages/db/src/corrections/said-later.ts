import type { PoolClient } from 'pg';
import type { RunToStore } from '../import/run-to-store';
import { listValues } from '../rows';
import type { CorrectionField, RunChanges } from '../types/corrections';
import { correct } from './apply-correction';
import { correctReading } from './count-runs';
import { loadReadings } from './load-readings';
import { attributesOf } from './run-reading';

/** A run that is stored, and what a later upload of the same logs names of it. */
export interface SaidLater {
  runId: number;
  changes: RunChanges;
  /** The later run with those fields as they were read first. */
  asFirstRead: RunToStore;
}

const SAID_BEFORE = `
SELECT changes FROM corrections JOIN correction_runs ON correction_id = corrections.id WHERE run_id = $1`;

/**
 * The values that basecase.json, a layout or `--server` names of a run that is stored without them; null: nothing is new.
 * A value that a correction gave before, also one that was undone, is not: the same files are sent every night.
 */
export async function findSaidLater(
  client: PoolClient,
  runId: number,
  run: RunToStore,
): Promise<SaidLater | null> {
  const fields = run.said ?? [];
  const [stored] = fields.length === 0 ? [] : await loadReadings(client, [runId]);
  if (!stored) return null;
  const [said, read] = [attributesOf(run), attributesOf(stored.asRead)];
  const earlier = await listValues<RunChanges>(client, SAID_BEFORE, [runId]);
  const isNew = (field: CorrectionField) =>
    [read, stored.counted, ...earlier].every((other) => !isSame(other[field], said[field]));
  const changed = fields.filter(isNew);
  if (changed.length === 0) return null;
  return {
    runId,
    changes: pick(said, changed),
    asFirstRead: { ...run, ...correctReading({ ...run, at: '' }, [pick(read, changed)]) },
  };
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
