import type { HeatmapEntry, WorkloadView } from '@basecase/db/types';
import { shortWorkloadLabel } from '../../text/words';

/** Workloads of one server that differ in their clients only, by rising number of clients. */
export interface ClientGroup {
  /** Slug of the workload with the most clients, which is in no other group. */
  slug: string;
  /** `scale 50, 4 threads, prepared`. */
  label: string;
  entries: HeatmapEntry[];
}

const THREADS = /^(\d+) threads?$/;
const CLIENTS = /^\d+ clients?$/;

/**
 * Groups of the workloads of one server. pgbench never uses more threads than clients and prints what it used: of `-j 4`
 * a run with 1 client says `1 thread`. A run with as many threads as clients therefore belongs to every group
 * of as many threads or more, and two runs of one group are what one `-j` gives.
 */
export function clientGroups(entries: readonly HeatmapEntry[]): ClientGroup[] {
  const alike = new Map<string, HeatmapEntry[]>();
  for (const entry of entries) {
    const key = restOf(entry.workload);
    alike.set(key, [...(alike.get(key) ?? []), entry]);
  }
  return [...alike.values()].flatMap(groupsByThreads);
}

/** The group that a workload is shown in: the one with the most numbers of clients. Undefined when none has it. */
export function groupOf(groups: readonly ClientGroup[], workload: string): ClientGroup | undefined {
  return groups
    .filter(({ entries }) => entries.some((entry) => entry.workload.slug === workload))
    .toSorted((a, b) => b.entries.length - a.entries.length)[0];
}

function groupsByThreads(entries: readonly HeatmapEntry[]): ClientGroup[] {
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
function threadsWith(threads: number | null, { clients }: WorkloadView): number | null {
  return threads === null || clients === null ? threads : Math.min(threads, clients);
}

/** @param isEarlier of two equal groups the earlier one is kept */
function isWithin(
  members: readonly HeatmapEntry[],
  others: readonly HeatmapEntry[],
  isEarlier: boolean,
): boolean {
  if (members.length > others.length || (members.length === others.length && !isEarlier)) return false;
  return members.every((member) => others.includes(member));
}

function toGroup(threads: number | null, members: readonly HeatmapEntry[]): ClientGroup {
  const entries = members.toSorted((a, b) => (a.workload.clients ?? 0) - (b.workload.clients ?? 0));
  const last = entries.at(-1)?.workload;
  const words = last ? wordsOf(last) : [];
  const most = threads === null ? null : `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return {
    slug: last?.slug ?? '',
    label:
      words.map((word) => (most !== null && THREADS.test(word) ? most : word)).join(', ') ||
      'settings not known',
    entries,
  };
}

function threadsOf(workload: WorkloadView): number | null {
  const found = wordsOf(workload).flatMap((word) => THREADS.exec(word)?.[1] ?? [])[0];
  return found === undefined ? null : Number(found);
}

/** The settings that must be equal: all but clients and threads. */
function restOf(workload: WorkloadView): string {
  const words = wordsOf(workload).filter((word) => !THREADS.test(word));
  return JSON.stringify([words, workload.origin, workload.source, workload.relativeTo]);
}

/** The words of the label and the details, without the name of the benchmark and the clients. */
function wordsOf(workload: WorkloadView): string[] {
  const [, ...words] = shortWorkloadLabel(workload).split(', ');
  return [...words, ...workload.details].filter((word) => !CLIENTS.test(word));
}
