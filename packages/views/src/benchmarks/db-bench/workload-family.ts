import type { HeatmapEntry, WorkloadView } from '@basecase/db/types';

/** The workloads that reports put side by side, in their order, with the meaning of the words. */
const DB_BENCH_WORKLOADS = [
  { word: 'byrx', meaning: 'cached by RocksDB' },
  { word: 'iobuf', meaning: 'IO-bound, buffered' },
  { word: 'iodir', meaning: 'IO-bound, O_DIRECT' },
] as const;

const WORD = /\b(?:byrx|iobuf|iodir)\b/;
/** Implied by the word: byrx is cached, the others are not. */
const CACHED = ['cached', 'IO-bound'];

/** `byrx` of `db_bench, cached, byrx`; null for a workload that is none of the three. */
export function workloadWord({ label }: Pick<WorkloadView, 'label'>): string | null {
  return WORD.exec(label)?.[0] ?? null;
}

/** Heading of a workload: its word with the meaning; its label when it is none of the three. */
export function workloadHeading(workload: Pick<WorkloadView, 'label'>): string {
  const found = DB_BENCH_WORKLOADS.find(({ word }) => word === workloadWord(workload));
  return found ? `${found.word}: ${found.meaning}` : workload.label;
}

/**
 * The workloads of a server that differ from the chosen one in the word only, in the order byrx, iobuf, iodir.
 * Other clients or rows are another comparison.
 */
export function familyOf(entries: readonly HeatmapEntry[], chosen: HeatmapEntry): HeatmapEntry[] {
  if (workloadWord(chosen.workload) === null) return [chosen];
  const key = familyKey(chosen.workload);
  const order = (entry: HeatmapEntry) =>
    DB_BENCH_WORKLOADS.findIndex(({ word }) => word === workloadWord(entry.workload));
  return entries
    .filter(
      ({ server, workload }) =>
        server.slug === chosen.server.slug && workloadWord(workload) !== null && familyKey(workload) === key,
    )
    .sort((a, b) => order(a) - order(b));
}

/** The part of the label that all workloads of a family share. */
export function familyKey({ label, details, source }: WorkloadView): string {
  const shared = label
    .split(', ')
    .map((part) => part.replace(WORD, '').trim())
    .filter((part) => part !== '' && !CACHED.includes(part));
  return [...shared, ...details, source ?? ''].filter(Boolean).join(', ');
}
