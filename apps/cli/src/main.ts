import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { EXIT, type ExitCode, UsageError } from './exit';
import { type Io, processIo, type Settings } from './io';
import { createProgram } from './program';
import { threadsFor } from './reading/threads';
import { START } from './release';

/**
 * Runs one command line and says how it ended. Never throws for a mistake of the user, nor for what the machine, the
 * database or the blob store refuses.
 *
 * @param args without node and the script: `['compare', 'a', 'b']`
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = await createProgram(args, io, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const said = error instanceof UsageError ? error.message : await explainKnown(error, io.env);
    if (said === null) throw error;
    io.note(`basecase: ${said}`);
    return EXIT.usage;
  }
}

/**
 * The process around `main`.
 *
 * @param openReader starts a thread that reads for this one; left out without a bundle to start it from
 */
export async function run(openReader?: () => Worker): Promise<void> {
  // `basecase parse … | head` closes the pipe early: the reader has what it wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    const said = explainSystem(error, 'standard output');
    if (said === null) throw error;
    process.stderr.write(`basecase: ${said}\n`);
    process.exit(EXIT.usage);
  });
  const args = process.argv.slice(2);
  // Results of very many directories are small; V8 would let what reading leaves grow to several times their size.
  if (MANY_DIRECTORIES.has(args[0] ?? '')) setFlagsFromString('--heap-growing-percent=40');
  process.exitCode = await main(args, processIo(openReader && readersAhead(args, openReader)));
}

/** Commands that are given whole trees. */
const MANY_DIRECTORIES: ReadonlySet<string> = new Set(['ingest', 'layout', 'parse', 'upload']);

/** Commands that read every path of their command line. */
const READING: ReadonlySet<string> = new Set(['check', 'compare', 'parse']);

/**
 * Starts the threads that a command is going to ask for, before it is loaded: each of them loads the parsers as this
 * one does, and takes as long.
 *
 * @param args the command line
 * @param open starts a thread
 * @returns gives a thread that was started, or else a new one
 */
export function readersAhead(args: readonly string[], open: () => Worker): () => Worker {
  const ready = new Set<Worker>();
  const [command = '', ...words] = args;
  const threads = READING.has(command) ? threadsFor(words.filter((word) => existsSync(word))) : 1;
  for (let thread = 1; thread < threads; thread += 1) {
    const worker = open();
    ready.add(worker);
    // An unused thread does not keep the process alive, and an ended one is not handed out.
    worker.unref();
    const leave = () => ready.delete(worker);
    worker.on('error', leave);
    worker.on('exit', leave);
  }
  return () => {
    const [worker] = ready;
    if (!worker) return open();
    ready.delete(worker);
    worker.ref();
    return worker;
  };
}

/** Advice for a blob store that can't be used; wrong settings have their own message. */
const BLOBS_ADVICE: Record<string, string> = {
  BLOBS_REFUSED: 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and what the keys may do.',
  BLOBS_MISSING: 'Create the bucket, or correct BASECASE_BLOBS.',
  BLOBS_UNAVAILABLE: 'Check AWS_ENDPOINT_URL_S3 and the network, and try again.',
};

/** What a machine refuses, and not what a program got wrong. */
const SYSTEM: Record<string, string> = {
  EACCES: 'no permission (EACCES): run this as another user, or change its permissions',
  EPERM: 'no permission (EPERM): run this as another user, or change its permissions',
  EROFS: 'the file system is read-only (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC): make room there',
  EDQUOT: 'the disk quota is used up (EDQUOT): make room there',
  EMFILE: 'too many files are open (EMFILE): raise the limit, ulimit -n',
  ENFILE: 'too many files are open on this machine (ENFILE)',
  EIO: 'the disk or device reports an error (EIO)',
};

/**
 * What went wrong, where, and what to do, in one line, for errors that a command line or a machine causes. Keys and
 * passwords are not in it.
 *
 * @returns null for any other error: it is a bug, and its stack is wanted
 */
export async function explainKnown(error: unknown, env: Settings): Promise<string | null> {
  if (!(error instanceof Error)) return null;
  const { AppError, DATABASE_UNAVAILABLE, toAppError } = await import('@basecase/db/errors');
  if (error instanceof AppError) {
    const { code, message } = error;
    return [oneLine(message), blobsPlace(code, env), BLOBS_ADVICE[code]].filter(Boolean).join(' ');
  }
  const system = explainSystem(error);
  if (system !== null) return system;
  return toAppError(error).code === DATABASE_UNAVAILABLE.code ? explainDatabase(error, env) : null;
}

/** An error of the system, with the file that it is about; null for any other. */
function explainSystem(error: Error & { code?: unknown; path?: unknown }, where = ''): string | null {
  const words = SYSTEM[String(error.code)];
  if (words === undefined) return null;
  const place = typeof error.path === 'string' ? error.path : where;
  return `${place === '' ? '' : `${place}: `}${words}.`;
}

/** Settings that can't be read may have a key where a name belongs: they are not repeated. */
function blobsPlace(code: string, env: Settings): string {
  const { BASECASE_BLOBS: location = '' } = env;
  if (!code.startsWith('BLOBS_') || code === 'BLOBS_SETTING' || !/^s3:/i.test(location)) return '';
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  return `It is ${location}${endpoint ? ` at ${endpoint}` : ''}.`;
}

/** An error without advice by the commands. */
function explainDatabase(error: Error, env: Settings): string {
  const url = env.DATABASE_URL;
  const host = url && URL.canParse(url) ? ` at ${new URL(url).host}` : '';
  // Prisma shows the code first that asked, and at the end what happened.
  const why = error.message.trim().split('\n').at(-1) ?? '';
  return `the database${host} cannot be used: ${why}. Is "${START}" still running, and is DATABASE_URL right?`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
