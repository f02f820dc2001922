import type { Build, Repository } from './build';
import type { SaidBuild } from './build-fields';

const NO_BUILD: Build = {
  commit: null,
  branch: null,
  committedAt: null,
  number: null,
  url: null,
  repository: null,
};

/** A build from the given fields; null when they name none. */
export function toBuild(said: SaidBuild): Build | null {
  return mergeBuild(null, said);
}

/**
 * A build as read, overridden by the given fields one by one. Where they name two commits, the date,
 * number and page as read belong to the other one and are dropped. For one commit the longer hash stays.
 *
 * @returns null when neither names a build: a branch alone is none
 */
export function mergeBuild(read: Build | null, said: SaidBuild): Build | null {
  const known = read ?? NO_BUILD;
  const isOther = known.commit !== null && !!said.commit && !isSameCommit(known.commit, said.commit);
  const base = isOther ? { ...NO_BUILD, branch: known.branch, repository: known.repository } : known;
  const parents = said.parents ?? base.parents;
  const commits = said.commits ?? base.commits;
  const build: Build = {
    commit: longer(base.commit, said.commit ?? null),
    branch: said.branch ?? base.branch,
    committedAt: said.committedAt ?? base.committedAt,
    number: said.number ?? base.number,
    url: said.url ?? base.url,
    ...(parents && { parents }),
    ...(commits && { commits }),
    repository: mergeRepository(base.repository, said.repository ?? null),
  };
  return build.commit === null && build.committedAt === null && build.number === null ? null : build;
}

/** True for two hashes of one commit, however many digits each has. */
export function isSameCommit(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one.startsWith(other) || other.startsWith(one);
}

/** Only called for hashes of one commit. */
function longer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return b.length >= a.length ? b : a;
}

/** Addresses of commits are those of their repository. */
function mergeRepository(read: Repository | null, said: Repository | null): Repository | null {
  if (!said) return read;
  const isMoved = said.url !== null && read !== null && said.url !== read.url;
  const url = said.url ?? read?.url ?? null;
  return { url, commitUrl: said.commitUrl ?? (isMoved ? null : (read?.commitUrl ?? null)) };
}
