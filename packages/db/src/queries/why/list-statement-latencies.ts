import type { BlobStore } from '../../blobs/blob-store';
import type { Database } from '../../database';
import type { StatementLatencies } from '../../types';
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
 * Latencies of the statements of a pgbench test (option -r), of each column: the table of its newest run that has one, read
 * from the blob store now. Runs that failed, or that somebody marked as bad, are not asked. In the order of the columns; at
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
  for (const { test, measurements } of await listSummaries(database, asked)) {
    const { artifact, line } = measurements[0] ?? {};
    if (!artifact || !line) continue;
    const from = { artifactId: String(artifact.id), file: artifact.path };
    const read = await readStored(blobs, artifact);
    if ('reason' in read) {
      found.unread.push({ ...from, reason: read.reason });
      continue;
    }
    const statements = statementsOfRun(read.facts, { line, test: test.name });
    if (statements.length > 0) return { ...found, from, statements };
  }
  return found;
}

/** The newest results with the line of the summary that their TPS was read from. */
function listSummaries(
  database: Database,
  { server, workload, test, column }: Omit<Asked, 'columns'> & { column: string },
) {
  return database.prisma.result.findMany({
    where: {
      status: 'ok',
      test: { key: test, benchmarkId: 'pgbench' },
      run: {
        server: { slug: server },
        workload: { slug: workload },
        variant: { slug: column },
        exclusions: { none: { otherId: null, removedAt: null } },
      },
    },
    orderBy: [{ run: { at: 'desc' } }, { runId: 'desc' }, { repeat: 'asc' }],
    take: MAX_RUNS,
    select: {
      test: { select: { name: true } },
      measurements: {
        where: { metric: 'throughput', artifact: { kind: 'pgbench' } },
        take: 1,
        select: { line: true, artifact: { select: { id: true, path: true, sha256: true } } },
      },
    },
  });
}
