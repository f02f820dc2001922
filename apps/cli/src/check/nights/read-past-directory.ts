import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { ReadChoice } from '../../device-option';
import { UsageError } from '../../exit';
import type { Io } from '../../io';
import { readPaths } from '../../reading/read-paths';
import { NightCollector } from './collect-nights';
import type { CheckedNight } from './history';
import { listUploads } from './list-uploads';
import type { FreshNight } from './night';
import { placeNights } from './place-nights';

export interface DirectoryQuestion {
  fresh: readonly FreshNight[];
  /** Paths of the new build, which may be in the directory too. */
  paths: readonly string[];
  /** Tests to judge. */
  wants: (test: string) => boolean;
  choice: ReadChoice;
  io: Io;
}

/**
 * Reads the past nights in a directory, one upload after another: of each only the values are kept.
 *
 * @throws UsageError when it can't be listed, or when it is unclear which of several servers measured a night
 */
export async function readPastDirectory(
  directory: string,
  { fresh, paths, wants, io, choice }: DirectoryQuestion,
): Promise<CheckedNight[]> {
  const root = resolve(io.cwd, directory);
  const found = await listUploads(root).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--against ${directory}: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
  const own = new Set(await Promise.all(paths.map((path) => realpath(resolve(io.cwd, path)))));
  const collector = new NightCollector(fresh);
  const past: string[] = [];
  for (const path of found.paths) {
    if (!own.has(await realpath(path))) past.push(relative(io.cwd, path) || path);
  }
  let read = 0;
  for await (const { path, upload } of readPaths(past, io, choice)) {
    if (upload) collector.add(relative(root, resolve(io.cwd, path)), upload.runs);
    else collector.leave('not readable');
    read += 1;
    io.progress(`${directory}: ${read} of ${past.length} read`);
  }
  io.progress(null);
  if (found.files > 0) {
    const files =
      found.files === 1 ? '1 file that is not a tarball' : `${found.files} files that are not tarballs`;
    io.note(`basecase: ${directory}: ${files} left out.`);
  }
  const leftOut = collector.leftOut();
  return fresh.map((one): CheckedNight => {
    const servers = collector.serversOf(one);
    if (servers.length > 1) {
      throw new UsageError(
        `${directory} has nights of several servers (${servers.join(', ')}). Say with --server where the new build ran.`,
      );
    }
    const placed = placeNights(collector.nightsOf(one), one);
    const all = [...leftOut, ...placed.leftOut];
    const empty = placed.nights.length > 0 ? null : `No past night of this series in ${directory}.`;
    const tests = [...new Set(placed.nights.flatMap(({ values }) => [...values.keys()]))].filter(wants);
    return {
      fresh: one,
      history: {
        ...placed,
        tests,
        leftOut: all,
        server: servers[0] ?? one.group.identity.server,
        events: [],
        held: new Map(),
        empty,
      },
    };
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such directory',
  ENOTDIR: 'it is a file. Name the directory that holds the past tarballs',
};
