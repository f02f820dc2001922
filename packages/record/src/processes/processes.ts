import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify } from './process-id';
import { RECORDING_MARK } from './started-process';

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it printed, the last 64 KiB; empty when its output went to a file. */
  output: string;
  error: Error | null;
}

export interface RunningProcess {
  readonly pid: number | null;
  hasEnded(): boolean;
  /** Never rejects. */
  readonly ended: Promise<Ended>;
  /** Asks it to end, makes it after a while, and waits until it is gone. */
  stop(): Promise<void>;
}

export interface StartOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  uid?: number;
  gid?: number;
  /** File descriptor that takes its output. */
  output?: number;
  stopSignal?: NodeJS.Signals;
  /** How long it may take to end when it is asked to. */
  graceMs?: number;
  /** It leads a group that ends with it: for shells. */
  group?: boolean;
  /** CPUs it may use, as taskset has them: `0-3`. */
  cpus?: string | null;
  /** Started also when the recording is being ended: what ends others. */
  evenAtEnd?: boolean;
}

/** Everything that a recording starts goes through here, so that nothing stays when it ends, however it ends. */
export interface Processes {
  start(command: string, args: readonly string[], options?: StartOptions): RunningProcess;
  /** Runs it to its end. @returns what it printed @throws Error with its last output when it fails */
  run(command: string, args: readonly string[], options?: StartOptions): Promise<string>;
  /** Ends whatever still runs; nothing is started after it. */
  stopAll(): Promise<void>;
}

const MOST_OUTPUT = 64 * 1024;
const [GRACE_MS, LATE_OUTPUT_MS, EXCERPT] = [10_000, 500, 2000];

/**
 * @param file list of what was started (`processes.ndjson`): who resumes a killed recording ends it by pid and start
 * time
 * @param id of the recording, in the environment of every process
 * @param env of the processes
 * @param signal aborted: `run` and `start` refuse
 */
export function openProcesses(options: {
  file: string;
  id: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}): Processes {
  const { file, id, env, signal } = options;
  const running = new Set<RunningProcess>();
  const guardian = postGuardian();

  const start: Processes['start'] = (command, args, given = {}) => {
    const { cpus = null, output, evenAtEnd = false } = given;
    if (!evenAtEnd) signal.throwIfAborted();
    const [program, ...rest] = cpus === null ? [command, ...args] : ['taskset', '-c', cpus, command, ...args];
    const child = spawn(program as string, rest, {
      ...(given.cwd !== undefined && { cwd: given.cwd }),
      ...(given.uid !== undefined && { uid: given.uid }),
      ...(given.gid !== undefined && { gid: given.gid }),
      // A separate group: Ctrl-C in a terminal reaches the recorder, which ends it in order.
      detached: true,
      stdio: output === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', output, output],
      // Numbers and column headers of the tools depend on the locale.
      env: { ...env, ...given.env, ...guardian.environment, LC_ALL: 'C', [RECORDING_MARK]: id },
    });
    const who = child.pid === undefined ? null : identify(child.pid);
    if (who) {
      const line = {
        ...who,
        group: given.group ?? false,
        signal: given.stopSignal ?? 'SIGTERM',
        what: command,
      };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    }
    const process = follow(child, given);
    running.add(process);
    process.ended.then(() => running.delete(process));
    return process;
  };

  return {
    start,
    async run(command, args, given) {
      const process = start(command, args, given);
      const stop = () => void process.stop();
      signal.addEventListener('abort', stop, { once: true });
      const ended = await process.ended;
      signal.removeEventListener('abort', stop);
      signal.throwIfAborted();
      if (ended.code === 0) return ended.output;
      const said = `${command} ${howItEnded(ended)}\n${ended.output.slice(-EXCERPT)}`.trimEnd();
      throw new Error(said, { cause: ended.error });
    },
    async stopAll() {
      await Promise.all([...running].map((process) => process.stop()));
      guardian.dismiss();
    },
  };
}

/** `was ended by SIGKILL`: of a process that failed. */
export function howItEnded({ code, signal, error }: Ended): string {
  if (error) return `could not be started: ${error.message}`;
  return code === null ? `was ended by ${signal}` : `ended with code ${code}`;
}

function follow(
  child: ChildProcess,
  { stopSignal = 'SIGTERM', graceMs = GRACE_MS, group }: StartOptions,
): RunningProcess {
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MOST_OUTPUT);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let isOver = false;
  const ended = new Promise<Ended>((resolve) => {
    const end = (how: Omit<Ended, 'output'>) => {
      isOver = true;
      resolve({ ...how, output });
    };
    child.once('error', (error) => end({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => {
      isOver = true;
      const done = () => end({ code, signal, error: null });
      // Its last output may still be in the pipe. The wait is limited: a background process of a shell may hold the
      // pipe.
      const late = setTimeout(done, LATE_OUTPUT_MS);
      child.once('close', () => {
        clearTimeout(late);
        done();
      });
    });
  });
  const send = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (isOver || pid === undefined) return;
    try {
      process.kill(group ? -pid : pid, name);
    } catch {
      // It ended by itself a moment ago.
    }
  };
  const stop = async () => {
    send(stopSignal);
    const timer = new AbortController();
    const late = sleep(graceMs, true, { signal: timer.signal }).catch(() => false);
    const isLate = await Promise.race([late, ended.then(() => false)]);
    if (isLate) send('SIGKILL');
    timer.abort();
    await ended;
  };
  return { pid: child.pid ?? null, hasEnded: () => isOver, ended, stop };
}

/** Environment variable that names the recorder of a process: a resumed recorder has another value. */
const RECORDER_MARK = 'BASECASE_RECORDER';

/** How long they may take to end when they are asked to, in seconds. */
const GRACE_SECONDS = 15;

/**
 * Waits for the end of its input, which comes when the recorder is gone in whatever way, and ends what is left of it.
 * Each process is known by its environment, never by its name. PostgreSQL and the others end their own processes.
 */
const SCRIPT = `
cat > /dev/null
left=
for place in /proc/[0-9]*; do
  if tr '\\0' '\\n' < "$place/environ" 2> /dev/null | grep -qxF "$1"; then left="$left \${place#/proc/}"; fi
done
[ -n "$left" ] || exit 0
kill -TERM $left 2> /dev/null
tries=$2
while [ -n "$left" ] && [ "$tries" -gt 0 ]; do
  sleep 1
  tries=$((tries - 1))
  alive=
  for pid in $left; do if kill -0 "$pid" 2> /dev/null; then alive="$alive $pid"; fi; done
  left=$alive
done
[ -z "$left" ] || kill -KILL $left 2> /dev/null
`;

interface Guardian {
  /** The environment of each process of the recorder. */
  environment: Readonly<Record<string, string>>;
  /** Nothing is left to be watched. */
  dismiss(): void;
}

/** Starts a process that ends what this one started, should it be killed (`kill -9`, a crash). */
function postGuardian(): Guardian {
  const self = identify(process.pid);
  const value = `${process.pid}-${self?.startTicks ?? 0}-${Date.now()}`;
  const child = spawn('sh', ['-c', SCRIPT, 'guardian', `${RECORDER_MARK}=${value}`, String(GRACE_SECONDS)], {
    // Neither Ctrl-C nor what ends the recorder reaches it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the guardian is missing; a resumed recorder still has the list of processes.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  return { environment: { [RECORDER_MARK]: value }, dismiss: () => void child.stdin?.end() };
}
