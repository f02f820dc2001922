import { benchmarkModel, type Workload } from '@basecase/ingest/model';
import type { WorkloadToStore } from './run-to-store';
import { shortSlug } from './slug';

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

/** The parameters that must be equal, in words: `1 table × 50M rows`, `1 client`, `pk`. Unknown ones are left out. */
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

const normalized = (text: string) => text.toLowerCase().replaceAll('×', 'x').replaceAll(' ', '');

function labelWords(label: string | null): string[] {
  return (label ?? '')
    .split(',')
    .map((words) => words.trim())
    .filter(Boolean);
}

/**
 * The words of a free label that say something new: `cached, 1 table x 500K rows, 1 client` adds nothing to a
 * workload whose parameters say the same.
 */
function newWords(workload: Workload, known: readonly string[]): string[] {
  const knownWords = new Set(known.map(normalized));
  return labelWords(workload.label).filter((words) => !knownWords.has(normalized(words)));
}

/** Words of each parameter for labels; null if unknown. */
function parameterWords(workload: WorkloadToStore): (string | null)[] {
  const { tables, rowsPerTable, clients, primaryKey, cached } = workload;
  const none = {
    ...workload,
    tables: null,
    rowsPerTable: null,
    clients: null,
    primaryKey: null,
    published: null,
  };
  const wordOf = (part: Partial<Workload>) => workloadDetails({ ...none, ...part })[0] ?? null;
  return [wordOf({ tables, rowsPerTable }), wordOf({ clients }), wordOf({ primaryKey }), cachedWord(cached)];
}

/**
 * A label whose words follow a change of the parameters that they repeat: `cached, 1 client` with 4 clients is
 * `cached, 4 clients`. Null when nothing is left of it.
 */
export function followLabel(
  label: string,
  { before, after }: { before: WorkloadToStore; after: WorkloadToStore },
): string | null {
  const [old, now] = [parameterWords(before), parameterWords(after)];
  const words = labelWords(label).flatMap((word) => {
    const place = old.findIndex((each) => each !== null && normalized(each) === normalized(word));
    if (place < 0 || old[place] === now[place]) return [word];
    const next = now[place] ?? null;
    if (next === null) return [];
    return [word.includes('×') ? next : next.replaceAll('×', 'x')];
  });
  return words.join(', ') || null;
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
    return shortSlug([published.title, workload.benchmark, published.base].filter(Boolean).join(' '));
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
  return shortSlug(parts.filter((part) => part !== null).join('-'));
}
