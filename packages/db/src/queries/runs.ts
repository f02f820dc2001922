import type { Database } from '../database';
import { NotFoundError } from '../errors';
import type { Prisma } from '../generated/client';
import type { RunView } from '../types';
import { parseId } from './parse-id';
import { toServerView, toWorkloadView } from './views';

const RUN_VIEW = {
  server: true,
  workload: true,
  upload: { select: { origin: true } },
  variant: { include: { product: true, version: true, config: true } },
  _count: { select: { results: true } },
} satisfies Prisma.RunInclude;

function toRunView(run: Prisma.RunGetPayload<{ include: typeof RUN_VIEW }>): RunView {
  return {
    id: String(run.id),
    label: run.label,
    product: run.variant.product.name,
    version: run.variant.version.name,
    flavour: run.variant.flavour,
    config: run.variant.config?.name ?? null,
    server: toServerView(run.server),
    workload: toWorkloadView(run.workload, run.upload.origin),
    columnSlug: run.variant.slug,
    results: run._count.results,
    at: run.at.toISOString(),
  };
}

/** The newest runs: by their start when it is known, else by when they were loaded. */
export async function listLatestRuns(database: Database, limit: number): Promise<RunView[]> {
  const runs = await database.prisma.run.findMany({
    include: RUN_VIEW,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return runs.map(toRunView);
}

/** @throws NotFoundError */
export async function getRun(database: Database, id: string): Promise<RunView> {
  const run = await database.prisma.run.findUnique({ where: { id: parseId(id, 'run') }, include: RUN_VIEW });
  if (!run) throw new NotFoundError(`No run ${id}.`);
  return toRunView(run);
}
