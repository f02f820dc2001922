import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToReader } from './messages';

/** Beside this file, and compiled if this is. */
const SCRIPT = path.join(import.meta.dirname, `reader-process${path.extname(import.meta.filename)}`);

/** What a reader said last before it died, in characters. */
const LAST_WORDS = 8192;

/** A reader as its worker sees it. */
export interface ReaderProcess {
  readonly child: ChildProcess;
  /** Uploads that it was given. */
  reads: number;
  /** Resolves when it takes orders. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, with its signal or exit code. */
  readonly ended: Promise<string>;
  /** What it printed last. */
  lastWords(): string;
  tell(message: ToReader): void;
  /** SIGKILL: heard whatever the process does. Returns when it is gone. */
  kill(): Promise<void>;
}

export interface ReaderToStart {
  /** What objects of JavaScript may take, in MB. */
  heapMegabytes: number;
  /** Path of the program; another one in tests. */
  script?: string;
}

/** Starts a process that waits for orders. */
export function startReader({ heapMegabytes, script = SCRIPT }: ReaderToStart): ReaderProcess {
  const child = fork(script, [], {
    execArgv: [...loaderOf(script), `--max-old-space-size=${heapMegabytes}`],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-LAST_WORDS);
    process.stderr.write(chunk);
  });
  const ended = new Promise<string>((resolve) => {
    // Not `exit`: what it printed last may come after that.
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const ready = new Promise<void>((resolve) => {
    // The first thing that it says.
    child.once('message', () => resolve());
  });
  return {
    child,
    reads: 0,
    ready,
    ended,
    lastWords: () => words,
    tell(message) {
      // Fails only when the process has ended, which is heard in another way.
      if (child.connected) child.send(message, () => {});
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** What Node.js needs to run a script that is not compiled. */
function loaderOf(script: string): string[] {
  if (path.extname(script) !== '.ts') return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
