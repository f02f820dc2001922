import path from 'node:path';
import { mergeProfiles } from '@basecase/analysis';
import { isBesideTest, isOfTest, parseRunDirectory } from '@basecase/ingest';
import type { Build, Profile } from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { CellProfile, UnusedFile, WhyFile } from '../../types';
import { type CellAddress, readStored, type StoredArtifact } from '../get-cell-evidence';
import { listArtifacts, listTestRuns, type TestRun } from './list-test-runs';

/** Files that are added up: a profiler that ran every minute of a long test leaves dozens. */
const MAX_FILES = 8;
/** Frames with less of all samples are a pixel or two wide. */
const MIN_SHARE = 0.002;
/** Events that count time, the best first; of what counts other things, as cache misses, µs would be wrong. */
const PMP = 'pmp';
const TIME_EVENTS = ['cycles', 'cpu-cycles', 'cpu-clock', 'task-clock'];

/**
 * Where the CPU time of a cell went, by stack: the flame graphs and folded stacks of its newest run that has some, read
 * from the blob store now, and added up.
 */
export async function getCellProfile(
  database: Database,
  blobs: BlobStore,
  cell: CellAddress,
): Promise<CellProfile> {
  for (const run of await listTestRuns(database, cell)) {
    const { files: listed, removed } = await listProfileFiles(database, run, cell);
    const found = chooseFiles(listed);
    if (found.length === 0) continue;
    const cpuMicros = countsTime(found[0]) ? run.cpuMicros : null;
    const runId = String(run.runId);
    if (removed !== null) return { runId, cpuMicros, profile: null, files: [], unused: [], removed };
    const profiles: Profile[] = [];
    const files: WhyFile[] = [];
    const unused: UnusedFile[] = [];
    for (const file of found.slice(0, MAX_FILES)) {
      const from = { artifactId: String(file.id), file: file.path };
      const read = await readStored(blobs, file);
      if ('reason' in read) unused.push({ ...from, reason: read.reason });
      else if (!read.profile) unused.push({ ...from, reason: 'no frame with samples was found in it' });
      else {
        profiles.push(read.profile);
        files.push(from);
      }
    }
    for (const file of found.slice(MAX_FILES)) {
      unused.push({ artifactId: String(file.id), file: file.path, reason: `only ${MAX_FILES} are added up` });
    }
    return {
      runId,
      cpuMicros,
      profile: mergeProfiles(profiles, MIN_SHARE),
      files,
      unused,
    };
  }
  return { runId: null, cpuMicros: null, profile: null, files: [], unused: [] };
}

/** Whether flame graphs or stacks are stored of a run of the cell; nothing is read. */
export async function hasCellProfile(database: Database, cell: CellAddress): Promise<boolean> {
  for (const run of await listTestRuns(database, cell))
    if ((await listProfileFiles(database, run, cell)).files.length > 0) return true;
  return false;
}

/** Those of the best event; where one file holds all samples of the test, as `….all.svg` does, that one alone. */
function chooseFiles(files: readonly StoredArtifact[]): StoredArtifact[] {
  const [first] = files.toSorted((a, b) => eventRank(a) - eventRank(b));
  const chosen = files.filter(({ path }) => first && eventOf(path) === eventOf(first.path));
  const whole = chosen.find(({ path }) => /\.all\.(?:svg|folded)(?:\.gz)?$/.test(path));
  return whole ? [whole] : chosen;
}

/**
 * A name without an event counts as the best: profilers sample time unless they are asked for something else. Stacks of a debugger count
 * threads that wait too, so they are the last.
 */
function eventRank({ path }: StoredArtifact): number {
  const event = eventOf(path);
  if (event === PMP) return TIME_EVENTS.length + 1;
  if (event === null) return 0;
  return TIME_EVENTS.includes(event) ? TIME_EVENTS.indexOf(event) : TIME_EVENTS.length;
}

/** Only of samples in time are shares those of CPU time. */
function countsTime(file: StoredArtifact | undefined): boolean {
  const event = file ? eventOf(file.path) : null;
  return event === null || TIME_EVENTS.includes(event.replace(/:[a-zA-Z]+$/, ''));
}

/** `cycles` in `sb.perf.g.cycles.read-only.range10.pk1.2.svg`; null where the name has none. */
function eventOf(path: string): string | null {
  if (/\bpmp\b/.test(path.split('/').at(-1) ?? '')) return PMP;
  return /\bperf\.g\.([\w:-]+)\./.exec(path)?.[1] ?? null;
}

const PROFILE_KINDS = ['flamegraph', 'folded_stacks', 'pmp_stacks'];
/** Files that are looked through for those of one test. */
const MAX_LISTED = 5000;

const ALONE = `
SELECT a.id, a.path, a.kind, a.sha256, u.settings, u.first_reading->>'rootLabel' AS "rootLabel",
  u.server_name IS NOT NULL AS "isServerNamed"
FROM artifacts a
JOIN uploads u ON u.id = a.upload_id
JOIN servers s ON s.slug = $1 AND (u.server_name IS NULL OR lower(u.server_name) IN (lower(s.name), s.slug))
WHERE a.kind = ANY ($2) AND u.state = 'stored' AND u.run_count = 0
ORDER BY a.id DESC
LIMIT ${MAX_LISTED}`;

interface Alone extends StoredArtifact {
  settings: Record<string, string>;
  rootLabel: string | null;
  isServerNamed: boolean;
}

interface ProfileFiles {
  files: StoredArtifact[];
  /** That the retention rule removed them; null: they are stored. */
  removed: string | null;
}

/** The directory that holds the run: of a log in a directory of its name the one above, of a summary table its own. */
function homeOf({ own, label }: TestRun): string {
  const directory = path.posix.dirname(own[0] ?? '.');
  return path.posix.basename(directory) === path.posix.basename(label)
    ? path.posix.dirname(directory)
    : directory;
}

/** `all.svg/<run>/…` below the directory of the run or of the summary table that it is a column of. */
function isNamedForRun(file: string, run: TestRun): boolean {
  const home = homeOf(run);
  const inside = home === '.' ? file : file.startsWith(`${home}/`) ? file.slice(home.length + 1) : '';
  return path.posix.dirname(inside).split('/').includes(path.posix.basename(run.label));
}

/** Those with the fewest directories before that of the run: what lies deeper is of tables further down. */
function nearestOf(files: readonly StoredArtifact[], { label }: TestRun): StoredArtifact[] {
  const depthOf = ({ path: file }: StoredArtifact) => file.split('/').indexOf(path.posix.basename(label));
  const least = Math.min(...files.map(depthOf));
  return files.filter((file) => depthOf(file) === least);
}

/**
 * Flame graphs and stacks of one test: those next to its logs, else those in a directory that is named as the run is, next to its
 * logs or its summary table, else those of an upload that has nothing else.
 */
async function listProfileFiles(database: Database, run: TestRun, cell: CellAddress): Promise<ProfileFiles> {
  const beside = await listArtifacts(database, run, { kinds: PROFILE_KINDS, most: MAX_LISTED });
  const own = beside.filter((file) => isBesideTest(file.path, run.own, run.others));
  if (own.length > 0) return { files: own, removed: run.removed };
  const named = beside.filter((file) => isNamedForRun(file.path, run) && isOfTest(file.path, cell.test));
  const nearest = nearestOf(named, run);
  if (nearest.length > 0) return { files: nearest, removed: run.removed };
  const { rows } = await database.pool.query<Alone>(ALONE, [cell.server, PROFILE_KINDS]);
  const directory = path.posix.dirname(run.own[0] ?? '.');
  const others = run.others.filter((log) => path.posix.dirname(log) === directory);
  const files = rows
    .filter((file) => isOfRun(file, run))
    .filter((file) => {
      // Treated as if it were next to the logs.
      const moved = path.posix.join(directory, path.posix.basename(file.path));
      return isBesideTest(moved, run.own, others);
    });
  return { files, removed: null };
}

/**
 * True when a directory of the file is named as that of the run is, or names its version. For a file without a named
 * server only the first counts.
 */
function isOfRun({ path: file, settings, rootLabel, isServerNamed }: Alone, run: TestRun): boolean {
  const directories = [...path.posix.dirname(file).split('/'), rootLabel ?? ''].filter((name) => name !== '');
  // All nights of a line have directories of one name: there the commit has to be named.
  if (run.build === null && directories.some((name) => name === run.label)) return true;
  if (!isServerNamed) return false;
  return directories.some((name) => {
    const said = { ...parseRunDirectory(name).variant, ...settings };
    const { product, version, flavour, config } = run.variant;
    return (
      isOfBuild(said.build ?? null, settings['commit'], run.build) &&
      said.product === product &&
      said.version === version &&
      (said.flavour === null || said.flavour === flavour) &&
      (said.config === null || said.config === config)
    );
  });
}

/** A file of a night names its commit; one of a release names none. */
function isOfBuild(named: Build | null, set: string | undefined, build: TestRun['build']): boolean {
  const commit = (set ?? named?.commit)?.toLowerCase();
  if (build === null) return named === null && commit === undefined;
  return commit !== undefined && (build.commit?.startsWith(commit) ?? false);
}
