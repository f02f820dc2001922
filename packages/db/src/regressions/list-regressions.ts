import type { Pool } from 'pg';
import type { Database } from '../database';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { matchesWords, searchWords } from '../queries/search-words';
import { findServer } from '../servers/find-server';
import type { RegressionFilter, RegressionList } from '../types/regressions';
import { chooseRecords } from './list/choose-records';
import type { ListedRecord } from './list/listed-record';
import { readRecordList } from './list/record-list';
import { type MeasuredNights, measuredAt } from './measured-nights';
import { type EntryRow, entryJson, toEntry } from './regression-entry';

/** Pages of a list that many look at, and no more: rows are some thousand bytes each. */
const MOST = 1000;

/**
 * Rows of records that were read before. A listed record is another object as soon as something that its row shows was
 * written, so a row that was read for one holds as long as lists have that object.
 */
export class KeptRows<Row extends { id: number }> {
  readonly #rows = new Map<ListedRecord, Row>();

  /**
   * @param read rows of those records that are not kept, in any order; those that are gone are left out
   * @returns by record
   */
  async of(
    records: readonly ListedRecord[],
    read: (unknown: readonly ListedRecord[]) => Promise<readonly Row[]>,
  ): Promise<ReadonlyMap<ListedRecord, Row>> {
    const found = new Map<ListedRecord, Row>();
    const unknown: ListedRecord[] = [];
    for (const record of records) {
      const row = this.#rows.get(record);
      if (row) found.set(record, row);
      else unknown.push(record);
    }
    if (unknown.length === 0) return found;
    const byId = new Map((await read(unknown)).map((row) => [row.id, row]));
    for (const record of unknown) {
      const row = byId.get(record.id);
      if (!row) continue;
      found.set(record, row);
      // Whether a build lies between two others is written by imports of any heatmap.
      if (record.line === null) this.#keep(record, row);
    }
    return found;
  }

  /** The oldest go. */
  #keep(record: ListedRecord, row: Row): void {
    this.#rows.set(record, row);
    const [oldest] = this.#rows.keys();
    if (oldest && this.#rows.size > MOST) this.#rows.delete(oldest);
  }
}

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
