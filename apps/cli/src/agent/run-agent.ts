import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentPlan, ClaimBody, Claimed } from '@basecase/contract/agent';
import {
  claim,
  menuOf,
  messageOf,
  type Plan,
  pickPlan,
  RecordError,
  recordSession,
  removeSession,
  SESSION_FILE,
} from '@basecase/record';
import packageJson from '../../../../package.json' with { type: 'json' };
import { EXIT, type ExitCode, UsageError } from '../exit';
import { ConnectionError } from '../http';
import { type Io, untilAskedToEnd } from '../io';
import { type PlanOptions, planOfOptions } from '../record/run-record';
import { openScreen, processTerminal } from '../record/screen';
import { RefusedError, type RemoteServer, remoteServer } from '../remote-server';
import { openUploadSource } from '../upload/upload-source';

export interface AgentOptions extends Pick<PlanOptions, 'postgres' | 'rows' | 'seconds' | 'server'> {
  url: string;
  token?: string;
  name: string;
  state: string;
  data?: string;
  once?: boolean;
  /** Seconds between two questions for a plan. */
  poll: number;
  /** Seconds after which a silent agent loses its plan. */
  lease: number;
}

/** The longest pause after a server that does not answer. */
const MOST_PAUSE_SECONDS = 60;

/**
 * `basecase agent`: takes plans from a server, one at a time, records and sends them. It only calls, and is never called;
 * what runs here is what its own plan files say.
 *
 * @param files plans of `basecase record`, whose builds and tests the server may ask for by name
 * @throws UsageError when the server refuses it, or the plan files can't be read
 */
export async function runAgent(files: readonly string[], options: AgentOptions, io: Io): Promise<ExitCode> {
  const state = resolve(io.cwd, options.state);
  const { signal, release } = untilAskedToEnd();
  const server = remoteServer(options.url, options);
  const agent: Agent = {
    server,
    state,
    options,
    io,
    signal,
    clock: '',
    readPlans: () => readPlans(files, options, io),
  };
  try {
    await agent.readPlans();
    await mkdir(state, { recursive: true });
    await claim(state);
    io.note(`basecase: agent "${options.name}" asks ${options.url} for plans`);
    for (;;) {
      const plan = await takePlan(agent);
      if (plan) await measurePlan(agent, plan);
      else if (options.once) return EXIT.ok;
      else await sleep(options.poll * 1000, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) return EXIT.stopped;
    if (error instanceof RecordError) throw new UsageError(error.message);
    throw error;
  } finally {
    release();
  }
}

interface Agent {
  server: RemoteServer;
  /** Directory of its sessions. */
  state: string;
  options: AgentOptions;
  io: Io;
  signal: AbortSignal;
  /** What was noted of the clock last. */
  clock: string;
  readPlans(): Promise<Plan[]>;
}

/** Read again before each plan: a CI may have put a new build there. */
async function readPlans(files: readonly string[], options: AgentOptions, { cwd }: Io): Promise<Plan[]> {
  const { postgres, rows, seconds, server } = options;
  const changes = { rows, seconds, server };
  const given = files.map((file) => planOfOptions(resolve(cwd, file), changes));
  if (postgres !== undefined) given.push(planOfOptions(null, { ...changes, postgres }));
  if (given.length === 0) {
    throw new UsageError(
      'give a plan file with the builds and tests of this machine (basecase record --init), or --postgres 17,18',
    );
  }
  return Promise.all(given);
}

/** Its own plan after a restart, or a new one; sessions of other plans are sent, or removed if they are not whole. */
async function takePlan(agent: Agent): Promise<AgentPlan | null> {
  const { name, lease } = agent.options;
  const menus = (await agent.readPlans()).map(menuOf);
  const instance = await instanceOf(agent.state);
  const body: ClaimBody = { agent: name, version: packageJson.version, menus, leaseSeconds: lease, instance };
  const { plan, now } = await patiently(agent, () => agent.server.post<Claimed>('plans/claim', body));
  const clock = clockText(Date.now() - Date.parse(now));
  if (clock !== agent.clock) {
    agent.clock = clock;
    if (clock !== '') agent.io.note(`basecase: ${clock}`);
  }
  for (const directory of await readdir(agent.state)) {
    const [, id, session] = /^plan-(\d+)-(\d+)$/.exec(directory) ?? [];
    if (id === undefined || id === plan?.id) continue;
    const path = join(agent.state, directory);
    if (existsSync(join(path, SESSION_FILE))) {
      const refused = await sendSession(agent, { id, session: Number(session), path }).then(
        () => null,
        (error: unknown) => reasonOf(error),
      );
      if (refused !== null) {
        await setAside(agent, path, refused);
        continue;
      }
    }
    await removeSession(path);
  }
  return plan;
}

/** Names the directory of an agent to the server, which tells two machines of one name apart by it. */
async function instanceOf(state: string): Promise<string> {
  const file = join(state, 'instance');
  const known = await readFile(file, 'utf8').catch(() => '');
  const instance = known.trim() || randomUUID();
  // A full disk leaves an empty file.
  if (known === '') await writeFile(file, instance);
  return instance;
}

const CLOCK_MS = 60_000;

/** The sentence about a clock that would give results wrong times; empty where it is right. @param ahead of the server */
function clockText(aheadMs: number): string {
  if (!(Math.abs(aheadMs) > CLOCK_MS)) return '';
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const size = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `the clock of this machine is ${size} ${aheadMs > 0 ? 'ahead of' : 'behind'} the server: its results get wrong times`;
}

/** Why the server will never take a session: it is too large, say. @throws the error where another try may help */
function reasonOf(error: unknown): string {
  const isForGood = error instanceof RefusedError && error.status < 500 && !MAY_CHANGE.has(error.status);
  if (isForGood) return error.title;
  throw error;
}

/** Of a token, and of too many requests. */
const MAY_CHANGE = new Set([401, 403, 429]);

/** Keeps a session that the server refuses: nothing that was measured is deleted. */
async function setAside({ io }: Pick<Agent, 'io'>, path: string, reason: string): Promise<void> {
  const kept = join(dirname(path), basename(path).replace('plan-', 'refused-'));
  await rm(kept, { recursive: true, force: true });
  await rename(path, kept);
  io.note(`basecase: ${join(kept, SESSION_FILE)} was refused and is kept: ${reason}`);
}

/** Records and sends the sessions that the plan lacks, until it is done, fails, or belongs to another agent. */
async function measurePlan(agent: Agent, taken: AgentPlan): Promise<void> {
  const { io, state } = agent;
  const { id } = taken;
  io.note(
    `basecase: plan ${id}: ${taken.builds.join(', ')}, ${taken.done.length} of ${taken.sessions} sessions are done`,
  );
  const lease = holdLease(agent, taken);
  try {
    for (let session = 1; session <= taken.sessions; session += 1) {
      const path = join(state, `plan-${id}-${session}`);
      if (!lease.plan().done.some((one) => one.session === session)) {
        lease.signal.throwIfAborted();
        await recordOne(agent, { plan: taken, session, path, signal: lease.signal });
        try {
          await sendSession(agent, { id, session, path });
        } catch (error) {
          const reason = reasonOf(error);
          await setAside(agent, path, reason);
          throw new RecordError('NOT_POSSIBLE', `The server refused session ${session}: ${reason}`);
        }
      }
      await removeSession(path);
    }
    io.note(`basecase: plan ${id} is done`);
  } catch (error) {
    agent.signal.throwIfAborted();
    if (lease.signal.aborted) io.note(`basecase: ${messageOf(lease.signal.reason)}`);
    else if (error instanceof RecordError) await failPlan(agent, id, error.message);
    else throw error;
  } finally {
    lease.end();
  }
}

async function recordOne(
  { options, io, readPlans }: Agent,
  { plan, session, path, signal }: { plan: AgentPlan; session: number; path: string; signal: AbortSignal },
): Promise<void> {
  const { builds, tests, roundsPerSession: rounds } = plan;
  const picked = (await readPlans()).map((one) => pickPlan(one, { builds, tests, rounds }));
  const own = picked.find((one) => one !== null);
  if (!own)
    throw new RecordError('PLAN_INVALID', 'the config of the agent has lost a build or a test of the plan');
  io.note(`basecase: plan ${plan.id}, session ${session} of ${plan.sessions}`);
  const screen = openScreen(io, processTerminal());
  try {
    await recordSession({
      plan: own,
      directory: path,
      dataDirectory: options.data === undefined ? null : resolve(io.cwd, options.data),
      env: process.env,
      signal,
      onEvent: (event) => screen.take(event),
    });
  } finally {
    screen.close();
  }
}

/** Sends a session. One that was accepted of another agent, or whose plan ended, is of no use any more. */
async function sendSession(
  agent: Agent,
  { id, session, path }: { id: string; session: number; path: string },
): Promise<void> {
  const source = await openUploadSource(join(path, SESSION_FILE));
  const query = {
    filename: `plan-${id}-${session}.tar.gz`,
    sha256: source.sha256,
    plan: id,
    session: String(session),
    agent: agent.options.name,
    // Sessions of one build are repeats of each other.
    unknown: 'repeats',
  };
  try {
    const bytes = { size: source.sizeBytes, open: source.open };
    await patiently(agent, () => agent.server.put('uploads', query, bytes));
    agent.io.note(`basecase: plan ${id}, session ${session} was accepted`);
  } catch (error) {
    if (!(error instanceof RefusedError) || (error.status !== 409 && error.status !== 404)) throw error;
    agent.io.note(`basecase: plan ${id}, session ${session} was not needed: ${error.title}`);
  }
}

async function failPlan(agent: Agent, id: string, reason: string): Promise<void> {
  agent.io.note(`basecase: plan ${id} failed: ${reason}`);
  const body = { agent: agent.options.name, reason: reason.slice(0, 2000) };
  try {
    await patiently(agent, () => agent.server.post(`plans/${id}/fail`, body));
  } catch (error) {
    // It was cancelled meanwhile.
    if (!(error instanceof RefusedError) || error.status !== 409) throw error;
  }
}

/** Signs of life, three in the time after which the plan is lost. */
function holdLease({ server, options, signal, io }: Agent, taken: AgentPlan) {
  const { name, lease: leaseSeconds } = options;
  const lost = new AbortController();
  let plan = taken;
  const hold = async () => {
    try {
      plan = await server.post<AgentPlan>(`plans/${taken.id}/hold`, { agent: name, leaseSeconds });
      if (plan.state === 'running' && plan.heldBy === name) return;
      const what = plan.state === 'running' ? `is measured by ${plan.heldBy}` : `is ${plan.state}`;
      // The last session ends it, too.
      if (plan.state !== 'done') lost.abort(new Error(`plan ${taken.id} ${what}`));
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404)
        lost.abort(new Error(`plan ${taken.id} is not known any more`));
      else io.note(`basecase: no sign of life: ${messageOf(error)}`);
    }
  };
  const timer = setInterval(() => void hold(), (leaseSeconds * 1000) / 3);
  return {
    /** As the server told it last. */
    plan: () => plan,
    signal: AbortSignal.any([signal, lost.signal]),
    end: () => clearInterval(timer),
  };
}

/** Tries again until the server answers: a session must not be lost because it was restarted. */
async function patiently<T>({ io, signal }: Agent, call: () => Promise<T>): Promise<T> {
  for (let pause = 1; ; pause = Math.min(2 * pause, MOST_PAUSE_SECONDS)) {
    try {
      return await call();
    } catch (error) {
      const isAway = error instanceof UsageError && error.cause instanceof ConnectionError;
      const isBusy = error instanceof RefusedError && (error.status >= 500 || error.status === 429);
      if (!isAway && !isBusy) throw error;
      io.note(`basecase: ${messageOf(error)} Next try in ${pause} s.`);
      await sleep(pause * 1000, undefined, { signal });
    }
  }
}
