import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pairedChanges, roundsNeeded } from '@basecase/analysis';
import { forShell } from '@basecase/ingest/model';
import type { EndReason, Failure, Round } from './journal/parse-journal';
import { createRecording, type RecordingDirectory, resumeRecording } from './journal/recording-directory';
import { checkMachine, type MachineState } from './machine/check-machine';
import { describeMachine, type Machine } from './machine/facts';
import { ensurePrograms, findProgram } from './machine/requirements';
import { packRecording } from './pack/pack-recording';
import { dataBytes, diskBytes } from './plan/data-size';
import { isOneBuild, type Plan, type PlanTest } from './plan/plan';
import { openProcesses } from './processes/processes';
import { messageOf, RecordError } from './record-error';
import { type ComparedTest, compareTests } from './rounds/estimate-tests';
import { openFleet } from './rounds/fleet';
import { type Ledger, openLedger } from './rounds/ledger';
import { withoutDisturbed } from './rounds/limits';
import { measureSlice } from './rounds/measure-slice';
import type { RecordEvent } from './rounds/record-event';
import { runRounds } from './rounds/run-rounds';
import type { Bench } from './rounds/take-slice';
import { tooNoisy } from './rounds/too-noisy';

/** Facts known before anything is compared. */
export interface Offer {
  plan: Plan;
  machine: Machine;
  state: MachineState;
  /** Null when nothing of it could be measured, and of one build, which is compared with nothing here. */
  sameTwice: SameTwice | null;
  forecast: Forecast | null;
  /** Bytes that it writes at the most, and that are removed at the end. */
  diskBytes: number;
}

export interface RecordOptions {
  /** A new recording of this plan, or one to go on with. */
  what: { plan: Plan; directory: string; dataDirectory: string | null } | { resume: string };
  /** No round is begun after this many, counted from the start; null: the rounds decide. */
  minutes: number | null;
  /** False: the first version is not measured against itself, and nothing is forecast. Default: true. */
  isCalibrated?: boolean;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C: whole rounds are kept and packed. */
  signal: AbortSignal;
  onEvent(event: RecordEvent): void;
  /** Asked before a new recording: false ends it, and nothing is measured. */
  confirm(offer: Offer): Promise<boolean>;
}

export interface Recording {
  /** `declined`: nothing was measured, nothing is left. */
  why: EndReason | 'declined';
  id: string;
  directory: string;
  plan: Plan;
  rounds: readonly Round[];
  failures: readonly Failure[];
  compared: readonly ComparedTest[];
  /** Paths, one for each variant that was measured. */
  tarballs: string[];
  seconds: number;
}

const CHECK_SECONDS = 3;

/**
 * Records a plan in interleaved rounds, or resumes a recording. However it ends, nothing that it started is left, and
 * the whole rounds are packed.
 *
 * @throws RecordError when it can't be done
 */
export async function record(options: RecordOptions): Promise<Recording> {
  const { what, env, signal, onEvent } = options;
  const begun = performance.now();
  const recording = 'resume' in what ? await resumeRecording(what.resume) : await createRecording(what);
  if (recording.orphans > 0) onEvent({ type: 'step', text: `${recording.orphans} old processes were ended` });
  const { plan, id, data } = recording;
  const path = env['PATH'] ?? '';
  const processes = openProcesses({ file: recording.processesFile, id, env, signal });
  const fleet = openFleet({
    plan,
    data,
    processes,
    password: recording.password,
    path,
    signal,
    onStep: (text) => onEvent({ type: 'step', text }),
  });
  const before = recording.state.rounds.map((round) => withoutDisturbed(round, plan.rounds));
  const ledger = openLedger({ ...recording.state, rounds: before }, recording.journal, onEvent);
  const { logsOf } = recording;
  const bench: Bench = { plan, fleet, processes, ledger, logsOf, data, path, signal, onEvent };
  let why: Recording['why'] = 'stopped';
  try {
    const machine = await describeMachine(data);
    try {
      why = await measure(options, { recording, bench, machine });
    } catch (error) {
      // Ctrl-C: what is whole is kept and packed. For any other reason it is kept, to go on from there.
      if (!signal.aborted) throw toRecordError(error, recording.directory, ledger.rounds.length);
    } finally {
      await fleet.stopAll();
      await processes.stopAll();
    }
    const tarballs = why === 'declined' ? [] : await finish(recording, { ledger, machine, why, env });
    return {
      why,
      id,
      directory: recording.directory,
      plan,
      rounds: ledger.rounds,
      failures: ledger.failures,
      compared: compareTests(plan, ledger.rounds, ledger.failures),
      tarballs,
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    await recording.close(whatIsLeft(why, ledger.rounds.length));
  }
}

function whatIsLeft(why: Recording['why'], rounds: number): 'complete' | 'resumable' | 'nothing' {
  if (why === 'declined' || rounds === 0) return 'nothing';
  return why === 'known' || why === 'most' ? 'complete' : 'resumable';
}

function toRecordError(error: unknown, directory: string, rounds: number): RecordError {
  const code = error instanceof RecordError ? error.code : 'NOT_POSSIBLE';
  const kept =
    rounds > 0 ? `\n${rounds} whole rounds are kept. Go on with them: --resume ${forShell(directory)}` : '';
  return new RecordError(code, `${messageOf(error)}${kept}`, { cause: error });
}

async function measure(
  options: RecordOptions,
  { recording, bench, machine }: { recording: RecordingDirectory; bench: Bench; machine: Machine },
): Promise<EndReason | 'declined'> {
  const { minutes, isCalibrated = true, signal, onEvent, confirm } = options;
  const { plan, data, seed } = recording;
  const clock = openClock(minutes);
  if (plan.duet && machine.cores < 2) {
    throw new RecordError('NOT_POSSIBLE', 'a duet needs two CPUs: each version has half of them.');
  }
  onEvent({ type: 'step', text: 'looking for the programs' });
  await ensurePrograms(plan, bench.path, bench.processes);
  await bench.fleet.install();
  let aboutRounds: number | null = null;
  if (!('resume' in options.what)) {
    onEvent({ type: 'step', text: 'looking at the machine' });
    const needed = { dataBytes: dataBytes(plan), diskBytes: diskBytes(plan) };
    const state = await checkMachine({ machine, directory: data, ...needed, seconds: CHECK_SECONDS, signal });
    const blocked = state.checks.find(({ name, level }) => level === 'bad' && name === 'disk');
    if (blocked) throw new RecordError('NOT_POSSIBLE', `not enough room on the disk: ${blocked.text}`);
    const isCompared = isCalibrated && !isOneBuild(plan);
    if (isCompared) onEvent({ type: 'step', text: 'loading the first version' });
    const sameTwice = isCompared ? await measureSameTwice(bench, clock) : null;
    const expected = sameTwice && forecast(plan, sameTwice, clock.secondsLeft());
    const offer = { plan, machine, state, sameTwice, forecast: expected, diskBytes: needed.diskBytes };
    if (!(await clock.pausedBy(() => confirm(offer)))) return 'declined';
    aboutRounds = expected?.rounds ?? null;
  }
  onEvent({ type: 'begins', plan, id: recording.id, aboutRounds });
  return runRounds(bench, { seed, deadline: clock.deadline() });
}

/** At most this share of the minutes goes into measuring the first version against itself. */
const CALIBRATION_SHARE = 0.25;

type Clock = ReturnType<typeof openClock>;

/** The time that a recording may take, with all that comes before the first round. */
function openClock(minutes: number | null) {
  const begun = Date.now();
  let deadline = minutes === null ? null : begun + minutes * 60_000;
  return {
    deadline: () => deadline,
    secondsLeft: () => (deadline === null ? null : Math.max(0, (deadline - Date.now()) / 1000)),
    mayCalibrate: () => deadline === null || Date.now() < begun + (deadline - begun) * CALIBRATION_SHARE,
    /** The time of waiting for an answer does not count. */
    async pausedBy<T>(work: () => Promise<T>): Promise<T> {
      const paused = Date.now();
      const answer = await work();
      if (deadline !== null) deadline += Date.now() - paused;
      return answer;
    },
  };
}

async function finish(
  recording: RecordingDirectory,
  { ledger, machine, why, env }: { ledger: Ledger; machine: Machine; why: EndReason; env: NodeJS.ProcessEnv },
): Promise<string[]> {
  const { plan, id, seed, startedAt, directory, logsOf, journal } = recording;
  journal.add({ type: 'end', why });
  journal.sync();
  const { rounds, failures } = ledger;
  const tools = await toolVersions(plan, env);
  return packRecording(
    { plan, id, seed, machine, tools, startedAt, rounds, failures, why },
    { logsOf, directory },
  );
}

/** @returns `sysbench 1.0.20`, `pgbench (PostgreSQL) 15.18`: of the tools of a plan that report one */
async function toolVersions(plan: Plan, env: NodeJS.ProcessEnv): Promise<string[]> {
  const names = [...new Set(plan.tests.map(({ tool }) => tool))].filter((tool) => tool !== 'command');
  const versions = names.map(async (name) => {
    const program = findProgram(name, env['PATH'] ?? '') ?? name;
    const { stdout } = await promisify(execFile)(program, ['--version'], { env });
    return stdout.trim().split('\n')[0] ?? name;
  });
  return Promise.all(versions);
}

/** What two equal servers differ by on this machine, before anything is compared. */
interface SameTwice {
  /** SD of ln(same / same) of one round. */
  sd: number;
  rounds: number;
  /** Seconds that one slice takes with all that belongs to it. */
  sliceSeconds: number;
  /** Seconds that starting and loading one server took. */
  loadSeconds: number;
}

/**
 * Rounds of it, and tests: enough to tell 3% from 30%, and no more. A machine that would be refused is measured twice
 * as long: one slice that was hit by something is a third of the rounds of its test.
 */
const [ROUNDS, MOST_ROUNDS, MOST_TESTS] = [3, 6, 3];

/**
 * Measures the first variant against itself, a few rounds of a few tests, one right after the other as in a round. The
 * first slice of each test is thrown away.
 *
 * @returns null when no slice of it could be measured
 * @throws Error when its server cannot be started
 */
async function measureSameTwice(bench: Bench, clock: Clock): Promise<SameTwice | null> {
  const { plan, fleet, signal, data, onEvent } = bench;
  const [base] = plan.variants;
  if (!base) return null;
  const begun = performance.now();
  await fleet.start(base, null);
  const loadSeconds = (performance.now() - begun) / 1000;
  const directory = join(data, 'same-twice');
  const changes: number[] = [];
  const seconds: number[] = [];
  let rounds = 0;
  const isTooNoisy = () =>
    tooNoisy({ plan, sameTwice: changes.length === 0 ? null : { sd: rmsOf(changes) } }) !== null;
  const measure = async (test: PlanTest, toolSeed: number) => {
    const started = performance.now();
    const server = fleet.serverOf(base);
    const outcome = await measureSlice({
      ...bench,
      test,
      server,
      ourPids: fleet.pids(),
      directory,
      toolSeed,
      cpus: null,
    });
    signal.throwIfAborted();
    seconds.push((performance.now() - started) / 1000);
    return outcome.isLost ? null : outcome.throughput;
  };
  try {
    // Freshly loaded data is cold, and would look like noise.
    for (const test of someTests(plan)) await measure(test, 0);
    const isWanted = () => rounds < ROUNDS || (rounds < MOST_ROUNDS && isTooNoisy());
    for (; rounds === 0 || (isWanted() && clock.mayCalibrate()); rounds++) {
      const most = rounds < ROUNDS ? ROUNDS : MOST_ROUNDS;
      onEvent({ type: 'step', text: `the first version against itself, round ${rounds + 1} of ${most}` });
      for (const test of someTests(plan)) {
        const first = await measure(test, rounds + 1);
        changes.push(...pairedChanges([first], [await measure(test, rounds + 1)]));
      }
    }
  } finally {
    await fleet.stop(base);
    await rm(directory, { recursive: true, force: true });
  }
  if (changes.length === 0) return null;
  return {
    sd: rmsOf(changes),
    rounds,
    loadSeconds,
    sliceSeconds: seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
  };
}

/** Of two equal servers: the mean is known, it is nothing. */
function rmsOf(changes: readonly number[]): number {
  return Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length);
}

/** Spread over the plan: reads and writes are not alike. */
function someTests({ tests }: Plan): PlanTest[] {
  const count = Math.min(MOST_TESTS, tests.length);
  return Array.from(
    { length: count },
    (_, index) => tests[Math.floor((index * tests.length) / count)],
  ).filter((test) => test !== undefined);
}

/** What a recording will take. */
interface Forecast {
  /** Rounds after which every test should be known. */
  rounds: number;
  loadSeconds: number;
  measureSeconds: number;
  /** Until the most rounds. */
  mostSeconds: number;
}

/**
 * Of what was measured of the first variant.
 *
 * @param secondsLeft no round is begun after these; null: the rounds decide
 */
function forecast(
  plan: Plan,
  { sd, sliceSeconds, loadSeconds }: SameTwice,
  secondsLeft: number | null,
): Forecast {
  const { resolution, least, most, restartEvery } = plan.rounds;
  const rounds = Math.max(least, roundsNeeded(sd, resolution, restartEvery));
  const load = loadSeconds * plan.variants.length;
  const slices = plan.tests.length * (plan.duet ? 1 : plan.variants.length);
  const secondsOf = (count: number) => {
    const starts = Math.ceil(count / restartEvery);
    const again = plan.load.again === 'restart' ? load : load / 4;
    return { load: load + (starts - 1) * again, measure: count * slices * sliceSeconds };
  };
  const expected = secondsOf(Math.min(rounds, most));
  const longest = secondsOf(most);
  const oneRound = slices * sliceSeconds;
  const mostSeconds = longest.load + longest.measure;
  return {
    rounds,
    loadSeconds: expected.load,
    measureSeconds: expected.measure,
    mostSeconds: secondsLeft === null ? mostSeconds : Math.min(mostSeconds, secondsLeft + oneRound),
  };
}
