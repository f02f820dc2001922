import { groupBy } from '@basecase/analysis';
import type { Pool } from 'pg';
import type { Database } from '../database';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { listStopped } from '../queries/heatmaps/list-stopped';
import { matchesWords, searchWords } from '../queries/search-words';
import { listValues } from '../rows';
import { findServer } from '../servers/find-server';
import type { RegressionFilter, RegressionList, RegressionSort, RegressionState } from '../types/regressions';
import { type ListedRecord, readRecordList } from './list/record-list';
import { type MeasuredNights, measuredAt } from './measured-nights';
import { type EntryRow, entryJson, toEntry } from './regression-entry';

const OPEN: readonly ListedRecord['state'][] = ['new', 'investigating', 'confirmed'];

/** A filter whose names are ids, and whose words and nights were looked up. */
interface RecordChoice
  extends Pick<
    RegressionFilter,
    'product' | 'group' | 'state' | 'verdict' | 'since' | 'cause' | 'line' | 'measured' | 'onlyNews'
  > {
  kind: ListedRecord['kind'];
  /** Null: any. */
  serverId: number | null;
  /** Ids of those that have the words; null: no words were given. */
  withWords: ReadonlySet<number> | null;
  /** Ids of those that are not measured any more. */
  notMeasured: ReadonlySet<number>;
  sort: RegressionSort;
  byCause: boolean;
  page: number;
  pageSize: number;
}

/** What of all records a list shows, before their numbers are read. */
interface ChosenRecords extends Pick<RegressionList, 'total' | 'notMeasured' | 'counts'> {
  /** Those of the page, in its order, each with how many of all chosen have its cause. */
  page: { record: ListedRecord; causeRecords: number }[];
}

/** @param records the largest first; of equal size the first by id */
function chooseRecords(records: readonly ListedRecord[], choice: RecordChoice): ChosenRecords {
  const counts = { new: 0, investigating: 0, confirmed: 0, noise: 0, wont_fix: 0, fixed: 0, withdrawn: 0 };
  const chosen: ListedRecord[] = [];
  let notMeasured = 0;
  for (const record of records) {
    if (!matches(record, choice)) continue;
    counts[record.state] += 1;
    if (!isOf(choice.state, record.state)) continue;
    chosen.push(record);
    if (choice.notMeasured.has(record.id)) notMeasured += 1;
  }
  const byCause = groupBy(chosen, ({ cause }) => cause);
  const sorted = choice.byCause ? sortByCause(byCause, choice.sort) : sortRecords(chosen, choice.sort);
  const first = (choice.page - 1) * choice.pageSize;
  const page = sorted.slice(first, first + choice.pageSize).map((record) => ({
    record,
    causeRecords: byCause.get(record.cause)?.length ?? 0,
  }));
  return {
    page,
    total: chosen.length,
    notMeasured,
    counts,
  };
}

/** By all of a choice but the state: its counts are those of the other states as well. */
function matches(record: ListedRecord, choice: RecordChoice): boolean {
  const { product, serverId, group, verdict, since, cause, line, measured, withWords, notMeasured } = choice;
  return (
    record.kind === choice.kind &&
    (record.isNews || !choice.onlyNews) &&
    (product === undefined || record.product === product) &&
    (serverId === null || record.serverId === serverId) &&
    (group === undefined || record.group === group) &&
    (verdict === undefined || record.verdict === verdict) &&
    (since === undefined || record.firstBad === since) &&
    (cause === undefined || record.cause === cause) &&
    (line === undefined || record.line === line) &&
    (measured === undefined || notMeasured.has(record.id) === (measured === 'no')) &&
    (withWords === null || withWords.has(record.id))
  );
}

function isOf(wanted: RegressionFilter['state'], state: RegressionState | 'withdrawn'): boolean {
  if (wanted === undefined) return state !== 'withdrawn';
  return wanted === 'open' ? OPEN.includes(state) : state === wanted;
}

const isPossible = ({ verdict }: ListedRecord) => verdict.startsWith('possible');

type Order<Of> = (a: Of, b: Of) => number;

/** Sure records precede possible ones, however small their p. Equals stay in order of size. */
const ORDERS: Record<RegressionSort, Order<ListedRecord>> = {
  size: (a, b) => b.size - a.size,
  certainty: (a, b) => Number(isPossible(a)) - Number(isPossible(b)) || a.p - b.p || b.size - a.size,
  date: (a, b) => b.createdAt - a.createdAt || a.id - b.id,
};

function sortRecords(bySize: readonly ListedRecord[], sort: RegressionSort): readonly ListedRecord[] {
  return sort === 'size' ? bySize : bySize.toSorted(ORDERS[sort]);
}

/** A cause by what its records are sorted by. */
interface CauseSum {
  key: string;
  records: readonly ListedRecord[];
  size: number;
  p: number;
  isPossible: boolean;
  createdAt: number;
}

/** Causes as their records: the one with the largest change first, however many records others have. */
const CAUSE_ORDERS: Record<RegressionSort, Order<CauseSum>> = {
  size: (a, b) => b.size - a.size,
  certainty: (a, b) => Number(a.isPossible) - Number(b.isPossible) || a.p - b.p || b.size - a.size,
  date: (a, b) => b.createdAt - a.createdAt || b.size - a.size,
};

function sortByCause(
  byCause: ReadonlyMap<string, readonly ListedRecord[]>,
  sort: RegressionSort,
): ListedRecord[] {
  const sums = [...byCause].map(([key, records]): CauseSum => {
    const sum = { key, records, size: 0, p: Number.POSITIVE_INFINITY, isPossible: true, createdAt: 0 };
    for (const record of records) {
      sum.size = Math.max(sum.size, record.size);
      sum.p = Math.min(sum.p, record.p);
      sum.isPossible &&= isPossible(record);
      sum.createdAt = Math.max(sum.createdAt, record.createdAt);
    }
    return sum;
  });
  return sums
    .sort((a, b) => CAUSE_ORDERS[sort](a, b) || (a.key < b.key ? -1 : 1))
    .flatMap(({ records }) => sortRecords(records, sort));
}

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
 * Records by filter, a page at a time, with the counts of every state. Chosen among
 * records that this process keeps (`list/record-list.ts`); only those of the page are read.
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
    stopped: kind === 'regression' ? await listStopped(database, { product: filter.product, serverId }) : [],
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

/** Ids of records whose names have the words of a search. @returns null when no words were given */
export async function findWithWords(
  { pool }: Pick<Database, 'pool'>,
  search: string,
): Promise<Set<number> | null> {
  const { wanted, unwanted } = searchWords(search);
  if (wanted.length + unwanted.length === 0) return null;
  return new Set(await listValues<number>(pool, WITH_WORDS, [wanted, unwanted]));
}
