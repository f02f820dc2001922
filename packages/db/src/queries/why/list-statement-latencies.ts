import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import type { StatementLatencies } from '../../types';
import { badReason } from '../views';
import { readStored } from './read-stored';
import { statementsOfRun } from './statements-of-run';

/** Columns that are read at once, and runs of each that are looked through for a table. */
const MAX_COLUMNS = 24;
const MAX_RUNS = 3;

interface Asked {
  server: string;
  workload: string;
  test: string;
  /** Slugs. */
  columns: readonly string[];
}

/**
 * Latencies of the statements of a pgbench test (option -r), of each column: the table of its newest run that has
 * one, read
 * from the blob store now. Failed and bad runs are not read. In the order of the columns; at
 * most 24 of them are read.
 */
export function listStatementLatencies(
  database: Database,
  blobs: BlobStore,
  { columns, ...asked }: Asked,
): Promise<StatementLatencies[]> {
  return Promise.all(
    columns.slice(0, MAX_COLUMNS).map((column) => readColumn(database, blobs, { ...asked, column })),
  );
}

async function readColumn(
  database: Database,
  blobs: BlobStore,
  asked: Omit<Asked, 'columns'> & { column: string },
): Promise<StatementLatencies> {
  const found: StatementLatencies = { column: asked.column, from: null, statements: [], unread: [] };
  for (const { test, line, ...artifact } of await listSummaries(database, asked)) {
    const from = { artifactId: String(artifact.id), file: artifact.path };
    const read = await readStored(blobs, artifact);
    if ('reason' in read) {
      found.unread.push({ ...from, reason: read.reason });
      continue;
    }
    const statements = statementsOfRun(read.facts, { line, test });
    if (statements.length > 0) return { ...found, from, statements };
  }
  return found;
}

interface Summary {
  test: string;
  line: number;
  id: number;
  path: string;
  sha256: string;
}

/** The newest results, each with the line of the summary that its TPS was read from. */
const SUMMARIES = `
WITH found AS MATERIALIZED (
SELECT newest.*, tests.name AS test, summary.line, summary.source, summary.artifact_id
FROM (
  SELECT results.test_id, runs.upload_id, runs.at, runs.id AS run_id, results.repeat, results.id
  FROM runs
  JOIN variants ON variants.id = variant_id
  JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.status = 'ok'
  JOIN tests ON tests.id = test_id AND tests.key = $2 AND tests.benchmark_id = 'pgbench'
  WHERE runs.heatmap_id = $1 AND variants.slug = $3 AND ${badReason()} IS NULL
  ORDER BY runs.at DESC, runs.id DESC, results.repeat LIMIT ${MAX_RUNS}) AS newest
JOIN tests ON tests.id = test_id
JOIN measurements AS summary ON summary.heatmap_id = $1 AND summary.result_id = newest.id AND metric = 'throughput'
)
SELECT DISTINCT ON (found.at, found.run_id, found.repeat, found.id) test, line, artifacts.id, artifacts.path, artifacts.sha256
FROM found
JOIN artifacts ON artifacts.upload_id = found.upload_id AND artifacts.id = found.artifact_id AND artifacts.kind = 'pgbench'
ORDER BY found.at DESC, found.run_id DESC, found.repeat, found.id, found.source`;

async function listSummaries(
  { pool }: Database,
  { server, workload, test, column }: Omit<Asked, 'columns'> & { column: string },
): Promise<Summary[]> {
  const heatmapId = await findHeatmapId(pool, { server, workload });
  const { rows } = await pool.query<Summary>(SUMMARIES, [heatmapId, test, column]);
  return rows;
}
