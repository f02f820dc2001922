import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forShell } from '@basecase/ingest/model';
import { parsePlan } from '../plan/parse-plan';
import type { Plan, Variant } from '../plan/plan';
import { directoryNameOf } from '../plan/run-name';
import { parseLine } from '../processes/parse-line';
import { identify, isAlive } from '../processes/process-id';
import { findMarked, ownerSchema, parseStarted, type StartedProcess } from '../processes/started-process';
import { RecordError } from '../record-error';
import { type Journal, type JournalState, openJournal } from './parse-journal';

/** A recording on the disk: its plan, its journal, its logs, and where the servers have their data. */
export interface RecordingDirectory {
  directory: string;
  plan: Plan;
  id: string;
  seed: number;
  /** Of the database user, of this recording only. */
  password: string;
  startedAt: string;
  journal: Journal;
  state: JournalState;
  /** Data directories and fetched programs. */
  data: string;
  processesFile: string;
  /** Processes that a killed recorder had left running, now ended. */
  orphans: number;
  /** Directory of the logs of a variant. */
  logsOf(variant: Variant): string;
  /**
   * Removes files that only the recorder needs. A complete recording keeps tarballs, plan and journal; a resumable
   * one also the logs of its whole rounds; a declined one nothing.
   */
  close(left: 'complete' | 'resumable' | 'nothing'): Promise<void>;
}

const FILES = {
  plan: 'plan.json',
  journal: 'journal.ndjson',
  processes: 'processes.ndjson',
  recorder: 'recorder.json',
};

/**
 * Begins a recording in a new directory.
 *
 * @param directory made; one that holds something is refused
 * @param dataDirectory for the servers' data; null: in the directory, or in the one for temporary files where the
 * user that
 *   the servers run as can't reach it
 */
export async function createRecording(options: {
  directory: string;
  plan: Plan;
  dataDirectory: string | null;
}): Promise<RecordingDirectory> {
  const directory = resolve(options.directory);
  const plan = { ...options.plan, seed: options.plan.seed ?? randomInt(2 ** 32) };
  await mkdir(directory, { recursive: true });
  if (await isFile(join(directory, FILES.journal))) {
    throw new RecordError(
      'NOT_RESUMABLE',
      `${directory} holds a recording. Go on with it: --resume ${forShell(directory)}`,
    );
  }
  await claim(directory);
  const id = `r${randomBytes(5).toString('hex').slice(0, 8)}`;
  const data = await makeDataDirectory(directory, options.dataDirectory, id);
  await writeFile(join(directory, FILES.plan), `${JSON.stringify(plan, null, 2)}\n`);
  const { journal } = openJournal(join(directory, FILES.journal));
  journal.add({ type: 'begin', id, seed: plan.seed, data, password: randomBytes(12).toString('hex') });
  journal.sync();
  journal.close();
  return open(directory, plan, 0);
}

/**
 * Goes on with a recording. Whatever a killed recorder left running is ended first.
 *
 * @throws RecordError NOT_RESUMABLE where there is none, or another recorder works on it
 */
export async function resumeRecording(given: string): Promise<RecordingDirectory> {
  const directory = resolve(given);
  const text = await readFile(join(directory, FILES.plan), 'utf8').catch((cause: unknown) => {
    throw new RecordError('NOT_RESUMABLE', `${given} holds no recording: there is no ${FILES.plan}.`, {
      cause,
    });
  });
  await claim(directory);
  const { journal, state } = openJournal(join(directory, FILES.journal));
  journal.close();
  if (!state.begin)
    throw new RecordError('NOT_RESUMABLE', `${given} holds no recording: its journal is empty.`);
  const orphans = await endOrphans(join(directory, FILES.processes), state.begin.id);
  return open(directory, parsePlan(text, join(given, FILES.plan)), orphans.length);
}

async function open(directory: string, plan: Plan, orphans: number): Promise<RecordingDirectory> {
  const { journal, state } = openJournal(join(directory, FILES.journal));
  const { begin } = state;
  if (!begin) throw new RecordError('NOT_RESUMABLE', `${directory}: the journal has no beginning.`);
  const { id, seed, password, data, at } = begin;
  await mkdir(data, { recursive: true });
  await chmod(data, 0o755);
  const logsOf = (variant: Variant) => join(directory, 'logs', directoryNameOf(variant));
  for (const variant of plan.variants) await mkdir(logsOf(variant), { recursive: true });
  return {
    directory,
    plan,
    id,
    seed,
    password,
    startedAt: at,
    journal,
    state,
    data,
    processesFile: join(directory, FILES.processes),
    orphans,
    logsOf,
    async close(left) {
      journal.close();
      await rm(data, { recursive: true, force: true });
      if (left !== 'resumable') await removeAtOnce(join(directory, 'logs'));
      const files = left === 'nothing' ? Object.values(FILES) : [FILES.processes, FILES.recorder];
      for (const name of files) await rm(join(directory, name), { force: true });
      // It stays when something else is in it.
      if (left === 'nothing') await rmdir(directory).catch(() => {});
    },
  };
}

/** Killed meanwhile, it leaves all of it under this name or nothing: half of the logs would look damaged. */
async function removeAtOnce(path: string): Promise<void> {
  await rename(path, `${path}.old`).catch(() => {});
  await rm(`${path}.old`, { recursive: true, force: true });
}

/** @throws RecordError NOT_RESUMABLE while another recorder works there */
export async function claim(directory: string): Promise<void> {
  const file = join(directory, FILES.recorder);
  const text = await readFile(file, 'utf8').catch(() => '');
  const before = parseLine(ownerSchema, text);
  if (before && before.pid !== process.pid && isAlive(before)) {
    throw new RecordError(
      'NOT_RESUMABLE',
      `${directory}: another recorder works there (process ${before.pid}).`,
    );
  }
  await writeFile(file, JSON.stringify(identify(process.pid)));
}

/** Of the root user the servers run as another one, which has to be able to go there. */
async function makeDataDirectory(directory: string, given: string | null, id: string): Promise<string> {
  if (given !== null) {
    const data = join(resolve(given), `basecase-record-${id}`);
    await mkdir(data, { recursive: true });
    return data;
  }
  if (process.getuid?.() !== 0 || (await isReachable(directory))) return join(directory, 'data');
  return mkdtemp(join(tmpdir(), `basecase-record-${id}-`));
}

async function isReachable(directory: string): Promise<boolean> {
  for (let place = directory; ; place = dirname(place)) {
    const { mode } = await stat(place);
    if ((mode & 0o001) === 0) return false;
    if (place === dirname(place)) return true;
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

const [GRACE_MS, POLL_MS] = [15_000, 50];

/**
 * Ends what a killed recorder left running. Each process is known by its pid and start time, never by its name.
 *
 * @param file its `processes.ndjson`; none is an empty one
 * @param id of the recording
 * @returns what was ended
 */
export async function endOrphans(file: string, id: string): Promise<StartedProcess[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Child processes are last: a server ends its own on request.
  const listed = parseStarted(text).filter(isAlive);
  await end(listed);
  const marked = findMarked(id).filter(isAlive);
  await end(marked);
  return [...listed, ...marked];
}

async function end(processes: readonly StartedProcess[]): Promise<void> {
  for (const one of processes) send(one, one.signal);
  const late = Date.now() + GRACE_MS;
  while (processes.some(isAlive) && Date.now() < late) await sleep(POLL_MS);
  for (const one of processes.filter(isAlive)) send(one, 'SIGKILL');
  while (processes.some(isAlive)) await sleep(POLL_MS);
}

function send(one: StartedProcess, signal: NodeJS.Signals): void {
  if (!isAlive(one)) return;
  try {
    process.kill(one.group ? -one.pid : one.pid, signal);
  } catch {
    // It ended between the two calls.
  }
}
