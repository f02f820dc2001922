import { fork } from 'node:child_process';
import { join } from 'node:path';
import { UsageError } from './exit';
import type { Io } from './io';
import { findDatabaseUrl, type LocalServer, toLocalServer } from './local-server';
import { ROOT } from './release';

/** Works with a database until it is done; says whose it is, for advice. */
export interface OpenServer extends LocalServer {
  /** The PostgreSQL in use: that of DATABASE_URL, or the one included in Basecase. */
  kind: 'given' | 'embedded';
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL, of the running `npm start`, or of this directory when nothing runs: then its PostgreSQL
 * is started for as long as the work takes.
 *
 * @param the work in progress, for the message of a concurrent `npm start`: `is being backed up`
 * @throws UsageError when there is none, or Basecase is just being started or stopped
 */
export async function openServer(
  io: Io,
  { what, create = false }: { what: string; create?: boolean },
): Promise<OpenServer> {
  const found = await findDatabaseUrl(io);
  if (found) {
    const kind = io.env.DATABASE_URL ? 'given' : 'embedded';
    return { ...toLocalServer(io, found), kind, close: async () => {} };
  }
  const child = fork(join(ROOT, 'tools/embedded-database.mjs'), [what, ...(create ? ['--create'] : [])], {
    // Ctrl-C ends this process first; the database ends when it notices.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...io.env, PATH: io.env.PATH },
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const close = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const told = await new Promise<unknown>((resolve) => {
    child.once('message', resolve);
    child.once('exit', (code) =>
      resolve({ problem: `PostgreSQL could not be started (exit code ${code}).` }),
    );
    child.once('error', (error) => resolve({ problem: error.message }));
  });
  if (typeof told === 'object' && told !== null && 'databaseUrl' in told) {
    const server = toLocalServer(io, { databaseUrl: String(told.databaseUrl), url: null });
    return { ...server, kind: 'embedded', close };
  }
  await close();
  const problem = typeof told === 'object' && told !== null && 'problem' in told ? String(told.problem) : '';
  throw new UsageError(problem);
}
