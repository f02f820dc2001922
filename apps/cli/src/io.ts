import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Worker } from 'node:worker_threads';
import type { S3Environment } from '@basecase/db/blobs/objects/s3/s3-settings';

/** The environment variables that are read; those of S3, too. */
export interface Settings extends S3Environment {
  /** PostgreSQL URL; the running server's own database without it. */
  readonly DATABASE_URL?: string | undefined;
  /** Directory of the blob store, or `s3://bucket/prefix`; `.basecase/blobs` in the project without it. */
  readonly BASECASE_BLOBS?: string | undefined;
  /** State directory of `npm start`, `.basecase` in the project without it. */
  readonly BASECASE_STATE?: string | undefined;
  /** The rule of the worker: in days, empty for none. */
  readonly BASECASE_RETAIN_RAW_DAYS?: string | undefined;
  readonly BASECASE_RETAIN_THIN_DAYS?: string | undefined;
  /** Where programs are found, for those that are started. */
  readonly PATH?: string | undefined;
}

/** The parts of its process that a command may use; tests pass their own. */
export interface Io {
  /** Results. Resolves when more may be written, so that a slow reader slows the command down. */
  print(text: string): Promise<void>;
  /** Everything that is not a result: diagnostics, progress, errors. One line. */
  note(line: string): void;
  /** Draws over the last progress on a terminal, does nothing elsewhere. Null takes it away. */
  progress(text: string | null): void;
  /** Asks on a terminal and returns the typed line. Left out without a terminal. */
  ask?: (question: string) => Promise<string>;
  /** True for a terminal with colours; `NO_COLOR` takes them away. */
  hasColours?: boolean;
  /** Directory that relative paths are resolved against. */
  cwd: string;
  env: Settings;
  /**
   * Starts a thread that reads for this one (`reading/reader.ts`). Left out where there is none: then one thread
   * reads.
   */
  openReader?: () => Worker;
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

const ERASE_LINE = '\r\u001b[2K';

/** @param openReader see `Io` */
export function processIo(openReader?: () => Worker): Io {
  const { DATABASE_URL, BASECASE_BLOBS, BASECASE_STATE, PATH } = process.env;
  const { BASECASE_RETAIN_RAW_DAYS, BASECASE_RETAIN_THIN_DAYS } = process.env;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
  return {
    async print(text) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    note(line) {
      process.stderr.write(`${line}\n`);
    },
    progress(text) {
      if (process.stderr.isTTY) process.stderr.write(`${ERASE_LINE}${text ?? ''}`);
    },
    ...(process.stdin.isTTY && process.stdout.isTTY && { ask }),
    hasColours: process.stdout.isTTY && !process.env['NO_COLOR'],
    cwd: process.cwd(),
    env: {
      DATABASE_URL,
      BASECASE_BLOBS,
      BASECASE_STATE,
      BASECASE_RETAIN_RAW_DAYS,
      BASECASE_RETAIN_THIN_DAYS,
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      AWS_SESSION_TOKEN,
      AWS_REGION,
      AWS_DEFAULT_REGION,
      AWS_ENDPOINT_URL_S3,
      AWS_ENDPOINT_URL,
      PATH,
    },
    ...(openReader && { openReader }),
  };
}

/**
 * A signal that is aborted when the process is asked to end: for commands that have something to leave in order first.
 * Ends with `release`.
 */
export function untilAskedToEnd(): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const abort = (name: NodeJS.Signals) => stop.abort(name);
  for (const name of names) process.on(name, abort);
  return {
    signal: stop.signal,
    release() {
      for (const name of names) process.off(name, abort);
    },
  };
}
