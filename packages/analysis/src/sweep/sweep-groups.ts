import { groupBy } from '../statistics/group-by';

/** The parts of a workload that decide which sweep it belongs to. */
export interface SweepWorkload {
  slug: string;
  label: string;
  details: readonly string[];
  clients: number | null;
  origin: string;
  source: string | null;
  relativeTo: unknown;
}

/** Workloads of one server that differ in their clients only, by rising number of clients. */
export interface SweepGroup<Entry> {
  /** Slug of the workload with the most clients, which is in no other group. */
  slug: string;
  /** `scale 50, 4 threads, prepared`. */
  label: string;
  entries: Entry[];
}

interface Entry {
  workload: SweepWorkload;
  /** Tests of its heatmap; left out while unknown. */
  tests?: number | undefined;
}

const THREADS = /^(\d+) threads?$/;
const CLIENTS = /^(\d+) (?:clients?|virtual users?|users?|jobs?)$/;
/** In names that people gave: `pg180_48u`, `dop40`, `thr16`, `_c8_`. The `c8` of `c8r32` is a size of the server. */
const TOKEN = /(?<![A-Za-z0-9])(?:(\d+)u|dop(\d+)|thr(?:eads)?[-_=]?(\d+)|c(\d+))(?![A-Za-z0-9])/g;

/** Clients of a workload: as stored, else as its label says. Null if unknown. */
export function clientsOfWorkload({ clients, label, details }: SweepWorkload): number | null {
  if (clients !== null) return clients;
  const words = [...label.split(', '), ...details];
  const named = words.flatMap((word) => (CLIENTS.exec(word) ?? THREADS.exec(word))?.[1] ?? []);
  const found = named[0] ?? [...label.matchAll(TOKEN)][0]?.slice(1).find(Boolean);
  return found === undefined ? null : Number(found);
}

/**
 * Sweeps among the workloads of one server. pgbench never uses more threads than clients and prints what it used: of
 * `-j 4` a run with 1 client says `1 thread`. A run with as many threads as clients therefore belongs to every group
 * of as many threads or more, and two runs of one group are what one `-j` gives.
 */
export function sweepGroups<E extends Entry>(entries: readonly E[]): SweepGroup<E>[] {
  return [...groupBy(entries, ({ workload }) => restOf(workload)).values()].flatMap(groupsByThreads);
}

/** The group that a workload is shown in: the one with the most numbers of clients. Undefined when none has it. */
export function sweepGroupOf<E extends Entry>(
  groups: readonly SweepGroup<E>[],
  workload: string,
): SweepGroup<E> | undefined {
  return groups
    .filter(({ entries }) => entries.some((entry) => entry.workload.slug === workload))
    .toSorted((a, b) => b.entries.length - a.entries.length)[0];
}

/** Of more tests than these, two numbers of clients are read as two heatmaps, and three or more as curves. */
const FEW_TESTS = 8;

/** Numbers of clients of a group, rising. */
export function clientsOfGroup({ entries }: Pick<SweepGroup<Entry>, 'entries'>): number[] {
  const clients = entries.flatMap(({ workload }) => clientsOfWorkload(workload) ?? []);
  return [...new Set(clients)].sort((a, b) => a - b);
}

interface Placed extends Entry {
  server: { slug: string };
}

/**
 * Finds the sweep that a heatmap is opened as. Each server is grouped once, when it is asked for.
 *
 * @param entries of any servers
 */
export function sweepFinder<E extends Placed>(
  entries: readonly E[],
): (heatmap: { server: string; workload: string }) => SweepGroup<E> | undefined {
  const byServer = groupBy(entries, ({ server }) => server.slug);
  const opened = new Map<string, ReadonlyMap<string, SweepGroup<E>>>();
  return ({ server, workload }) => {
    const own = opened.get(server) ?? openedSweeps(byServer.get(server) ?? []);
    opened.set(server, own);
    return own.get(workload);
  };
}

/** The groups that workloads are opened as, by their slugs; the heatmap of another shows more than two points over clients. */
function openedSweeps<E extends Entry>(entries: readonly E[]): ReadonlyMap<string, SweepGroup<E>> {
  const found = new Map<string, SweepGroup<E>>();
  for (const group of sweepGroups(entries)) {
    for (const { workload } of group.entries) {
      const known = found.get(workload.slug);
      if (!known || known.entries.length < group.entries.length) found.set(workload.slug, group);
    }
  }
  return new Map([...found].filter(([, group]) => isOpened(group)));
}

function isOpened(group: SweepGroup<Entry>): boolean {
  const tests = Math.max(0, ...group.entries.map((entry) => entry.tests ?? 0));
  return clientsOfGroup(group).length >= (tests > FEW_TESTS ? 3 : 2);
}

function groupsByThreads<E extends Entry>(entries: readonly E[]): SweepGroup<E>[] {
  const counts = [...new Set(entries.map(({ workload }) => threadsOf(workload)))];
  const candidates = counts.map((threads) => ({
    threads,
    members: entries.filter(({ workload }) => threadsOf(workload) === threadsWith(threads, workload)),
  }));
  return candidates
    .filter(
      ({ members }, index) => !candidates.some((other, at) => isWithin(members, other.members, at < index)),
    )
    .map(({ threads, members }) => toGroup(threads, members));
}

/** Threads that pgbench uses of this many; null: not specified. */
function threadsWith(threads: number | null, { clients }: SweepWorkload): number | null {
  return threads === null || clients === null ? threads : Math.min(threads, clients);
}

/** @param isEarlier of two equal groups the earlier one is kept */
function isWithin(members: readonly Entry[], others: readonly Entry[], isEarlier: boolean): boolean {
  if (members.length > others.length || (members.length === others.length && !isEarlier)) return false;
  return members.every((member) => others.includes(member));
}

function toGroup<E extends Entry>(threads: number | null, members: readonly E[]): SweepGroup<E> {
  const entries = members.toSorted(
    (a, b) => (clientsOfWorkload(a.workload) ?? 0) - (clientsOfWorkload(b.workload) ?? 0),
  );
  const last = entries.at(-1)?.workload;
  const [, ...words] = last ? wordsOf(last) : [];
  const most = threads === null ? null : `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return {
    slug: last?.slug ?? '',
    label:
      words.map((word) => (most !== null && THREADS.test(word) ? most : word)).join(', ') ||
      'settings not known',
    entries,
  };
}

function threadsOf(workload: SweepWorkload): number | null {
  const found = wordsOf(workload).flatMap((word) => THREADS.exec(word)?.[1] ?? [])[0];
  return found === undefined ? null : Number(found);
}

/** The settings that must be equal: all but clients and threads. */
function restOf(workload: SweepWorkload): string {
  const words = wordsOf(workload).filter((word) => !THREADS.test(word));
  return JSON.stringify([words, workload.origin, workload.source, workload.relativeTo]);
}

/** The words of the label, first the name of the benchmark, and of the details, without those about clients. */
function wordsOf(workload: SweepWorkload): string[] {
  const { label, details, source, clients } = workload;
  const suffix = ` (${source})`;
  const short = source !== null && label.endsWith(suffix) ? label.slice(0, -suffix.length) : label;
  const count = clientsOfWorkload(workload);
  return [...short.split(', '), ...details]
    .filter((word) => !CLIENTS.test(word) && (clients !== null || !THREADS.test(word)))
    .map((word) =>
      word.replace(TOKEN, (token, ...found: unknown[]) =>
        found.slice(0, 4).some((digits) => digits !== undefined && Number(digits) === count) ? '' : token,
      ),
    )
    .filter((word, index) => index === 0 || word !== '');
}
