import type { BuildView } from '../types/builds';

/** A row of `builds`, as Prisma reads it. */
interface BuildRow {
  commit: string | null;
  branch: string | null;
  committedAt: Date | null;
  number: number | null;
  url: string | null;
  repositoryUrl: string | null;
  commitUrl: string | null;
  orderedAt: Date;
}

export function toBuildView(row: BuildRow): BuildView {
  const { commit, branch, committedAt, number, url, repositoryUrl, commitUrl, orderedAt } = row;
  const hasRepository = repositoryUrl !== null || commitUrl !== null;
  return {
    commit,
    branch,
    committedAt: committedAt?.toISOString() ?? null,
    number,
    url,
    repository: hasRepository ? { url: repositoryUrl, commitUrl } : null,
    at: orderedAt.toISOString(),
  };
}
