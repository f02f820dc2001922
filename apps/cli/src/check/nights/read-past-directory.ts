import { readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { buildMatrix, groupBy, median } from '@basecase/analysis';
import { hasArchiveSuffix } from '@basecase/ingest';
import { buildKey, type NormalizedRun, naturalOrder } from '@basecase/ingest/model';
import { OutOfReachError, UsageError } from '../../exit';
import type { Io } from '../../io';
import type { ReadOptions } from '../../options';
import { readPaths } from '../../reading/read-paths';
import { type CheckedNight, type FreshNight, isSameBuild, type PastNight } from './night';
import { placeNights } from './place-nights';
import { differenceOf, groupRuns } from './run-group';

export interface DirectoryQuestion {
  fresh: readonly FreshNight[];
  /** Paths of the new build, which may be in the directory too. */
  paths: readonly string[];
  /** Tests to judge. */
  wants: (test: string) => boolean;
  choice: ReadOptions;
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
    // A file is a wrong command line; anything else may be there another day.
    const Kind = error.code === 'ENOTDIR' ? UsageError : OutOfReachError;
    throw new Kind(`--against ${directory}: ${REASONS[error.code ?? ''] ?? error.message}.`);
  });
  const own = new Set(await Promise.all(paths.map((path) => realpath(resolve(io.cwd, path)))));
  const collector = collectNights(fresh);
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
  return collector.series().map(({ fresh: one, nights, servers }): CheckedNight => {
    if (servers.length > 1) {
      throw new UsageError(
        `${directory} has nights of several servers (${servers.join(', ')}). Say with --server where the new build ran.`,
      );
    }
    const placed = placeNights(nights, one, directory);
    const all = [...leftOut, ...placed.leftOut];
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
      },
    };
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such directory',
  ENOTDIR: 'it is a file. Name the directory that holds the past tarballs',
};

/** A night of which more uploads may come: of each test a value for each upload. */
interface OpenNight extends Omit<PastNight, 'values' | 'failed'> {
  values: Map<string, (number | null)[]>;
  failed: Map<string, number[]>;
}

/** Keeps of past uploads what the series of new builds need: a value for each test of each night. */
function collectNights(fresh: readonly FreshNight[]) {
  /** `servers`: names by how they are compared. */
  const series = fresh.map((one) => ({
    fresh: one,
    nights: [] as OpenNight[],
    servers: new Map<string, string>(),
  }));
  const leftOut = new Map<string, number>();

  /** Counts an upload, or a run of one, that no series has. */
  const leave = (why: string) => void leftOut.set(why, (leftOut.get(why) ?? 0) + 1);

  /** @param runs of one build */
  const take = (
    { fresh: own, nights, servers }: (typeof series)[number],
    source: string,
    runs: NormalizedRun[],
  ) => {
    const build = runs[0]?.variant.build ?? null;
    let night = nights.find((each) => isSameBuild(each.build, build));
    if (!night) {
      night = { source, build, measuredAt: null, facts: {}, values: new Map(), failed: new Map() };
      nights.push(night);
    }
    for (const { startedAt, facts, server } of runs) {
      if (server) servers.set(server.name.toLowerCase(), server.name);
      if (startedAt !== null && startedAt > (night.measuredAt ?? '')) night.measuredAt = startedAt;
      Object.assign(night.facts, facts);
    }
    for (const { test, value, failed } of valuesOf(own, runs)) {
      night.values.set(test, [...(night.values.get(test) ?? []), value]);
      if (failed !== null) night.failed.set(test, [...(night.failed.get(test) ?? []), failed]);
    }
  };

  return {
    leave,
    /** Takes the runs of one upload; nothing of them is kept but the values. */
    add(source: string, runs: readonly NormalizedRun[]): void {
      for (const group of groupRuns(runs)) {
        const differences = series.map((each) => differenceOf(each.fresh.group.identity, group.identity));
        const own = series[differences.indexOf(null)];
        if (!own) {
          leave(`of ${differences[0] ?? 'another series'}`);
          continue;
        }
        // An upload may hold many nights. Runs without a build count as one.
        const builds = groupBy(group.runs, ({ variant }) => (variant.build ? buildKey(variant.build) : ''));
        for (const each of builds.values()) take(own, source, each);
      }
    },
    leftOut: () => [...leftOut].map(([why, count]) => ({ why, count })),
    series: () =>
      series.map(({ fresh: own, nights, servers }) => ({
        fresh: own,
        /** Where they were measured, as far as anybody says. */
        servers: [...servers.values()],
        nights: nights.map(({ values, failed, ...night }) => ({
          ...night,
          values: new Map([...values].map(([test, each]) => [test, middle(each)])),
          failed: new Map([...failed].map(([test, each]) => [test, median(each) ?? 0])),
        })),
      })),
  };
}

/** Values by test, named as those of the new build are: a test at several client counts has several rows. */
function valuesOf({ group }: FreshNight, runs: readonly NormalizedRun[]) {
  const matrix = buildMatrix([
    { label: 'past', runs },
    { label: 'new', runs: group.runs },
  ]);
  return matrix.rows.flatMap(({ key: test }, row) => {
    const status = matrix.status[row]?.[0] ?? 'missing';
    if (status === 'missing') return [];
    const value = status === 'ok' ? (matrix.values.throughput?.[row]?.[0] ?? null) : null;
    return [{ test, value, failed: matrix.failed?.[row]?.[0] ?? null }];
  });
}

/** As for the repeats of a cell: one that failed is the result. */
function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : median(known);
}

/** Folders within folders that are looked into: one for the server, one for the year, ... */
const DEEPEST = 6;

/**
 * Past uploads below a directory, in the order of names: archives, and folders that hold files themselves. A folder
 * that has only archives and folders in it is looked into, because each of them may be another night.
 *
 * @returns paths; other files at the top are only counted
 */
async function listUploads(directory: string): Promise<{ paths: string[]; files: number }> {
  const { folders, archives, files } = await listFolder(directory);
  const below = await Promise.all(folders.map((folder) => uploadsIn(folder, 1)));
  return { paths: [...archives, ...below.flat()].sort(naturalOrder), files: files.length };
}

async function uploadsIn(folder: string, depth: number): Promise<string[]> {
  const { folders, archives, files } = await listFolder(folder);
  if (files.length > 0 || depth >= DEEPEST) return [folder];
  const below = await Promise.all(folders.map((each) => uploadsIn(each, depth + 1)));
  return [...archives, ...below.flat()];
}

async function listFolder(
  folder: string,
): Promise<{ folders: string[]; archives: string[]; files: string[] }> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => !name.startsWith('.'),
  );
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const at = (names: readonly string[]) => names.map((name) => join(folder, name));
  return {
    folders: at(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)),
    archives: at(files.filter(hasArchiveSuffix)),
    files: at(files.filter((name) => !hasArchiveSuffix(name))),
  };
}
