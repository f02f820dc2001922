import { benchmarkModel, type Workload } from '@basecase/ingest/model';
import type { WorkloadToStore } from './run-to-store';
import { toSlug } from './slug';

const UNITS: readonly [size: number, letter: string][] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/** 50000000 → `50M`, 1500000 → `1.5M`, 1234567 → `1234567`: short where that loses nothing. */
export function formatRows(rows: number): string {
  const unit = UNITS.find(([size]) => rows >= size && Number.isInteger((rows / size) * 10));
  return unit ? `${rows / unit[0]}${unit[1]}` : String(rows);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function cachedWord(cached: boolean | null): string | null {
  if (cached === null) return null;
  return cached ? 'cached' : 'IO-bound';
}

/** What must be equal, in words: `1 table × 50M rows`, `1 client`, `pk`. What nobody said is left out. */
export function workloadDetails(workload: WorkloadToStore): string[] {
  const { tables, rowsPerTable, clients, primaryKey, published } = workload;
  return [
    tables !== null &&
      rowsPerTable !== null &&
      `${plural(tables, 'table')} × ${formatRows(rowsPerTable)} rows`,
    tables !== null && rowsPerTable === null && plural(tables, 'table'),
    tables === null && rowsPerTable !== null && `${formatRows(rowsPerTable)} rows per table`,
    clients !== null && plural(clients, 'client'),
    primaryKey !== null && (primaryKey ? 'pk' : 'no pk'),
    published?.base && `relative to ${published.base}`,
  ].filter((detail) => typeof detail === 'string');
}

/**
 * The words of a free label that say something new: `cached, 1 table x 500K rows, 1 client` adds nothing to a
 * workload whose parameters say the same.
 */
function newWords(workload: Workload, known: readonly string[]): string[] {
  const normalize = (text: string) => text.toLowerCase().replaceAll('×', 'x').replaceAll(' ', '');
  const knownWords = new Set(known.map(normalize));
  return (workload.label ?? '')
    .split(',')
    .map((words) => words.trim())
    .filter((words) => words !== '' && !knownWords.has(normalize(words)));
}

/** `sysbench, cached`; for a published table also its title: `sysbench, cached (2025-05-24 Postgres 18 beta1)`. */
export function workloadLabel(workload: WorkloadToStore): string {
  const cached = cachedWord(workload.cached);
  const known = [...workloadDetails(workload), ...(cached ? [cached] : [])];
  const parts = [benchmarkModel(workload.benchmark).name, cached, ...newWords(workload, known)];
  const label = parts.filter((part) => part !== null).join(', ');
  return workload.published ? `${label} (${workload.published.title})` : label;
}

/** `sysbench-cached-1x50m-1c-pk`; for a published table its title and base instead of the parameters. */
export function workloadSlug(workload: WorkloadToStore): string {
  const { tables, rowsPerTable, clients, primaryKey, published } = workload;
  const cached = cachedWord(workload.cached);
  if (published) {
    return toSlug([published.title, workload.benchmark, published.base].filter(Boolean).join(' '));
  }
  const parts = [
    workload.benchmark,
    cached,
    tables !== null || rowsPerTable !== null
      ? `${tables ?? ''}x${rowsPerTable === null ? '' : formatRows(rowsPerTable)}`
      : null,
    clients === null ? null : `${clients}c`,
    primaryKey === null ? null : `pk${primaryKey ? 1 : 0}`,
    ...newWords(workload, [...workloadDetails(workload), ...(cached ? [cached] : [])]),
  ];
  return toSlug(parts.filter((part) => part !== null).join('-'));
}
