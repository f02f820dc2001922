import { rm } from 'node:fs/promises';
import path from 'node:path';
import { addAnnotation } from '@basecase/db/annotations/annotations';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { type MadeRun, runsOf } from './made-runs';
import { type NightsPlan, nightAt } from './plan';
import { type NightRecord, readRecords } from './read-records';
import { writeRun } from './write-runs';

/** What was known of the records after a night, and how long it took. */
export interface Seen {
  night: number;
  records: readonly NightRecord[];
}

/** One upload, from its first byte to judged records. */
export interface Upload {
  night: number;
  ingestMs: number;
  judgeMs: number;
}

/** A history as it came: what was known after each of its nights. */
export interface History {
  /** In the order of nights. */
  seen: readonly Seen[];
  uploads: readonly Upload[];
  /** After a user added the event that no upload contains; null: the uploads contain it. */
  afterEvent: readonly NightRecord[] | null;
}

export interface FollowOptions {
  scratch: string;
  /** Nights that were there before and come as one upload: the records are judged once after them. Default: none. */
  backlog?: number;
  onNight?: (seen: Seen) => void;
}

/**
 * Takes a history in as a CI sends it: one upload after another into an empty, migrated database, the records brought up to
 * date after each as the job does. Each run is written before it is read, and removed after.
 */
export async function followNights(
  database: Database,
  plan: NightsPlan,
  { scratch, backlog = 0, onNight }: FollowOptions,
): Promise<History> {
  const blobs = openBlobStore(path.join(scratch, 'blobs'), database);
  const out = path.join(scratch, 'runs');
  const seen: Seen[] = [];
  const uploads: Upload[] = [];
  const take = async (night: number, upload: string) => {
    const start = performance.now();
    await ingestPath({ database, blobs }, upload);
    const ingested = performance.now();
    await recomputeRegressions(database);
    uploads.push({ night, ingestMs: ingested - start, judgeMs: performance.now() - ingested });
    await rm(upload, { recursive: true });
  };
  for (const runs of byNight(runsOf(plan))) {
    const night = runs[0]?.night ?? 0;
    for (const run of runs) {
      const written = await writeRun(plan, run, { out, isTar: false });
      if (night >= backlog) await take(night, written.path);
    }
    if (night < backlog - 1) continue;
    if (night === backlog - 1) await take(night, out);
    const now = { night, records: await readRecords(database) };
    seen.push(now);
    onNight?.(now);
  }
  return { seen, uploads, afterEvent: await tellEvent(database, plan) };
}

/** Adds the event that no upload contains, as a user would. */
async function tellEvent(database: Database, plan: NightsPlan): Promise<NightRecord[] | null> {
  const { isToldByFacts, server, night } = plan.machineChange;
  if (isToldByFacts) return null;
  const at = nightAt(plan, night).startedAt;
  await addAnnotation(database, { at, label: 'another kernel', server, product: null, by: 'check-nights' });
  await recomputeRegressions(database);
  return readRecords(database);
}

function* byNight(runs: Iterable<MadeRun>): Generator<MadeRun[]> {
  let own: MadeRun[] = [];
  for (const run of runs) {
    if (own[0] && own[0].night !== run.night) {
      yield own;
      own = [];
    }
    own.push(run);
  }
  if (own.length > 0) yield own;
}
