import { realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { buildMatrix, groupBy, median } from '@basecase/analysis';
import { type Build, buildKey, type NormalizedRun, type RunFacts } from '@basecase/ingest/model';
import type { ReadChoice } from '../../device-option';
import { UsageError } from '../../exit';
import type { Io } from '../../io';
import { readPaths } from '../../reading/read-paths';
import type { CheckedNight } from './history';
import { listUploads } from './list-uploads';
import { type FreshNight, isSameBuild, type PastNight } from './night';
import { placeNights } from './place-nights';
import { differenceOf, groupRuns } from './run-group';

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

/** A night of which more uploads may come: of each test a value for each upload. */
interface OpenNight {
  source: string;
  build: Build | null;
  measuredAt: string | null;
  facts: RunFacts;
  values: Map<string, (number | null)[]>;
}

/** Keeps of past uploads what the series of a new build need: a value for each test of each night. */
class NightCollector {
  readonly #nights: Map<FreshNight, OpenNight[]>;
  /** Names by how they are compared. */
  readonly #servers = new Map<FreshNight, Map<string, string>>();
  readonly #leftOut = new Map<string, number>();

  constructor(fresh: readonly FreshNight[]) {
    this.#nights = new Map(fresh.map((one) => [one, []]));
  }

  /** Takes the runs of one upload; nothing of them is kept but the values. */
  add(source: string, runs: readonly NormalizedRun[]): void {
    for (const group of groupRuns(runs)) {
      const fresh = [...this.#nights.keys()];
      const own = fresh.find((one) => differenceOf(one.group.identity, group.identity) === null);
      const first = fresh[0];
      if (own) this.#takeAll(own, source, group.runs);
      else if (first)
        this.#leave(`of ${differenceOf(first.group.identity, group.identity) ?? 'another series'}`);
    }
  }

  /** Counts an upload, or a run of one, that no series has. */
  leave(why: string): void {
    this.#leave(why);
  }

  /** The nights of the series of a new build, in the order in which they came. */
  nightsOf(fresh: FreshNight): PastNight[] {
    return (this.#nights.get(fresh) ?? []).map(({ values, ...night }) => ({
      ...night,
      values: new Map([...values].map(([test, each]) => [test, middle(each)])),
    }));
  }

  /** Where the nights of a series were measured, as far as anybody says. */
  serversOf(fresh: FreshNight): string[] {
    return [...(this.#servers.get(fresh) ?? new Map<string, string>()).values()];
  }

  leftOut(): { why: string; count: number }[] {
    return [...this.#leftOut].map(([why, count]) => ({ why, count }));
  }

  #leave(why: string): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
  }

  /** An upload may hold many nights. Runs without a build count as one. */
  #takeAll(fresh: FreshNight, source: string, runs: readonly NormalizedRun[]): void {
    const builds = groupBy(runs, ({ variant }) => (variant.build ? buildKey(variant.build) : ''));
    for (const own of builds.values()) this.#take(fresh, source, own);
  }

  /** @param runs of one build */
  #take(fresh: FreshNight, source: string, runs: readonly NormalizedRun[]): void {
    const nights = this.#nights.get(fresh) ?? [];
    const build = runs[0]?.variant.build ?? null;
    let night = nights.find((own) => isSameBuild(own.build, build));
    if (!night) {
      night = { source, build, measuredAt: null, facts: {}, values: new Map() };
      nights.push(night);
    }
    for (const { startedAt, facts, server } of runs) {
      if (server) {
        const names = this.#servers.get(fresh) ?? new Map<string, string>();
        this.#servers.set(fresh, names.set(server.name.toLowerCase(), server.name));
      }
      if (startedAt !== null && (night.measuredAt === null || startedAt > night.measuredAt))
        night.measuredAt = startedAt;
      Object.assign(night.facts, facts);
    }
    for (const [test, value] of valuesOf(fresh, runs)) {
      night.values.set(test, [...(night.values.get(test) ?? []), value]);
    }
  }
}

/** Values by test, named as those of the new build are: a test at several client counts has several rows. */
function valuesOf({ group }: FreshNight, runs: readonly NormalizedRun[]): [string, number | null][] {
  const matrix = buildMatrix([
    { label: 'past', runs },
    { label: 'new', runs: group.runs },
  ]);
  return matrix.rows.flatMap(({ key }, row): [string, number | null][] => {
    const status = matrix.status[row]?.[0] ?? 'missing';
    if (status === 'missing') return [];
    return [[key, status === 'ok' ? (matrix.values.throughput?.[row]?.[0] ?? null) : null]];
  });
}

/** As for the repeats of a cell: one that failed is the result. */
function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : median(known);
}
