import type { Pool } from 'pg';
import type { Database } from '../../database';
import { type NightFacts, readNightFacts } from '../measured-nights';
import { type ListedRecord, RECORD_TUPLE, type RecordTuple, toListedRecord } from './listed-record';

/** Every record, as of one state of the database. */
export interface RecordList {
  /** The largest change first. */
  readonly records: readonly ListedRecord[];
  /** By id: when the tests of records between builds were measured. */
  readonly nights: ReadonlyMap<number, NightFacts>;
}

/**
 * One statement, and so one state: the epochs, and the records of heatmaps that were written after those that are known.
 * Their number tells whether some went in another way, which deleted servers and tests do. An array of heatmaps, because a join
 * with them is planned for a third of all and reads every record.
 */
const READ = `
SELECT newest::float8, shared::float8, $2::float8 IS DISTINCT FROM shared AS "isAllNew",
  (SELECT count(*)::int FROM regressions) AS count,
  (SELECT json_agg(id) FROM heatmaps WHERE epoch > CASE WHEN $2 = shared THEN $1 ELSE -1 END) AS heatmaps,
  (SELECT json_agg(${RECORD_TUPLE}) FROM regressions
   JOIN products ON products.id = regressions.product_id
   JOIN tests ON tests.id = regressions.test_id
   WHERE regressions.heatmap_id = ANY (ARRAY(
     SELECT id FROM heatmaps WHERE epoch > CASE WHEN $2 = shared THEN $1 ELSE -1 END))) AS records
FROM epochs`;

interface Answer {
  newest: number;
  shared: number;
  isAllNew: boolean;
  count: number;
  heatmaps: number[] | null;
  records: RecordTuple[] | null;
}

/**
 * What lists need of all records, kept in this process and brought up to date with what was written since: choosing and
 * counting them takes no statement, and reading them follows what changed.
 */
class RecordListReader {
  readonly #pool: Pool;
  #newest = -1;
  /** Null: nothing is known. */
  #shared: number | null = null;
  #list: RecordList = { records: [], nights: new Map() };
  readonly #texts = new Map<string | null, string | null>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async read(): Promise<RecordList> {
    const answer = await this.#ask();
    const records = (answer.records ?? []).map((tuple) => toListedRecord(tuple, this.#text));
    const ofNights = records.filter(({ line }) => line !== null);
    // When they were measured, before anybody else brings the list up to date: what is older than it is left out below.
    const nights =
      ofNights.length > 0 ? await readNightFacts(this.#pool, ofNights) : new Map<number, NightFacts>();
    // Another question was faster, and its answer is newer.
    if (answer.shared === this.#shared && answer.newest < this.#newest) return this.#list;
    const changed = new Set(answer.heatmaps ?? []);
    const stayed = answer.isAllNew
      ? []
      : this.#list.records.filter(({ heatmapId }) => !changed.has(heatmapId));
    if (stayed.length + records.length !== answer.count) return this.#readAll(answer);
    if (answer.isAllNew || changed.size > 0)
      this.#list = {
        // What stayed is in its order: sorting takes time by the number of records, as copying does.
        records: [...records, ...stayed].sort((a, b) => b.size - a.size || a.id - b.id),
        nights: new Map([
          ...stayed.flatMap(({ id }) => {
            const known = this.#list.nights.get(id);
            return known ? [[id, known] as const] : [];
          }),
          ...nights,
        ]),
      };
    this.#newest = answer.newest;
    this.#shared = answer.shared;
    return this.#list;
  }

  /** @throws Error when all of them were read, and still are not as many as there are */
  #readAll({ isAllNew, count }: Answer): Promise<RecordList> {
    if (isAllNew)
      throw new Error(`Of ${count} records some are in no heatmap: the table was changed by hand.`);
    this.#shared = null;
    return this.read();
  }

  async #ask(): Promise<Answer> {
    const { rows } = await this.#pool.query<Answer>({
      name: 'record-list',
      text: READ,
      values: [this.#newest, this.#shared],
    });
    if (!rows[0]) throw new Error('The table "epochs" has no row: it was changed by hand.');
    return rows[0];
  }

  readonly #text = <T extends string | null>(value: T): T => {
    const known = this.#texts.get(value);
    // Equal texts have equal types.
    if (known !== undefined) return known as T;
    this.#texts.set(value, value);
    return value;
  };
}

const readers = new WeakMap<Pool, RecordListReader>();

/** All records of a database as they are now; what was read before is read again only where it was written since. */
export async function readRecordList({ pool }: Pick<Database, 'pool'>): Promise<RecordList> {
  const reader = readers.get(pool) ?? new RecordListReader(pool);
  readers.set(pool, reader);
  return reader.read();
}
