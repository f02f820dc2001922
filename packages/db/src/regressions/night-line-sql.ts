/**
 * Branch of a build, given as an SQL alias: of one that names none, the only one of its version line, as
 * `findReleaseLines` has it.
 */
export const branchSql = (
  build: string,
) => `coalesce(${build}.branch, (SELECT min(branch) FROM builds AS named
  WHERE named.version_id = ${build}.version_id HAVING count(DISTINCT branch) = 1))`;

/** `19devel@master`: name of the version line of a record's first bad build; null of a release. */
export const LINE_NAME = `coalesce(regressions.series ->> 'line', (SELECT concat_ws('@', versions.name, ${branchSql('builds')})
  FROM variants JOIN versions ON versions.id = variants.version_id JOIN builds ON builds.id = variants.build_id
  WHERE variants.id = regressions.first_bad_id))`;
