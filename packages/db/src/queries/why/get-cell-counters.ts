import path from 'node:path';
import { type CounterChange, sumChanges } from '@basecase/analysis';
import { diffFacts, isBesideTest, parseDumpName, viewTitle } from '@basecase/ingest';
import type { Fact } from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { CellCounters } from '../../types';
import type { CellAddress } from '../get-cell-evidence';
import { findDumpBefore } from './find-dump-before';
import { listTestRuns, type TestRun } from './list-test-runs';
import { readStored, type StoredArtifact } from './read-stored';

const DUMP_KINDS = ['mysql_status', 'pg_stat'];
/** Dumps of one upload that are considered: 33 tests of 6 views are 200. */
const MAX_DUMPS = 2000;

/**
 * How far the counters of a server went up over one test: between the dump that was taken after it and the one before
 * it. The newest run that has dumps is read, from the blob store, now. A dump without one before it is named with the
 * reason: what it counts began before the test.
 */
export async function getCellCounters(
  database: Database,
  blobs: BlobStore,
  cell: CellAddress,
): Promise<CellCounters> {
  for (const run of await listTestRuns(database, cell)) {
    const counters = await countersOfRun(database, blobs, run);
    if (counters) return counters;
  }
  return { runId: null, operations: null, counters: [], dumps: [], unused: [] };
}

async function countersOfRun(
  database: Database,
  blobs: BlobStore,
  run: TestRun,
): Promise<CellCounters | null> {
  const storedRows = await database.prisma.artifact.findMany({
    where: { uploadId: run.uploadId, kind: { in: DUMP_KINDS } },
    orderBy: { path: 'asc' },
    take: MAX_DUMPS,
    select: { id: true, path: true, kind: true, sha256: true },
  });
  const stored = storedRows.map(({ id, ...file }) => ({ ...file, id: Number(id) }));
  const own = stored.filter(({ path: file }) => isBesideTest(file, run.own, run.others));
  if (own.length === 0) return null;
  const result: CellCounters = {
    runId: String(run.runId),
    operations: run.operations,
    counters: [],
    dumps: [],
    unused: [],
  };
  if (run.removed !== null) return { ...result, removed: run.removed };
  for (const after of own) {
    const { view, moment } = nameOf(after);
    if (moment === 'before') continue;
    const facts = await readFacts(blobs, after);
    const from = { artifactId: String(after.id), file: after.path };
    if (typeof facts === 'string') {
      result.unused.push({ ...from, reason: facts });
      continue;
    }
    // A view that the server does not have yet leaves an empty file.
    if (facts.length === 0) continue;
    const before = await findDumpBefore({ after, facts, stored, read: (file) => readFacts(blobs, file) });
    if (!before) {
      result.unused.push({ ...from, reason: 'no dump from before the test: its counts began earlier' });
      continue;
    }
    const title = viewTitle(view, after.kind);
    result.counters.push(...sumChanges(title, diffFacts(before.facts, facts)));
    result.dumps.push({
      view: title,
      after: from,
      before: { artifactId: String(before.file.id), file: before.file.path },
    });
  }
  result.counters = withoutDoubles(result.counters);
  return result;
}

/** Two dumps of one view, as `o.pgs.sut` and `o.pgs.tabs` can be, count the same things: the first is kept. */
function withoutDoubles(counters: readonly CounterChange[]): CounterChange[] {
  const kept = new Map<string, CounterChange>();
  for (const counter of counters) {
    const key = JSON.stringify([counter.view, counter.group, counter.name]);
    if (!kept.has(key)) kept.set(key, counter);
  }
  return [...kept.values()];
}

function nameOf(file: StoredArtifact) {
  return parseDumpName(path.posix.basename(file.path).replace(/\.(?:gz|zst|xz)$/, ''));
}

/** Facts of a dump; a text is the reason why it could not be read. */
async function readFacts(blobs: BlobStore, file: StoredArtifact): Promise<Fact[] | string> {
  const read = await readStored(blobs, file);
  return 'reason' in read ? read.reason : read.facts;
}
