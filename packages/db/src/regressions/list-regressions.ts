import { groupLabel } from '@basecase/ingest/model';
import type { Database } from '../database';
import { matchesWords, searchWords } from '../queries/search-words';
import type {
  CauseView,
  RegressionFacets,
  RegressionFilter,
  RegressionList,
  RegressionSort,
  RegressionState,
} from '../types/regressions';
import { readMeasuredNights } from './measured-nights';
import { LINE_NAME } from './night-line-sql';
import { ENTRY_JSON, type EntryRow, toCauseView, toEntry } from './regression-entry';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
const MAX_CAUSES = 200;

/** What the words of a search are looked for in. */
const NAMES = `concat_ws(' ', tests.key, products.name, first_bad, last_good, servers.name, workloads.benchmark_id,
  workloads.label, workloads.published_title, verdict, regressions.owner, regressions.slug, (SELECT commit FROM builds
    JOIN variants ON variants.build_id = builds.id WHERE variants.id = first_bad_id))`;

export const ENTRY_JOINS = `
FROM regressions
JOIN servers ON servers.id = regressions.server_id
JOIN workloads ON workloads.id = regressions.workload_id
JOIN products ON products.id = regressions.product_id
JOIN tests ON tests.id = regressions.test_id`;

/** All filters but the state: its counts are those of the other states as well. $12: records that are not measured. */
const MATCHING = `
${ENTRY_JOINS}
WHERE kind = $1::regression_kind
  AND ($2::text IS NULL OR products.name = $2)
  AND ($3::text IS NULL OR servers.slug = kept_server($3))
  AND ($4::text IS NULL OR tests."group" = $4)
  AND ($5::text IS NULL OR verdict = $5)
  AND ($6::text IS NULL OR first_bad = $6)
  AND ($7::text IS NULL OR cause = $7)
  AND CASE WHEN cardinality($8::text[]) + cardinality($9::text[]) = 0 THEN true ELSE ${matchesWords(NAMES, 8)} END
  AND ($10::text IS NULL OR ${LINE_NAME} = $10)
  AND ($11::boolean IS NULL OR (regressions.id = ANY ($12::int[])) <> $11)`;

const STATES: readonly RegressionState[] = [
  'new',
  'investigating',
  'confirmed',
  'noise',
  'wont_fix',
  'fixed',
];
const OPEN: readonly RegressionState[] = ['new', 'investigating', 'confirmed'];

const COUNT = `
SELECT CASE WHEN withdrawn_at IS NULL THEN state::text ELSE 'withdrawn' END AS state, count(*)::int AS count,
  (count(*) FILTER (WHERE regressions.id = ANY ($12)))::int AS "notMeasured"
${MATCHING} GROUP BY 1`;

/** Of the chosen state: $13 states, $14 withdrawn. */
const CHOSEN = `
SELECT regressions.id, cause, reason, first_bad, products.name AS product, kind, regressions.created_at, p, verdict,
  abs(ln(level_ratio)) AS size
${MATCHING}
  AND state = ANY ($13::regression_state[]) AND (withdrawn_at IS NOT NULL) = $14`;

const CAUSES = `
WITH chosen AS (${CHOSEN})
SELECT cause AS key, product, first_bad AS since, kind, reason, count(*)::int AS records
FROM chosen GROUP BY cause, product, first_bad, kind, reason
ORDER BY max(size) DESC, records DESC, cause LIMIT ${MAX_CAUSES}`;

/** What is believed comes before what is possible, however small its p. */
const ORDERS: Record<RegressionSort, string> = {
  size: 'size DESC',
  certainty: `verdict LIKE 'possible%', p, size DESC`,
  date: 'created_at DESC',
};

/** Causes as their records: the one with the largest change first, however many records others have. */
const CAUSE_ORDERS: Record<RegressionSort, string> = {
  size: 'cause_size DESC',
  certainty: 'cause_possible, cause_p, cause_size DESC',
  date: 'cause_date DESC, cause_size DESC',
};

const page = (sort: RegressionSort, byCause: boolean) => `
WITH chosen AS (${CHOSEN}), causes AS (
  SELECT *, count(*) OVER (PARTITION BY cause) AS records,
    max(size) OVER (PARTITION BY cause) AS cause_size,
    min(p) OVER (PARTITION BY cause) AS cause_p,
    bool_and(verdict LIKE 'possible%') OVER (PARTITION BY cause) AS cause_possible,
    max(created_at) OVER (PARTITION BY cause) AS cause_date
  FROM chosen
), placed AS (
  SELECT id, cause AS cause_key, records,
    row_number() OVER (ORDER BY ${byCause ? `${CAUSE_ORDERS[sort]}, cause, ` : ''}${ORDERS[sort]}, id) AS place
  FROM causes
), page AS (
  SELECT *, min(place) OVER (PARTITION BY cause_key) AS first_place,
    max(place) OVER (PARTITION BY cause_key) AS last_place
  FROM placed ORDER BY place OFFSET $15 LIMIT $16
)
SELECT ${ENTRY_JSON}, page.records AS "causeRecords", first_place::int AS "firstPlace", last_place::int AS "lastPlace"
${ENTRY_JOINS.replace('FROM regressions', 'FROM page JOIN regressions USING (id)')}
ORDER BY place`;

/**
 * Records by filter, a page at a time, with the counts of every state and the causes of what is found.
 *
 * @param now what is not measured any more is said at this time
 */
export async function listRegressions(
  database: Database,
  filter: RegressionFilter = {},
  now: Date = new Date(),
): Promise<RegressionList> {
  const { kind = 'regression', product, server, group, verdict, since, cause, sort = 'size' } = filter;
  const measured = await readMeasuredNights(database.pool, { ids: null, now });
  const notMeasured = [...measured].flatMap(([id, { notMeasuredSince }]) =>
    notMeasuredSince === null ? [] : [id],
  );
  const { wanted, unwanted } = searchWords(filter.search ?? '');
  const others = [kind, product, server, group, verdict, since, cause].map((value) => value ?? null);
  const isMeasured = filter.measured === undefined ? null : filter.measured === 'yes';
  const base = [...others, wanted, unwanted, filter.line ?? null, isMeasured, notMeasured];
  const chosen = [...base, statesOf(filter.state), filter.state === 'withdrawn'];
  const pageSize = Math.min(filter.pageSize ?? PAGE_SIZE, MAX_PAGE_SIZE);
  const number = Math.max(1, filter.page ?? 1);
  const [counted, causes, rows] = await Promise.all([
    database.pool.query<StateCount>(COUNT, base),
    database.pool.query<CauseRow>(CAUSES, chosen),
    database.pool.query<PlacedRow>(page(sort, filter.byCause ?? false), [
      ...chosen,
      (number - 1) * pageSize,
      pageSize,
    ]),
  ]);
  const counts = toCounts(counted.rows);
  const total = totalOf(counts, filter.state);
  return {
    regressions: rows.rows.map((row) => toEntry(row, measured)),
    total,
    notMeasured: counted.rows
      .filter(({ state }) => isOf(filter.state, state))
      .reduce((sum, row) => sum + row.notMeasured, 0),
    page: number,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    counts,
    causes: causes.rows.map(toCauseView),
    causePages: filter.byCause ? causePagesOf(rows.rows, pageSize) : {},
  };
}

/** Places of the first and the last record of a cause, from 1. */
type PlacedRow = EntryRow & { firstPlace: number; lastPlace: number };

function causePagesOf(rows: readonly PlacedRow[], pageSize: number): RegressionList['causePages'] {
  const pageOf = (place: number) => Math.ceil(place / pageSize);
  return Object.fromEntries(
    rows.map(({ cause, firstPlace, lastPlace }) => [cause, [pageOf(firstPlace), pageOf(lastPlace)]]),
  );
}

interface StateCount {
  state: RegressionState | 'withdrawn';
  count: number;
  notMeasured: number;
}

/** True for records of a state that a filter asks for. */
function isOf(wanted: RegressionFilter['state'], state: StateCount['state']): boolean {
  return state === 'withdrawn'
    ? wanted === 'withdrawn'
    : wanted !== 'withdrawn' && statesOf(wanted).includes(state);
}

type CauseRow = Omit<CauseView, 'direction'> & { kind: 'regression' | 'improvement' };

function statesOf(state: RegressionFilter['state']): readonly RegressionState[] {
  if (state === undefined || state === 'withdrawn') return STATES;
  return state === 'open' ? OPEN : [state];
}

function toCounts(rows: readonly StateCount[]): RegressionList['counts'] {
  const counts = { new: 0, investigating: 0, confirmed: 0, noise: 0, wont_fix: 0, fixed: 0, withdrawn: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

function totalOf(counts: RegressionList['counts'], state: RegressionFilter['state']): number {
  if (state === 'withdrawn') return counts.withdrawn;
  return statesOf(state).reduce((sum, each) => sum + counts[each], 0);
}

/** The filters that would find something. */
export async function listRegressionFacets(database: Database): Promise<RegressionFacets> {
  const { rows } = await database.pool.query<
    Omit<RegressionFacets, 'groups'> & { groups: { id: string; benchmark: string }[] | null }
  >(`
SELECT
  ARRAY(SELECT name FROM products WHERE EXISTS (SELECT FROM regressions WHERE product_id = products.id)
    ORDER BY 1) AS products,
  ARRAY(SELECT json_build_object('slug', slug, 'name', name, 'cores', cores) FROM servers
    WHERE EXISTS (SELECT FROM regressions WHERE server_id = servers.id) ORDER BY name) AS servers,
  (SELECT json_agg(found) FROM (SELECT "group" AS id, min(benchmark_id) AS benchmark, min(position) AS place FROM tests
    WHERE EXISTS (SELECT FROM regressions WHERE test_id = tests.id) GROUP BY 1 ORDER BY place) AS found) AS groups,
  ARRAY(SELECT json_build_object('product', product, 'version', version) FROM (
    SELECT DISTINCT products.name AS product, versions.name AS version, versions.sort_key
    FROM (SELECT DISTINCT first_bad_id FROM regressions) AS changed JOIN variants ON variants.id = first_bad_id
    JOIN versions ON versions.id = variants.version_id
    JOIN products ON products.id = variants.product_id
    WHERE variants.build_id IS NULL) AS found ORDER BY product, sort_key) AS versions,
  ARRAY(SELECT json_build_object('product', product, 'line', line) FROM (
    SELECT DISTINCT products.name AS product, ${LINE_NAME} AS line
    FROM (SELECT DISTINCT ON (product_id, first_bad_id, series ->> 'line') product_id, first_bad_id, series
      FROM regressions) AS regressions
    JOIN products ON products.id = regressions.product_id) AS found
    WHERE line IS NOT NULL ORDER BY product, line) AS lines`);
  const [row] = rows;
  if (!row) return { products: [], servers: [], groups: [], versions: [], lines: [] };
  // Only the importer writes benchmarks, from the type of their ids.
  const groups = (row.groups ?? []).map(({ id, benchmark }) => ({
    id,
    label: groupLabel(benchmark as Parameters<typeof groupLabel>[0], id),
  }));
  return { ...row, groups };
}
