import type { Workload } from '@basecase/ingest/model';

const SIZES: Record<string, number> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };

/** One rule per phrase that reports use; a phrase that no rule knows stays in the label, in its own words. */
const PHRASES: readonly [RegExp, (found: RegExpExecArray) => Partial<Workload>][] = [
  [/^cached$/, () => ({ cached: true })],
  [/^IO-bound$/, () => ({ cached: false })],
  [
    /^(\d+) tables? x (\d+)([KMB]?) rows$/,
    (found) => ({ tables: Number(found[1]), rowsPerTable: toRows(found[2], found[3]) }),
  ],
  [/^(\d+)([KMB]?) rows per table$/, (found) => ({ rowsPerTable: toRows(found[1], found[2]) })],
  [/^(\d+) clients?$/, (found) => ({ clients: Number(found[1]) })],
];

/** `cached, 8 tables x 10M rows, 40 clients` as parameters. Whether tables had a primary key is not said: null. */
export function parsePublishedWorkload(text: string): Workload {
  let workload: Workload = {
    tables: null,
    rowsPerTable: null,
    clients: null,
    primaryKey: null,
    cached: null,
    label: null,
  };
  const rest: string[] = [];
  for (const phrase of text.split(',').map((part) => part.trim())) {
    const known = PHRASES.map(([pattern, read]) => ({ found: pattern.exec(phrase), read })).find(
      ({ found }) => found,
    );
    if (known?.found) workload = { ...workload, ...known.read(known.found) };
    else rest.push(phrase);
  }
  return { ...workload, label: rest.length > 0 ? rest.join(', ') : null };
}

function toRows(count: string | undefined, size: string | undefined): number {
  return Number(count) * (SIZES[size ?? ''] ?? 1);
}
