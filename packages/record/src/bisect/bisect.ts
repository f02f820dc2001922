import { existsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type BisectQuestion,
  type BisectStep,
  type BuildRun,
  measuredBuilds,
  nextBisectStep,
} from '@basecase/analysis';
import { forShell } from '@basecase/ingest/model';
import { claim, endOrphans } from '../journal/recording-directory';
import { openProcesses } from '../processes/processes';
import { RecordError } from '../record-error';
import {
  type BisectFailure,
  type BisectLog,
  type BisectRunLine,
  openBisectJournal,
  readBisectLog,
  type Search,
} from './bisect-journal';
import { bisectPlaces, measureBuild, removeTree } from './measure-build';

const LOG = 'bisect.ndjson';

/** One finished run of a search, and the step that asked for it. */
export interface BisectEvent {
  line: BisectRunLine | BisectFailure;
  /** Chance that the build is bad, before the run; null for GOOD and BAD. */
  chance: number | null;
}

export type BisectVerdict = Extract<BisectStep, { type: 'end' }>;

export interface Bisected {
  directory: string;
  log: BisectLog;
  verdict: BisectVerdict;
  /** Against the answer, or against half of the range where there is none. */
  measured: ReturnType<typeof measuredBuilds>;
}

/** A build that failed this often in a row is left out. */
const MOST_FAILURES = 2;

/** The test that is searched; empty before the first run. */
export function testOf({ search, runs }: BisectLog): string {
  return search.test ?? Object.keys(runs[0]?.values ?? {})[0] ?? '';
}

/** The next step of a log, and after its last one the verdict. */
export function stepOf(log: BisectLog): BisectStep {
  return nextBisectStep(questionOf(log.search), stateOf(log));
}

/** Whether the log ends after the first result: it has several tests, and none is chosen. */
export function openTestsOf({ search, runs }: BisectLog): string[] {
  const tests = Object.keys(runs[0]?.values ?? {});
  return search.test === null && tests.length > 1 ? tests : [];
}

/** Every run of a log with the step that asked for it, computed again from the runs before it. */
export function replayBisect(log: BisectLog): BisectEvent[] {
  return log.lines.map((line, index) => {
    const lines = log.lines.slice(0, index);
    const step = stepOf(withLines(log, lines));
    const isSame = step.type === 'measure' && step.place === line.place;
    if (!isSame)
      throw new RecordError('NOT_RESUMABLE', `run ${line.run} does not follow from those before it.`);
    return { line, chance: step.chance };
  });
}

function withLines(log: BisectLog, lines: BisectLog['lines']): BisectLog {
  return {
    ...log,
    lines,
    runs: lines.filter((line) => line.type === 'run'),
    failures: lines.filter((line) => line.type === 'failed'),
  };
}

/** What a finished log says. */
export function verdictOf(directory: string, log: BisectLog): Bisected | null {
  const verdict = stepOf(log);
  if (verdict.type !== 'end') return null;
  const first = 'range' in verdict && verdict.range ? verdict.range.upTo : log.search.builds.length - 1;
  const measured = measuredBuilds(questionOf(log.search), stateOf(log).runs, first);
  return { directory, log, verdict, measured };
}

/** @throws RecordError without a log */
export function readBisect(directory: string): BisectLog {
  // The log alone may be elsewhere, e.g. downloaded from the upload of the runs.
  const isFile = existsSync(directory) && statSync(directory).isFile();
  const file = isFile ? directory : join(directory, LOG);
  const log = existsSync(file) ? readBisectLog(file) : null;
  if (!log) throw new RecordError('NOT_RESUMABLE', `${directory} holds no search: expected ${LOG} there.`);
  return log;
}

/**
 * Searches the first bad build, or continues a search. Each run is on the disk before the next one begins, and is never
 * repeated; one that was killed is measured again in a clean working tree.
 *
 * @returns null where a test has to be chosen: `openTestsOf`
 * @throws RecordError where GOOD or BAD can't be measured, or the directory holds another search
 */
export async function bisect(options: {
  /** Of the search. */
  directory: string;
  /** A new one; null: go on with that of the directory. */
  search: Search | null;
  /** Chosen now: of a search that has none yet. */
  test: string | null;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  onEvent(event: BisectEvent, log: BisectLog): void;
}): Promise<Bisected | null> {
  const { search, env, signal, onEvent } = options;
  const directory = resolve(options.directory);
  const file = join(directory, LOG);
  if (search && existsSync(file))
    throw new RecordError(
      'NOT_RESUMABLE',
      `${directory} holds a search. Go on with it: --resume ${forShell(directory)}`,
    );
  if (search) await mkdir(directory, { recursive: true });
  else readBisect(directory);
  await claim(directory);
  const journal = openBisectJournal(file, search ?? undefined);
  if (!journal) throw new RecordError('NOT_RESUMABLE', `${directory} holds no search: ${LOG} is empty.`);
  const places = bisectPlaces(directory);
  const { log } = journal;
  const { id, repository } = log.search;
  const removeTrees = async () => {
    if (repository === null) return;
    const trees = log.search.builds.map(places.treeOf).filter((tree) => existsSync(tree));
    for (const tree of trees) await removeTree(repository, tree);
  };
  await endOrphans(places.processesFile, id);
  // A build that was cut off may look complete to make.
  const cut = log.open && log.search.builds[log.open.place];
  if (cut && repository !== null) await removeTree(repository, places.treeOf(cut));
  const processes = openProcesses({ file: places.processesFile, id, env, signal });
  try {
    if (options.test !== null && log.search.test === null) journal.add({ type: 'test', test: options.test });
    for (;;) {
      signal.throwIfAborted();
      assertEnds(log);
      if (openTestsOf(log).length > 0) return null;
      const step = stepOf(log);
      if (step.type === 'end') break;
      const build = log.search.builds[step.place];
      if (!build) throw new Error(`no build ${step.place}`);
      const at = { run: log.lines.length + 1, place: step.place };
      journal.add({ type: 'start', ...at });
      const measured = await measureBuild(log.search, { run: at.run, build, places, processes, signal });
      const line = lineOf(log, at, measured);
      journal.add(line);
      onEvent({ line, chance: step.chance }, log);
    }
    await removeTrees();
    await rm(places.processesFile, { force: true });
    return verdictOf(directory, log);
  } catch (error) {
    // Without GOOD or BAD the search cannot go on.
    if (error instanceof RecordError && error.code === 'NOTHING_MEASURED') await removeTrees();
    throw error;
  } finally {
    await processes.stopAll();
    journal.close();
  }
}

function lineOf(
  log: BisectLog,
  at: { run: number; place: number },
  measured: Awaited<ReturnType<typeof measureBuild>>,
): BisectRunLine | BisectFailure {
  if (!('values' in measured)) return { type: 'failed', ...at, ...measured };
  const wanted = testOf(log) || (Object.keys(measured.values)[0] ?? '');
  if (measured.values[wanted] !== undefined) return { type: 'run', ...at, ...measured };
  const reason = `its logs have no test "${wanted}", but ${Object.keys(measured.values).join(', ')}`;
  return { type: 'failed', ...at, reason, isFinal: false };
}

/** @throws RecordError where GOOD or BAD failed too often */
function assertEnds(log: BisectLog): void {
  const failed = failedPlaces(log);
  const last = log.search.builds.length - 1;
  const place = [0, last].find((end) => failed.has(end));
  if (place === undefined) return;
  const reason = log.failures.findLast((failure) => failure.place === place)?.reason;
  throw new RecordError(
    'NOTHING_MEASURED',
    `${place === 0 ? 'GOOD' : 'BAD'} (${log.search.builds[place]?.name}) can't be measured: ${reason}.`,
  );
}

function failedPlaces({ failures, lines }: BisectLog): Set<number> {
  const isGivenUp = ({ place, isFinal }: BisectFailure) => {
    const newest = lines.filter((line) => line.place === place).slice(-MOST_FAILURES);
    return isFinal || (newest.length === MOST_FAILURES && newest.every(({ type }) => type === 'failed'));
  };
  return new Set(failures.filter(isGivenUp).map(({ place }) => place));
}

function questionOf({ builds, error, effect, mostOfBuild, most, noise, prior }: Search): BisectQuestion {
  return { builds: builds.length, error, effect, mostOfBuild, most, noise, prior: prior ?? undefined };
}

function stateOf(log: BisectLog): { runs: BuildRun[]; failed: Set<number> } {
  const test = testOf(log);
  const runs = log.runs.flatMap(({ place, values }) => {
    const value = values[test];
    return value === undefined ? [] : [{ place, x: Math.log(value) }];
  });
  return { runs, failed: failedPlaces(log) };
}
