import type { Pool } from 'pg';
import type { Database } from '../database';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { matchesWords, searchWords } from '../queries/search-words';
import { findServer } from '../servers/find-server';
import type { RegressionFilter, RegressionList } from '../types/regressions';
import { chooseRecords } from './list/choose-records';
import { KeptRows } from './list/kept-rows';
import type { ListedRecord } from './list/listed-record';
import { readRecordList } from './list/record-list';
import { type MeasuredNights, measuredAt } from './measured-nights';
import { type EntryRow, entryJson, toEntry } from './regression-entry';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** The text that words of a search are matched with. */
const NAMES = `concat_ws(' ', tests.key, products.name, first_bad, last_good, servers.name, workloads.benchmark_id,
  workloads.label, workloads.published_title, verdict, regressions.owner, regressions.slug, (SELECT commit FROM builds
    JOIN variants ON variants.build_id = builds.id WHERE variants.id = first_bad_id))`;

export const ENTRY_JOINS = `
FROM regressions
JOIN servers ON servers.id = regressions.server_id
JOIN workloads ON workloads.id = regressions.workload_id
JOIN products ON products.id = regressions.product_id
JOIN tests ON tests.id = regressions.test_id`;

const WITH_WORDS = `SELECT regressions.id ${ENTRY_JOINS} WHERE ${matchesWords(NAMES, 1)}`;

const entriesOf = (is: AskedHeatmaps['is']) =>
  `SELECT ${entryJson(is)} ${ENTRY_JOINS} WHERE regressions.heatmap_id ${is} AND regressions.id = ANY ($2)`;

/** By which heatmaps are asked for: prepared statements have names. */
const ENTRIES = {
  '= ANY ($1)': { name: 'regression-entries', text: entriesOf('= ANY ($1)') },
  '= $1': { name: 'regression-entries-of-one', text: entriesOf('= $1') },
};

/**
 * Records by filter, a page at a time, with the counts of every state and the causes of what is found. Chosen among
 * records
 * that this process keeps (`list/record-list.ts`); only those of the page are read.
 *
 * @param now the time at which "not measured any more" is decided
 */
export async function listRegressions(
  database: Database,
  filter: RegressionFilter = {},
  now: Date = new Date(),
): Promise<RegressionList> {
  const { kind = 'regression', sort = 'size', byCause = false } = filter;
  const [list, withWords, serverId] = await Promise.all([
    readRecordList(database),
    findWithWords(database, filter.search ?? ''),
    filter.server === undefined ? null : findServer(database, filter.server),
  ]);
  const measured = new Map([...list.nights].map(([id, facts]) => [id, measuredAt(facts, now)]));
  const notMeasured = new Set(
    [...measured].flatMap(([id, { notMeasuredSince }]) => (notMeasuredSince === null ? [] : [id])),
  );
  const pageSize = Math.min(filter.pageSize ?? PAGE_SIZE, MAX_PAGE_SIZE);
  const number = Math.max(1, filter.page ?? 1);
  const { page, ...chosen } = chooseRecords(list.records, {
    ...filter,
    ...{ kind, sort, byCause, pageSize, serverId, withWords, notMeasured, page: number },
  });
  return {
    ...chosen,
    regressions: await readEntries(database, page, measured),
    page: number,
    pages: Math.max(1, Math.ceil(chosen.total / pageSize)),
  };
}

type StoredEntry = Omit<EntryRow, 'causeRecords'>;

const keptOf = new WeakMap<Pool, KeptRows<StoredEntry>>();

/** One that was deleted since the list was read is left out. */
async function readEntries(
  { pool }: Database,
  page: readonly { record: ListedRecord; causeRecords: number }[],
  measured: ReadonlyMap<number, MeasuredNights>,
): Promise<RegressionList['regressions']> {
  const kept = keptOf.get(pool) ?? new KeptRows<StoredEntry>();
  keptOf.set(pool, kept);
  const rows = await kept.of(
    page.map(({ record }) => record),
    (unknown) => readStored(pool, unknown),
  );
  return page.flatMap(({ record, causeRecords }) => {
    const row = rows.get(record);
    return row ? toEntry({ ...row, causeRecords }, measured.get(record.id)) : [];
  });
}

async function readStored(pool: Pool, records: readonly ListedRecord[]): Promise<StoredEntry[]> {
  const ids = records.map(({ id }) => id);
  const heatmapIds = records.map(({ heatmapId }) => heatmapId);
  return byHeatmap(pool, heatmapIds, async ({ is, value }) => {
    const asked = { ...ENTRIES[is], values: [value, ids] };
    return (await pool.query<StoredEntry>(asked)).rows;
  });
}

/** @returns null when no words were given */
async function findWithWords({ pool }: Database, search: string): Promise<Set<number> | null> {
  const { wanted, unwanted } = searchWords(search);
  if (wanted.length + unwanted.length === 0) return null;
  const { rows } = await pool.query<{ id: number }>(WITH_WORDS, [wanted, unwanted]);
  return new Set(rows.map(({ id }) => id));
}
