import { worstStatus } from '@basecase/analysis';
import type { Doubt, MetricId, Source } from '@basecase/ingest/model';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import type { CellEvidence, EvidenceArtifact, EvidenceMeasurement } from '../types';

/** Server, workload and column by slug, test by key (`read-only_range=100`): names a cell of the compare page. */
export interface CellAddress {
  server: string;
  workload: string;
  column: string;
  test: string;
}

/**
 * Everything known about one cell: every repeat of every run with all its numbers, their formulas, and where they
 * were read. A test that the column did not run has no results and the status `missing`.
 *
 * @throws NotFoundError when the column has no run on this server and workload
 */
export async function getCellEvidence(database: Database, cell: CellAddress): Promise<CellEvidence> {
  const runs = await database.prisma.run.findMany({
    where: {
      server: { slug: cell.server },
      workload: { slug: cell.workload },
      variant: { slug: cell.column },
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    include: {
      variant: { include: { product: true, version: true, config: true } },
      // Marked as bad by somebody, who did not take it back.
      exclusions: { where: { otherId: null, removedAt: null }, select: { id: true }, take: 1 },
      results: {
        where: { test: { key: cell.test } },
        orderBy: { repeat: 'asc' },
        include: {
          measurements: {
            include: { artifact: { select: { id: true, path: true, kind: true, sizeBytes: true } } },
          },
        },
      },
    },
  });
  const newest = runs.at(-1);
  if (!newest) {
    throw new NotFoundError(`No run of "${cell.column}" for "${cell.workload}" on "${cell.server}".`);
  }
  const { variant } = newest;
  const artifactIds = new Map(
    runs.flatMap((run) =>
      run.results.flatMap(({ measurements }) =>
        measurements.flatMap(({ artifact }) =>
          artifact ? [[artifact.path, String(artifact.id)] as const] : [],
        ),
      ),
    ),
  );
  const results = runs.flatMap((run) =>
    run.results.map((result) => ({
      runId: String(run.id),
      repeat: result.repeat,
      status: result.status,
      startedAt: run.startedAt?.toISOString() ?? null,
      command: result.command,
      tool: result.tool,
      device: result.device,
      ...(run.exclusions.length > 0 && { isBad: true }),
      measurements: result.measurements.map((measurement) => toEvidence(measurement, artifactIds)),
    })),
  );
  return {
    column: {
      slug: variant.slug,
      label: newest.label,
      product: variant.product.name,
      version: variant.version.name,
      flavour: variant.flavour,
      config: variant.config?.name ?? null,
      runs: runs.length,
    },
    test: cell.test,
    status: worstStatus(results.map(({ status }) => status)),
    results,
    configText: variant.config?.text ?? null,
    artifacts: artifactsOf(
      runs.flatMap((run) => run.results.flatMap(({ measurements }) => measurements.map((m) => m.artifact))),
    ),
  };
}

interface StoredArtifact {
  id: number;
  path: string;
  kind: string;
  sizeBytes: bigint;
}

/** Each file once. */
function artifactsOf(stored: readonly (StoredArtifact | null)[]): EvidenceArtifact[] {
  const artifacts = new Map(
    stored.flatMap((artifact) => (artifact ? [[artifact.id, artifact] as const] : [])),
  );
  return [...artifacts.values()].map(({ id, path, kind, sizeBytes }) => ({
    id: String(id),
    path,
    kind,
    sizeBytes: Number(sizeBytes),
  }));
}

interface StoredMeasurement {
  metric: string;
  value: number;
  unit: string;
  source: Source;
  formula: string | null;
  artifactId: number | null;
  artifact: { path: string } | null;
  line: number | null;
  lineEnd: number | null;
  doubt: unknown;
}

function toEvidence(
  stored: StoredMeasurement,
  artifactIds: ReadonlyMap<string, string>,
): EvidenceMeasurement {
  // Only the importer writes it.
  const doubt = stored.doubt as Doubt | null;
  return {
    // Only the importer writes metrics, from the type of their ids.
    metric: stored.metric as MetricId,
    value: stored.value,
    unit: stored.unit,
    source: stored.source,
    formula: stored.formula,
    artifactId: stored.artifactId === null ? null : String(stored.artifactId),
    file: stored.artifact?.path ?? null,
    line: stored.line,
    lineEnd: stored.lineEnd,
    ...(doubt && { doubt: { ...doubt, artifactId: artifactIds.get(doubt.file ?? '') ?? null } }),
  };
}
