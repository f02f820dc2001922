import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildMatrix } from '@basecase/analysis';
import { IngestError, type MetricId, readUpload } from '@basecase/ingest';
import { metricOf } from '@basecase/ingest/model';
import { endOrphans } from '../journal/recording-directory';
import { howItEnded, type Processes } from '../processes/processes';
import { messageOf } from '../record-error';
import type { Search, SearchedBuild } from './bisect-journal';
import { git } from './list-builds';

/** A run of the script, or why there is none. */
export type Measured =
  | { seconds: number; values: Record<string, number> }
  /** `isFinal`: another try would not help. */
  | { reason: string; isFinal: boolean };

/** Exit code that leaves a build out, as `git bisect run` has it. */
const SKIP = 125;

/** Where the files of a search are. */
export interface BisectPlaces {
  directory: string;
  /** Of the processes that it starts. */
  processesFile: string;
  /** The logs of a run. */
  outOf(run: number, build: SearchedBuild): string;
  /** The working tree of a build. */
  treeOf(build: SearchedBuild): string;
}

export function bisectPlaces(directory: string): BisectPlaces {
  const word = ({ name, at }: SearchedBuild) =>
    at === null ? name.replaceAll(/[^\w.-]+/g, '_').slice(0, 60) : `g${name.slice(0, 12)}`;
  return {
    directory,
    processesFile: join(directory, 'processes.ndjson'),
    outOf: (run, build) => join(directory, 'runs', `${String(run).padStart(4, '0')}-${word(build)}`),
    treeOf: (build) => join(directory, 'trees', word(build)),
  };
}

/**
 * Runs the script for a build and reads its logs. A commit has its own working tree, which is kept until the search
 * ends: a repeat does not build again.
 *
 * @throws the reason of an aborted signal
 */
export async function measureBuild(
  search: Search,
  {
    run,
    build,
    places,
    processes,
    signal,
  }: { run: number; build: SearchedBuild; places: BisectPlaces; processes: Processes; signal: AbortSignal },
): Promise<Measured> {
  const out = places.outOf(run, build);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  let cwd = search.directory;
  if (search.repository !== null) {
    cwd = places.treeOf(build);
    try {
      await checkOut(search.repository, cwd, build.name);
    } catch (error) {
      return { reason: `git could not check it out: ${messageOf(error)}`, isFinal: true };
    }
  }
  const [program = '', ...args] = search.script;
  const log = join(out, 'log.txt');
  const output = openSync(log, 'w');
  const begun = performance.now();
  const script = processes.start(program, args, {
    cwd,
    output,
    group: true,
    env: {
      BASECASE_BUILD: build.name,
      BASECASE_COMMIT: search.repository === null ? '' : build.name,
      BASECASE_OUT: out,
      BASECASE_RUN: String(run),
    },
  });
  closeSync(output);
  const stop = () => void script.stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = new AbortController();
  const late = sleep(search.timeoutSeconds * 1000, 'late' as const, { signal: timer.signal }).catch(
    () => 'ended' as const,
  );
  const how = await Promise.race([script.ended, late]);
  if (how === 'late') await script.stop();
  timer.abort();
  signal.removeEventListener('abort', stop);
  // A server that the script left running would disturb the next build.
  await endOrphans(places.processesFile, search.id);
  signal.throwIfAborted();
  const seconds = (performance.now() - begun) / 1000;
  if (how === 'late')
    return { reason: `the script did not end within ${search.timeoutSeconds} s`, isFinal: false };
  const ended = await script.ended;
  if (ended.code === SKIP) return { reason: 'the script left it out (exit code 125)', isFinal: true };
  if (ended.code !== 0)
    return { reason: `the script ${howItEnded(ended)}. Its output: ${log}`, isFinal: false };
  return readValues(search, { out, log, seconds, build });
}

async function checkOut(repository: string, tree: string, commit: string): Promise<void> {
  if (existsSync(tree)) return;
  await git(repository, 'worktree', 'prune');
  await git(repository, 'worktree', 'add', '--detach', '--force', tree, commit);
}

/** Also a tree that was cut off. */
export async function removeTree(repository: string, tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
  await git(repository, 'worktree', 'prune').catch(() => '');
}

async function readValues(
  search: Search,
  { out, log, seconds, build }: { out: string; log: string; seconds: number; build: SearchedBuild },
): Promise<Measured> {
  if ((await stat(log)).size === 0) await rm(log);
  try {
    await describeRun(search, out, build);
    const { runs } = await readUpload(out, { hash: false, unknown: 'repeats' });
    // vmstat and iostat tell of the machine, unless nothing else was measured.
    const measured = runs.filter(({ benchmark }) => benchmark !== 'host');
    const matrix = buildMatrix([{ label: build.name, runs: measured.length > 0 ? measured : runs }]);
    const own = Object.keys(matrix.values).find((id) => metricOf(id as MetricId).label === search.metric);
    const found = matrix.values[(own ?? search.metric) as MetricId] ?? [];
    const values = Object.fromEntries(
      matrix.rows.flatMap(({ key }, row) => {
        const value = found[row]?.[0] ?? null;
        return value !== null && value > 0 && matrix.status[row]?.[0] === 'ok' ? [[key, value]] : [];
      }),
    );
    if (Object.keys(values).length > 0) return { seconds, values };
    const has = Object.keys(matrix.values).map((id) => metricOf(id as MetricId).label);
    return {
      reason: `the logs in ${out} have no value of ${search.metric}. They have: ${has.join(', ') || 'none'}`,
      isFinal: false,
    };
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    return {
      reason: `no result was read from ${out}: expected the log of a benchmark on standard output or in $BASECASE_OUT`,
      isFinal: false,
    };
  }
}

/** Adds to `basecase.json` what the script did not write there. */
async function describeRun(search: Search, out: string, build: SearchedBuild): Promise<void> {
  const file = join(out, 'basecase.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    // The reader reports it, with its place.
    return;
  }
  if (typeof said !== 'object' || said === null) return;
  const own =
    build.at === null
      ? { version: build.name }
      : { build: { commit: build.name, committedAt: new Date(build.at).toISOString() } };
  const manifest = { basecase: 1, ...search.manifest, ...own, ...said };
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
