import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type CpuUse, cpuUse, sampleCpu } from '../machine/cpu-times';
import type { CommandTest, Plan, PlanTest } from '../plan/plan';
import { logNameOf } from '../plan/run-name';
import { howItEnded, type Processes } from '../processes/processes';
import { messageOf } from '../record-error';
import type { DatabaseServer } from '../servers/server';
import { logKinds, OUTPUT_KIND, SERVER_CPU_KIND, serverCpuLog } from '../tools/log-kinds';
import { startMonitors } from '../tools/monitors';
import { parseThroughput } from '../tools/parse-throughput';
import { pgbenchRun } from '../tools/pgbench';
import { sysbenchRun } from '../tools/sysbench';
import { addressOf, needConnection, type ToolCall, type ToolRun } from '../tools/tool';
import { disturbanceOf } from './limits';

export interface SliceTask {
  plan: Plan;
  test: PlanTest;
  server: DatabaseServer;
  /** First processes of all servers of the recording. */
  ourPids: readonly number[];
  /** Run directory of the variant in this round. */
  directory: string;
  processes: Processes;
  toolSeed: number;
  /** CPUs of the tool, as taskset has them; null for all. */
  cpus: string | null;
  /** Variable PATH. */
  path: string;
  signal: AbortSignal;
}

export type SliceOutcome =
  | ({ isLost: false; throughput: number } & CpuUse)
  | {
      isLost: true;
      reason: string;
      /** The machine's fault, not that of server or test. */
      isDisturbed: boolean;
    };

/** A tool that has not ended after this is taken for hung. */
const patience = (seconds: number) => (seconds * 3 + 60) * 1000;
const EXCERPT = 300;

/**
 * Runs one test on one variant, first the warm-up and then the measured part, with host logs.
 * A slice that does not count leaves no logs.
 */
export async function measureSlice(task: SliceTask): Promise<SliceOutcome> {
  const { plan, test, directory, signal } = task;
  await mkdir(directory, { recursive: true });
  const fileOf = (kind: string) => join(directory, logNameOf(test, kind, plan));
  const outcome = await measure(task, fileOf);
  if (outcome.isLost || signal.aborted) {
    await Promise.all(logKinds(plan.monitors).map((kind) => rm(fileOf(kind), { force: true })));
  }
  signal.throwIfAborted();
  return outcome;
}

async function measure(task: SliceTask, fileOf: (kind: string) => string): Promise<SliceOutcome> {
  const { plan, test, server, processes, ourPids, signal } = task;
  const { warmup = plan.warmup, seconds = plan.seconds } = test;
  const log = fileOf(OUTPUT_KIND);
  const callFor = (length: number) =>
    toolCall({
      ...task,
      connection: server.connection(),
      environment: server.environment(),
      seconds: length,
      seed: task.toolSeed,
    });
  try {
    // A separate execution, because sysbench 1.0.20 has no warm-up.
    if (warmup > 0) await runTool(task, callFor(warmup), { log, seconds: warmup });
    const monitors = await startMonitors(plan, processes, { seconds, fileOf });
    const before = sampleCpu(server.pid(), ourPids);
    const begun = performance.now();
    let use: CpuUse;
    let elapsed: number;
    try {
      await runTool(task, callFor(seconds), { log, seconds });
      elapsed = (performance.now() - begun) / 1000;
      use = cpuUse(before, sampleCpu(server.pid(), ourPids));
    } finally {
      await Promise.all(monitors.map((monitor) => monitor.stop()));
    }
    const output = await readFile(log, 'utf8');
    const throughput = parseThroughput(output, test);
    if (throughput === null) return lost(`printed no throughput: ${excerpt(output)}`);
    const disturbance = disturbanceOf(use, plan.rounds);
    if (disturbance !== null) return lost(disturbance, true);
    if (use.serverSeconds > 0) {
      await writeFile(fileOf(SERVER_CPU_KIND), serverCpuLog({ elapsed, cpu: use.serverSeconds }));
    }
    return { isLost: false, throughput, ...use };
  } catch (error) {
    signal.throwIfAborted();
    return lost(messageOf(error));
  }
}

function lost(reason: string, isDisturbed = false): SliceOutcome {
  return { isLost: true, reason, isDisturbed };
}

/** @throws Error with the end of its output when it fails, or takes far too long */
async function runTool(
  { processes, cpus, signal }: SliceTask,
  call: ToolCall,
  { log, seconds }: { log: string; seconds: number },
): Promise<void> {
  const file = await open(log, 'w');
  try {
    const shown = call.args.map((arg) => arg.replace(/(password=).*/, '$1***'));
    await file.write(`${call.command} ${shown.join(' ')}\n${availableParallelism()} CPUs\n`);
    const running = processes.start(call.command, call.args, {
      env: call.env,
      output: file.fd,
      cpus,
      ...(call.group && { group: true }),
    });
    let isHung = false;
    const stop = () => void running.stop();
    const hung = setTimeout(() => {
      isHung = true;
      stop();
    }, patience(seconds));
    signal.addEventListener('abort', stop, { once: true });
    const ended = await running.ended;
    clearTimeout(hung);
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (ended.code === 0) return;
    const what = isHung && !ended.error ? 'took too long and was ended' : howItEnded(ended);
    const said = ended.error ? '' : `: ${excerpt(await readFile(log, 'utf8'))}`;
    throw new Error(`${call.command} ${what}${said}`);
  } finally {
    await file.close();
  }
}

/** What a tool said of its failure: its lines of errors, else its last ones, on one line. */
function excerpt(output: string): string {
  const lines = output
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /\b(fatal|error)\b/i.test(line));
  const said = (errors.length > 0 ? errors.slice(0, 3) : lines.slice(-3)).join(' ').replaceAll(/\s+/g, ' ');
  return said.slice(0, EXCERPT) || 'no output';
}

/** What is started for one execution of a test. @throws Error when the plan does not say how to reach the server */
function toolCall(run: ToolRun): ToolCall {
  const { test } = run;
  switch (test.tool) {
    case 'sysbench':
      return sysbenchRun({ ...run, test }, needConnection(run));
    case 'pgbench':
      return pgbenchRun({ ...run, test }, needConnection(run));
    case 'command':
      return commandRun({ ...run, test });
  }
}

function commandRun(run: ToolRun & { test: CommandTest }): ToolCall {
  const { test, plan, connection, environment, seconds, seed } = run;
  return {
    command: 'sh',
    args: ['-c', test.command],
    group: true,
    env: {
      ...environment,
      ...addressOf(connection),
      BASECASE_SECONDS: String(seconds),
      BASECASE_CLIENTS: String(plan.clients),
      BASECASE_SEED: String(seed),
      BASECASE_RANGE: String(test.range),
    },
  };
}
