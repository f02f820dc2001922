/** A time as ISO 8601, in UTC. */
export const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Who undid something, and when; null for what is in force. @param what prefix of its two columns */
export const byAndAt = (what: string) =>
  `CASE WHEN ${what}_by IS NOT NULL THEN json_build_object('by', ${what}_by, 'at', ${iso(`${what}_at`)}) END`;

/** Of a variant, the build of its version line that it is; null for a release. Wants `JOIN_BUILDS`. */
export const BUILD_JSON = `CASE WHEN cardinality(builds.parents) > 0
  THEN json_build_object(${buildFields()}, 'parents', builds.parents)
  WHEN builds.id IS NOT NULL THEN json_build_object(${buildFields()}) END`;

function buildFields(): string {
  return `'commit', builds.commit, 'branch', builds.branch, 'committedAt', ${iso('builds.committed_at')},
    'number', builds.number, 'url', builds.url,
    'repository', CASE WHEN builds.repository_url IS NOT NULL OR builds.commit_url IS NOT NULL
      THEN json_build_object('url', builds.repository_url, 'commitUrl', builds.commit_url) END,
    'at', ${iso('builds.ordered_at')}`;
}

export const JOIN_BUILDS = 'LEFT JOIN builds ON builds.id = variants.build_id';

/** Order of the builds of a version line: time, never the text of a hash. Releases come first. */
export const BUILD_ORDER = 'builds.ordered_at NULLS FIRST, builds.number NULLS FIRST, builds.id';

/**
 * Name of a version as a reader needs it: with its build, as `columnName` makes it. Wants `JOIN_BUILDS`.
 */
export const VERSION_TEXT = `concat_ws(' ', versions.name, nullif(concat_ws('-',
  to_char(builds.committed_at AT TIME ZONE 'UTC', 'YYYYMMDD'),
  coalesce('g' || left(builds.commit, 8), 'b' || builds.number)), ''))`;
