import type { Database } from '../database';
import { SettingError } from '../errors';
import { byAndAt, iso } from '../queries/build-sql';
import { parseId } from '../queries/parse-id';
import { listRows } from '../rows';
import type { CorrectionEntry, CorrectionFilter, CorrectionPage } from '../types/corrections';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Previous values of the runs by field, each value once. */
const BEFORE = `
(SELECT json_object_agg(field, (
    SELECT json_agg(DISTINCT before -> field) FROM correction_runs WHERE correction_id = corrections.id))
  FROM jsonb_object_keys(changes) AS field)`;

const ENTRY = `
SELECT corrections.id::text, kind, changes, upload_id::text AS upload, reason, by,
  (SELECT count(*)::int FROM correction_runs WHERE correction_id = corrections.id) AS runs,
  ${iso('at')} AS at, ${byAndAt('undone')} AS undone,
  coalesce(${BEFORE}, '{}') AS before
FROM corrections`;

const OF = (condition: string) =>
  `EXISTS (SELECT FROM correction_runs LEFT JOIN run_places USING (run_id)
    WHERE correction_id = corrections.id AND ${condition})`;

const AT = (field: 'server' | 'workload', parameter: string) =>
  OF(`${parameter} IN (before #>> '{place,${field}}', after #>> '{place,${field}}')`);

/**
 * The history of corrections, undone ones too, the newest first.
 *
 * @throws NotFoundError for what can't be an id; SettingError for a limit or a cursor that is none
 */
export async function listCorrections(
  { pool }: Database,
  { upload, run, server, workload, limit = DEFAULT_LIMIT, cursor }: CorrectionFilter = {},
): Promise<CorrectionPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new SettingError(`Expected a limit from 1 to ${MAX_LIMIT}, found ${limit}.`);
  }
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new SettingError('The cursor is not one of this list.');
  }
  const rows = await listRows<CorrectionEntry>(
    pool,
    `${ENTRY}
     WHERE ($1::bigint IS NULL OR upload_id = $1 OR ${OF('run_places.upload_id = $1')})
       AND ($2::bigint IS NULL OR ${OF('run_id = $2')})
       AND ($3::text IS NULL OR ${AT('server', '$3')})
       AND ($4::text IS NULL OR ${AT('workload', '$4')})
       AND ($5::bigint IS NULL OR corrections.id < $5)
     ORDER BY corrections.id DESC LIMIT $6`,
    [
      upload === undefined ? null : parseId(upload, 'upload'),
      run === undefined ? null : parseId(run, 'run'),
      server ?? null,
      workload ?? null,
      cursor ?? null,
      limit + 1,
    ],
  );
  const page = rows.slice(0, limit);
  return { corrections: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Corrections by id, the newest first; those that are not there are left out. */
export async function entriesOf({ pool }: Database, ids: readonly number[]): Promise<CorrectionEntry[]> {
  const rows = await listRows<CorrectionEntry>(
    pool,
    `${ENTRY} WHERE corrections.id = ANY ($1) ORDER BY corrections.id DESC`,
    [ids],
  );
  return rows;
}
