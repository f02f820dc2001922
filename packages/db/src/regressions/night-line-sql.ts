/**
 * Branch of a build, given as an SQL alias: of one that names none, the only one of its version line, as
 * `findReleaseLines` has it.
 */
export const branchSql = (
  build: string,
) => `coalesce(${build}.branch, (SELECT min(branch) FROM builds AS named
  WHERE named.version_id = ${build}.version_id HAVING count(DISTINCT branch) = 1))`;

/**
 * Joins of `LINE_NAME` to `regressions`. It is not a subquery, because a cluster refuses the one of the branch in it.
 */
export const JOIN_LINE = `LEFT JOIN variants AS line_variants ON line_variants.id = regressions.first_bad_id
  LEFT JOIN builds AS line_builds ON line_builds.id = line_variants.build_id
  LEFT JOIN versions AS line_versions ON line_versions.id = line_variants.version_id`;

/** `19devel@master`: name of the version line of a record's first bad build; null of a release. */
export const LINE_NAME = `coalesce(regressions.series ->> 'line',
  CASE WHEN line_builds.id IS NOT NULL THEN concat_ws('@', line_versions.name, ${branchSql('line_builds')}) END)`;
