import type { SeriesLine } from '@basecase/db/types';

/** `PostgreSQL 19devel, branch master, config x10b_c8r32`: a version line in words. */
export function nightsLineText({ product, version, branch, flavour, config }: SeriesLine): string {
  return [
    `${product} ${version}`,
    branch === null ? '' : `branch ${branch}`,
    flavour === null ? '' : `build ${flavour}`,
    config === null ? '' : `config ${config}`,
  ]
    .filter(Boolean)
    .join(', ');
}
