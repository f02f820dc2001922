import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/*
 * Data of pages is written in `inChange`, and noted there; writing it elsewhere would leave readers with old numbers,
 * without an error at run time. So the SQL of this package is read: each table has its writers.
 */

const SRC = path.join(import.meta.dirname, '..');

/** Files that hold a statement that writes the table, by its name. */
const WRITERS: Record<string, readonly string[]> = {
  annotations: ['annotations/annotations.ts'],
  builds: ['import/build-id.ts'],
  cell_notes: ['notes/cell-notes.ts'],
  commit_ranges: ['regressions/commit-ranges.ts'],
  configs: ['import/dimensions.ts'],
  corrections: [
    'corrections/apply-correction.ts',
    'corrections/undo-correction.ts',
    'merges/merge-servers.ts',
  ],
  epochs: ['epochs/changes.ts', 'epochs/heatmap-rows.ts'],
  event_changes: ['regressions/events/change-event.ts'],
  heatmaps: [
    'epochs/changes.ts',
    'epochs/heatmap-ids.ts',
    'epochs/heatmap-rows.ts',
    'lines/line-decisions.ts',
    'regressions/recompute/mark-evaluated.ts',
    'regressions/regression-job.ts',
  ],
  line_decisions: ['lines/line-decisions.ts'],
  log_identities: ['epochs/write-runs.ts', 'import/write-results.ts'],
  measurements: ['corrections/rename-results.ts', 'epochs/write-runs.ts', 'import/write-results.ts'],
  merges: ['merges/end-merges.ts', 'merges/merge-servers.ts', 'merges/merge-workloads.ts'],
  noise_exclusions: ['epochs/write-runs.ts', 'regressions/noise/noise-exclusions.ts'],
  products: ['import/dimensions.ts'],
  regression_events: ['regressions/write-record.ts'],
  record_places: ['regressions/write-record.ts'],
  regressions: [
    'regressions/events/change-event.ts',
    'regressions/move-records.ts',
    'regressions/recompute/apply-plan.ts',
    'regressions/triage.ts',
    'regressions/write-record.ts',
  ],
  results: ['corrections/rename-results.ts', 'epochs/write-runs.ts', 'import/write-results.ts'],
  run_places: ['epochs/write-runs.ts'],
  run_uploads: ['epochs/write-runs.ts'],
  runs: ['epochs/write-runs.ts'],
  series: ['regressions/series/store-series.ts'],
  server_fact_changes: ['servers/set-server-facts.ts'],
  servers: ['import/dimensions.ts', 'servers/refresh-servers.ts'],
  tests: ['import/test-ids.ts'],
  thinned_runs: ['retention/delete-nights.ts'],
  variants: ['import/dimensions.ts'],
  versions: ['import/dimensions.ts', 'regressions/order-versions.ts'],
  workloads: ['import/dimensions.ts'],
};

/** `INSERT INTO t`, `UPDATE t … SET`, `DELETE FROM t`, `COPY t`, and `{ table: 't' }` of what is copied. */
const WRITES =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|COPY|TRUNCATE)\s+"?(\w+)"?|\bUPDATE\s+"?(\w+)"?\s+(?:AS\s+\w+\s+)?SET\b|\btable: '(\w+)'/g;

function sources(): { file: string; text: string }[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|generated)\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));
}

it('every table that pages show is written only by its listed writers', () => {
  const found = new Map<string, Set<string>>();
  for (const { file, text } of sources()) {
    for (const [, inserted, updated, copied] of text.matchAll(WRITES)) {
      const table = inserted ?? updated ?? copied ?? '';
      if (Object.hasOwn(WRITERS, table)) found.set(table, (found.get(table) ?? new Set()).add(file));
    }
  }
  const written = Object.fromEntries(
    [...found]
      .map(([table, files]) => [table, [...files].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  expect(written).toEqual(WRITERS);
});

it('finds the statements that it looks for', () => {
  const tables = (sql: string) => [...sql.matchAll(WRITES)].map(([, ...names]) => names.find(Boolean));
  expect(tables('INSERT INTO runs AS known (a)')).toEqual(['runs']);
  expect(tables('UPDATE runs AS r\n SET a = 1')).toEqual(['runs']);
  expect(tables('DELETE FROM "runs" USING uploads')).toEqual(['runs']);
  expect(tables("const RESULTS = { table: 'results' }")).toEqual(['results']);
  expect(tables('SELECT 1 FROM runs FOR UPDATE')).toEqual([]);
});

it('no writer uses a transaction that takes no epoch', () => {
  const writers = new Set(Object.values(WRITERS).flat());
  const others = sources().filter(
    ({ file, text }) =>
      writers.has(file) && /\binTransaction\(|\.pool\.query\(\s*[`'](?:INSERT|UPDATE|DELETE)/.test(text),
  );
  expect(others.map(({ file }) => file)).toEqual([
    // This is where epochs are taken.
    'epochs/changes.ts',
    // Runs written with plain SQL are counted, and the epoch is taken by hand.
    'epochs/heatmap-rows.ts',
    // It marks heatmaps to judge again, which no page shows.
    'regressions/regression-job.ts',
  ]);
});
