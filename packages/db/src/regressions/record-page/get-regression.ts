import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import type { RegressionPage } from '../../types/regression-page';
import type { RegressionEntry } from '../../types/regressions';
import { ENTRY_JOINS } from '../list-regressions';
import { measuredAt, readNightFacts } from '../measured-nights';
import { type EntryRow, entryJson, toEntry } from '../regression-entry';
import { reviveExplanation } from '../stored-record';
import { nightParts } from './nights/night-parts';
import { listEvents } from './record-details';
import { type PartsRow, releaseParts } from './release-parts';

const RECORD = `
SELECT ${entryJson('= $1')}, regressions.server_id AS "serverId", regressions.workload_id AS "workloadId",
  regressions.test_id AS "testId", notes, notes_version AS "notesVersion",
  coalesce((SELECT evaluated_at FROM heatmaps WHERE heatmaps.id = regressions.heatmap_id), changed_at) AS "evaluatedAt",
  regressions.rule_version AS "ruleVersion", regressions.parser_version AS "parserVersion",
  (SELECT slug FROM regressions AS other
   WHERE other.heatmap_id = $1 AND other.id = regressions.merged_into_id) AS "mergedInto",
  (SELECT slug FROM regressions AS other
   WHERE other.heatmap_id = $1 AND other.id = regressions.split_from_id) AS "splitFrom",
  (SELECT json_object_agg(other_tests.key, other.slug) FROM regressions AS other
   JOIN tests AS other_tests ON other_tests.id = other.test_id
   WHERE other.heatmap_id = $1
     AND other.kind = regressions.kind AND other.first_bad = regressions.first_bad
     AND other.withdrawn_at IS NULL AND other.id <> regressions.id) AS neighbours
${ENTRY_JOINS}
WHERE regressions.heatmap_id = $1 AND regressions.slug = $2`;

/** Records of one cause, wherever they are. */
const OF_CAUSE = 'SELECT count(*)::int AS count FROM regressions WHERE cause = $1 AND withdrawn_at IS NULL';

interface RecordRow extends Omit<EntryRow, 'causeRecords'>, PartsRow {
  notes: string;
  notesVersion: number;
  evaluatedAt: Date;
  ruleVersion: number;
  mergedInto: string | null;
  splitFrom: string | null;
}

/**
 * Everything that the page of a record shows. Frozen parts of the record are as evaluated; the ladder and its
 * surroundings are read now. If the runs of a record are no longer stored, only the record is left.
 *
 * @param now the time at which "not measured any more" is decided
 * @throws NotFoundError
 */
export async function getRegression(
  database: Database,
  slug: string,
  now: Date = new Date(),
): Promise<RegressionPage> {
  // Its heatmap first: a cluster takes the rest of the one that is named.
  const places = await database.pool.query<{ id: number }>(
    'SELECT heatmap_id AS id FROM record_places WHERE slug = $1',
    [slug],
  );
  const { rows } = await database.pool.query<RecordRow>(RECORD, [places.rows[0]?.id ?? null, slug]);
  const [found] = rows;
  if (!found) throw new NotFoundError(`No record "${slug.slice(0, 80)}".`);
  const counted = await database.pool.query<{ count: number }>(OF_CAUSE, [found.cause]);
  const row = { ...found, causeRecords: counted.rows[0]?.count ?? 0 };
  const facts = (await readNightFacts(database.pool, [row])).get(row.id);
  const entry = toEntry(row, facts && measuredAt(facts, now));
  const record = { ...entry, id: row.id, heatmapId: row.heatmapId };
  const history = await listEvents(database, row, row.series && row.stored.verdict);
  const parts = row.series
    ? await nightParts(database, record, row)
    : await releaseParts(database, record, row);
  return { ...headOf(row, entry), history, ...parts };
}

function headOf(row: Omit<RecordRow, 'causeRecords'>, entry: RegressionEntry) {
  return {
    ...entry,
    notes: row.notes,
    notesVersion: row.notesVersion,
    evaluatedAt: row.evaluatedAt.toISOString(),
    ruleVersion: row.ruleVersion,
    mergedInto: row.mergedInto,
    splitFrom: row.splitFrom,
    explained: reviveExplanation(row.explanation),
  };
}
