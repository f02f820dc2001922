import type { Fact } from '@basecase/ingest/model';
import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { listRows } from '../../rows';
import type { StatementLatencies, StatementLatency } from '../../types';
import { readStored } from '../get-cell-evidence';
import { badReason } from '../views';

const RUN = /^run (\d+)$/;

/**
 * The statement table of one result among the facts of its file, which may hold several runs and a table for each
 * script of a mix.
 *
 * @param at a line of the result's summary, and its test
 * @returns rows in the order of the script; none when the run has no table of the test
 */
export function statementsOfRun(
  facts: readonly Fact[],
  { line, test }: { line: number; test: string },
): StatementLatency[] {
  const begins = facts.filter(({ name, group }) => name === 'transaction type' && RUN.test(group ?? ''));
  const run = begins.findLast((fact) => (fact.line ?? 0) <= line)?.group ?? 'run 0';
  const own = facts.filter(({ group }) => group?.endsWith(`, ${run}`));
  const tables = own.flatMap((fact) => (readGroup(fact, 'statement latencies', run) === null ? [] : [fact]));
  const scripts = new Set(tables.map((fact) => readGroup(fact, 'statement latencies', run)));
  // A named log may call its test otherwise than its script; a mix has weights, and its tables are distinguished by
  // name.
  const isMix = own.some(({ name }) => name === 'weight');
  const [only] = scripts;
  const script = scripts.has(test) ? test : !isMix && scripts.size === 1 ? only : null;
  return tables
    .filter((fact) => script !== null && readGroup(fact, 'statement latencies', run) === script)
    .map((fact) => ({
      statement: fact.name,
      latency: fact.number,
      failures:
        own.find(
          (each) => each.line === fact.line && readGroup(each, 'failures of statements', run) === script,
        )?.number ?? null,
      line: fact.line ?? 0,
    }));
}

/** The script of `statement latencies, select-only, run 1`; null for facts of another kind. */
function readGroup({ group }: Fact, kind: string, run: string): string | null {
  const [start, end] = [`${kind}, `, `, ${run}`];
  return group?.startsWith(start) && group.endsWith(end) ? group.slice(start.length, -end.length) : null;
}

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
 * Latencies of the statements of a pgbench test (option -r), of each column: the table of its newest run that has one,
 * read from the blob store now. Failed and bad runs are not read. In the order of the columns; at most 24 of them are
 * read.
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
  return listRows<Summary>(pool, SUMMARIES, [heatmapId, test, column]);
}
