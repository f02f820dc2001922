import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandsVariant } from '../plan/variant-schema';
import type { RunningProcess } from '../processes/processes';
import { findFreePort } from './free-port';
import type { Connection, DatabaseServer, ServerContext } from './server';
import { launchServer } from './server-process';

/** A server that commands of the plan start, ask and stop. They run by sh, as the user of the recorder. */
export function openCommands(variant: CommandsVariant, context: ServerContext): DatabaseServer {
  const { directory, processes, cpus, signal } = context;
  const data = join(directory, 'data');
  let running: RunningProcess | null = null;
  let port = 0;

  const connection = (): Connection | null => (variant.connection ? { ...variant.connection, port } : null);
  const environment = () => ({
    BASECASE_DATA: data,
    BASECASE_PORT: String(port),
    BASECASE_VARIANT: variant.name ?? variant.version,
    BASECASE_VERSION: variant.version,
  });
  const shell = (command: string) =>
    processes.run('sh', ['-c', command], { cwd: directory, env: environment(), group: true });

  let isFresh = false;
  const create = async () => {
    await rm(data, { recursive: true, force: true });
    await mkdir(data, { recursive: true });
    if (variant.prepare !== undefined) await shell(variant.prepare);
    isFresh = true;
  };

  return {
    connection: () => (running ? connection() : null),
    pid: () => (running && !running.hasEnded() ? running.pid : null),
    // One that returned left a daemon; the next slice shows whether it is still there.
    hasFailed: () => false,
    environment,

    create,

    async start(empty) {
      // The commands load the data: an empty data directory is the only known state.
      if (empty && !isFresh) await create();
      isFresh = false;
      port = variant.connection?.port ?? (await findFreePort());
      running = await launchServer({
        processes,
        command: 'sh',
        args: ['-c', variant.start],
        log: join(directory, 'server.log'),
        isReady: async () => void (await shell(variant.ready)),
        mayReturn: true,
        signal,
        options: { cwd: directory, env: environment(), group: true, cpus },
      });
    },

    async stop() {
      const stopping = running;
      running = null;
      if (!stopping) return;
      // A recording that is being ended runs nothing any more, except this.
      if (variant.stop !== undefined) {
        const ending = processes.start('sh', ['-c', variant.stop], {
          cwd: directory,
          env: environment(),
          group: true,
          evenAtEnd: true,
        });
        await ending.ended;
      }
      await stopping.stop();
    },

    settle: async () => {},
  };
}
