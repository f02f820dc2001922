import path from 'node:path';
import { type CounterChange, isCounter, sumChanges } from '@basecase/analysis';
import { diffFacts, isBesideTest, parseDumpName, viewTitle } from '@basecase/ingest';
import type { Fact } from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { CellCounters } from '../../types';
import { type CellAddress, readStored, type StoredArtifact } from '../get-cell-evidence';
import { listArtifacts, listTestRuns, type TestRun } from './list-test-runs';

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

/** Whether dumps of counters are stored of a run of the cell; nothing is read. */
export async function hasCellCounters(database: Database, cell: CellAddress): Promise<boolean> {
  for (const run of await listTestRuns(database, cell))
    if ((await dumpsOf(database, run)).own.length > 0) return true;
  return false;
}

/** Dumps of the upload of a run, and those next to the test. */
async function dumpsOf(database: Database, run: TestRun) {
  const stored = await listArtifacts(database, run, { kinds: DUMP_KINDS, most: MAX_DUMPS });
  return { stored, own: stored.filter(({ path: file }) => isBesideTest(file, run.own, run.others)) };
}

async function countersOfRun(
  database: Database,
  blobs: BlobStore,
  run: TestRun,
): Promise<CellCounters | null> {
  const { stored, own } = await dumpsOf(database, run);
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

/** Dumps of one view that are read to find the one before: a run of 33 tests leaves 33. */
const MAX_READ = 60;
/** Share of the counters of a dump that may be lower than in an earlier one: not every state is known as one. */
const MAY_FALL = 0.2;

interface Dump {
  file: StoredArtifact;
  facts: Fact[];
}

interface Wanted {
  after: StoredArtifact;
  facts: readonly Fact[];
  /** All dumps of the upload. */
  stored: readonly StoredArtifact[];
  /** Facts of a file; a text is the reason why it can't be read. */
  read: (file: StoredArtifact) => Promise<Fact[] | string>;
}

/**
 * The dump that was taken before a test: the one that is named so, else the last of the same view that was taken
 * earlier in the same run, after the test that ran before. Counters only go up while a server runs, so that the sum of
 * all numbers is a clock. Null when there is none, or when the server was started again in between.
 */
async function findDumpBefore({ after, facts, stored, read }: Wanted): Promise<Dump | null> {
  const own = placeOf(after);
  const named = stored.find((file) => {
    const place = placeOf(file);
    return place.moment === 'before' && place.directory === own.directory && place.stem === own.stem;
  });
  if (named) {
    const found = await read(named);
    return typeof found === 'string' || found.length === 0 ? null : { file: named, facts: found };
  }
  const clock = clockOf(facts);
  let last: (Dump & { clock: number }) | null = null;
  for (const file of sameView(after, stored).slice(0, MAX_READ)) {
    const found = await read(file);
    if (typeof found === 'string' || found.length === 0) continue;
    const at = clockOf(found);
    if (at < clock && at > (last?.clock ?? -1) && isEarlier(found, facts))
      last = { file, facts: found, clock: at };
  }
  return last;
}

/** Other dumps of the view: in the same directory, or in sibling directories if each test has its own. */
function sameView(after: StoredArtifact, stored: readonly StoredArtifact[]): StoredArtifact[] {
  const own = placeOf(after);
  const others = stored.filter((file) => {
    const place = placeOf(file);
    return file.id !== after.id && place.moment !== 'before' && place.view === own.view;
  });
  const here = others.filter((file) => placeOf(file).directory === own.directory);
  if (here.length > 0) return here;
  const parent = path.posix.dirname(own.directory);
  return own.directory === '.'
    ? []
    : others.filter((file) => path.posix.dirname(placeOf(file).directory) === parent);
}

function placeOf(file: StoredArtifact) {
  const name = path.posix.basename(file.path).replace(/\.(?:gz|zst|xz)$/, '');
  const { view, moment, stem } = parseDumpName(name);
  return { directory: path.posix.dirname(file.path), view, moment, stem };
}

/** Seconds since the server started where a dump has them, as SHOW GLOBAL STATUS does. */
function clockOf(facts: readonly Fact[]): number {
  const uptime = facts.find(({ group, name }) => group === null && name === 'Uptime')?.number;
  if (uptime !== null && uptime !== undefined) return uptime;
  return facts.reduce((sum, fact) => sum + (isCounter(fact) ? (fact.number ?? 0) : 0), 0);
}

/** False when many numbers fell in between: then they were reset. */
function isEarlier(earlier: readonly Fact[], later: readonly Fact[]): boolean {
  const before = new Map(earlier.map(({ group, name, number }) => [JSON.stringify([group, name]), number]));
  let [shared, fell] = [0, 0];
  for (const fact of later) {
    const { group, name, number } = fact;
    const from = before.get(JSON.stringify([group, name]));
    if (!isCounter(fact) || number === null || from === null || from === undefined) continue;
    shared += 1;
    if (number < from) fell += 1;
  }
  return shared > 0 && fell <= shared * MAY_FALL;
}
