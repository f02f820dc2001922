import { messageOf } from '@basecase/record';
import { sendOne } from '../commands/upload';
import { UsageError } from '../exit';
import type { Io } from '../io';
import { findDatabaseUrl, toLocalServer } from '../local-server';
import { type ReadOptions, readingSettings } from '../options';
import { remoteServer } from '../remote-server';
import { withStores } from '../with-database';

interface Delivering {
  /** Address of a Basecase server; left out: the Basecase of this machine. */
  against?: string | undefined;
  token?: string | undefined;
  io: Io;
  settings?: ReadOptions;
}

/** What became of tarballs. */
export type Delivery =
  /** They are stored; where to look at them. */
  | { outcome: 'stored'; links: string[] }
  /** Nobody said where to, and no Basecase runs here. */
  | { outcome: 'kept' }
  | { outcome: 'failed'; reason: string };

/** Sends tarballs to a Basecase server. Never throws for what the server or the network does. */
async function deliverTo(
  url: string,
  tarballs: readonly string[],
  { token, io, settings = {} }: Delivering,
): Promise<Delivery> {
  const said: string[] = [];
  const quiet: Io = { ...io, print: async () => {}, note: (line) => void said.push(line) };
  const links = new Set<string>();
  try {
    const server = remoteServer(url, { token, option: '--against' });
    for (const tarball of tarballs) {
      const upload = await sendOne(tarball, { server, options: settings, io: quiet });
      if (upload?.state !== 'stored') {
        return {
          outcome: 'failed',
          reason: upload?.error?.message ?? said.at(-1) ?? 'the server did not store it',
        };
      }
      for (const { compareUrl, openUrl = compareUrl } of upload.runs) links.add(openUrl);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outcome: 'failed', reason: error.message };
  }
  return { outcome: 'stored', links: [...links] };
}

/** Stores tarballs in the Basecase of this machine, as `basecase ingest` does; `kept` when none runs. */
async function deliverHere(
  tarballs: readonly string[],
  { io, settings = {} }: Delivering,
): Promise<Delivery> {
  const found = await findDatabaseUrl(io);
  if (!found) return { outcome: 'kept' };
  const server = toLocalServer(io, found);
  const { ingestPath } = await import('@basecase/db/import/ingest-path');
  const links = new Set<string>();
  try {
    await withStores(server, io, async ({ db, openBlobs }) => {
      const target = { database: db, blobs: await openBlobs() };
      for (const tarball of tarballs) {
        const report = await ingestPath(target, tarball, { set: { ...readingSettings(settings) } });
        for (const { openPath } of report.runs) links.add(`${server.url}${openPath}`);
      }
    });
  } catch (error) {
    return { outcome: 'failed', reason: messageOf(error) };
  }
  return { outcome: 'stored', links: [...links] };
}

/** Sends tarballs to a server, or stores them in the Basecase that runs here. Never throws for the network. */
export async function deliver(tarballs: readonly string[], delivering: Delivering): Promise<Delivery> {
  const { against } = delivering;
  return against === undefined ? deliverHere(tarballs, delivering) : deliverTo(against, tarballs, delivering);
}
