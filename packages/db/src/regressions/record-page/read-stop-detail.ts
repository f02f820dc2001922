import { type CellStatus, STOP_CODES, type StopDetail, stopDetail } from '@basecase/analysis';
import type { Database } from '../../database';
import { findArtifacts } from '../../queries/find-artifacts';
import type { RegressionEntry } from '../../types/regressions';

/** A column of a heatmap, and one of its tests by key. */
interface StopPlace {
  heatmapId: number;
  /** Slug of the variant. */
  column: string;
  test: string;
}

/** Tests of a column that failed or did no operation, those of the newest run first. */
const STOPPED = `
SELECT tests.key, tests.name, tests."range", results.status, artifact_id AS "artifactId", line
FROM runs
JOIN variants ON variants.id = variant_id
JOIN results ON results.heatmap_id = runs.heatmap_id AND run_id = runs.id
JOIN tests ON tests.id = test_id
LEFT JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND result_id = results.id
  AND metric = 'throughput' AND value = 0
WHERE runs.heatmap_id = $1 AND variants.slug = $2 AND (results.status = 'failed' OR value = 0)
ORDER BY runs.at DESC, runs.id DESC, results.repeat, measurements.source`;

const OWN_UPLOADS = `
SELECT DISTINCT upload_id AS id FROM runs JOIN variants ON variants.id = variant_id
WHERE heatmap_id = $1 AND variants.slug = $2`;

const RUNS = `
SELECT runs.label, runs.path, runs.heatmap_id = $1 AND variants.slug = $2 AS "isOwn"
FROM runs JOIN variants ON variants.id = variant_id WHERE upload_id = ANY ($3)`;

/** More diagnostics of one upload are not looked through. */
const MOST_NOTES = 1000;

const NOTES = `
SELECT code, file, line, message FROM diagnostics
WHERE upload_id = ANY ($1) AND code = ANY ($2)
ORDER BY upload_id, id LIMIT ${MOST_NOTES}`;

interface StoppedTest {
  key: string;
  name: string;
  range: number | null;
  status: CellStatus;
  artifactId: string | null;
  line: number | null;
}

interface UploadRun {
  label: string;
  path: string;
  isOwn: boolean;
}

/** How a test failed, by the diagnostics of the uploads of its column, or the line of its zero; null: no log tells. */
export async function readStopDetail(
  database: Database,
  { heatmapId, column, test }: StopPlace,
): Promise<StopDetail | null> {
  const { pool } = database;
  const { rows: stopped } = await pool.query<StoppedTest>(STOPPED, [heatmapId, column]);
  const own = stopped.filter(({ key }) => key === test);
  const failed = own.find(({ status }) => status === 'failed');
  const uploads = await pool.query<{ id: string }>(OWN_UPLOADS, [heatmapId, column]);
  const ids = uploads.rows.map(({ id }) => Number(id));
  if (!failed) return zeroOf(database, ids, own);
  const [runs, notes] = await Promise.all([
    pool.query<UploadRun>(RUNS, [heatmapId, column, ids]),
    pool.query<Parameters<typeof stopDetail>[1][number]>(NOTES, [ids, STOP_CODES]),
  ]);
  // An upload may hold runs of other versions, each in its directory.
  const ofRuns = (isOwn: boolean) => (file: string | null) =>
    runs.rows.some((run) => run.isOwn === isOwn && isWithin(file, run));
  const ofOwn = notes.rows.filter(({ file }) => ofRuns(true)(file));
  const ofNone = notes.rows.filter(({ file }) => !ofRuns(false)(file));
  const isAlone = ofOwn.length > 0 || runs.rows.every(({ isOwn }) => isOwn);
  const failures = new Set(stopped.filter(({ status }) => status === 'failed').map(({ key }) => key)).size;
  // Where another run may have written it, a line must name the test.
  return stopDetail(failed, ofOwn.length > 0 ? ofOwn : ofNone, isAlone ? failures : Number.POSITIVE_INFINITY);
}

function isWithin(file: string | null, { label, path }: UploadRun): boolean {
  if (file === null) return false;
  return file.split('/').includes(label) || (path !== '' && path !== '.' && file.startsWith(`${path}/`));
}

async function zeroOf(
  database: Database,
  uploads: readonly number[],
  own: readonly StoppedTest[],
): Promise<StopDetail | null> {
  const zero = own.find(({ artifactId }) => artifactId !== null);
  if (!zero) return null;
  const id = Number(zero.artifactId);
  const file = (await findArtifacts(database, uploads, [id])).get(id)?.path ?? null;
  return file === null ? null : { cause: 'did no operation', file, line: zero.line, text: '' };
}

/** The same of a record in its first bad version, or night; null for a change of numbers and for a test that was not run. */
export async function readRecordStop(
  database: Database,
  { heatmapId, firstBad, test, stop }: RegressionEntry & { heatmapId: number },
): Promise<StopDetail | null> {
  if (stop === null || stop.reason === 'not run') return null;
  return readStopDetail(database, { heatmapId, column: firstBad.column, test: test.key });
}
