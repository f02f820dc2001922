import type { ReasonClass } from '@basecase/analysis';
import type { Pool } from 'pg';
import { type Database, inTransaction } from '../../database';
import { readEpochs } from '../../epochs/read-epochs';
import type { FlaggedVerdict, RegressionKind, RegressionState } from '../../types/regressions';
import { type NightFacts, readNightFacts } from '../measured-nights';
import { JOIN_LINE, LINE_NAME } from '../night-line-sql';

/**
 * A record by what lists choose and sort by. It is replaced by another object when its heatmap is written, and never
 * changed.
 */
export interface ListedRecord {
  readonly id: number;
  readonly heatmapId: number;
  readonly kind: RegressionKind;
  /** What people decided; `withdrawn`: the data do not show it any more, whatever they decided. */
  readonly state: RegressionState | 'withdrawn';
  readonly product: string;
  readonly serverId: number;
  readonly testId: number;
  /** Of its test. */
  readonly group: string;
  readonly verdict: FlaggedVerdict;
  readonly firstBadId: number;
  /** Name of the first bad version. */
  readonly firstBad: string;
  readonly cause: string;
  readonly reason: ReasonClass;
  /** 0 of a stop: nothing else explains it. */
  readonly p: number;
  /** |ln| of the level after / the level before; of a stop above every one. */
  readonly size: number;
  readonly isNews: boolean;
  /** Seconds since 1970. */
  readonly createdAt: number;
  /** Name of its version line, `19devel@master`; null of one between releases. */
  readonly line: string | null;
  readonly slug: string;
  readonly workloadId: number;
  /** Key of the test. */
  readonly test: string;
  /** First bad / last good version; null: it has no number any more. */
  readonly ratio: number | null;
  readonly lastGood: string;
  readonly lastSeen: string;
  readonly fixedSeen: string | null;
  readonly fixedIn: string | null;
  readonly owner: string | null;
  readonly bugUrl: string | null;
  readonly triageVersion: number;
  /** Seconds since 1970, when its numbers changed last, or it was withdrawn. */
  readonly changedAt: number;
  /** Ratio of CPU per operation, if it is a reason for the change. */
  readonly cpu: number | null;
  /** Build flavour and config of its line; both null: the main line of its product. */
  readonly flavour: string | null;
  readonly config: string | null;
}

/** What is read of each, as SQL of a row of `regressions` with its heatmap, product and test, and `JOIN_LINE`. */
const FIELDS: Record<keyof ListedRecord, string> = {
  id: 'regressions.id',
  heatmapId: 'heatmaps.id',
  kind: 'kind',
  state: "CASE WHEN withdrawn_at IS NULL THEN state::text ELSE 'withdrawn' END",
  product: 'products.name',
  serverId: 'regressions.server_id',
  testId: 'test_id',
  group: 'tests."group"',
  verdict: 'verdict',
  firstBadId: 'first_bad_id',
  firstBad: 'first_bad',
  cause: 'cause',
  reason: 'reason',
  p: 'coalesce(p, 0)',
  size: `coalesce(abs(ln(level_ratio)), ${Number.MAX_SAFE_INTEGER})`,
  isNews: 'is_news',
  createdAt: 'extract(epoch FROM regressions.created_at)',
  line: LINE_NAME,
  slug: 'regressions.slug',
  workloadId: 'regressions.workload_id',
  test: 'tests.key',
  ratio: 'ratio',
  lastGood: 'last_good',
  lastSeen: 'last_seen',
  fixedSeen: 'fixed_seen',
  fixedIn: 'fixed_in',
  owner: 'owner',
  bugUrl: 'bug_url',
  triageVersion: 'triage_version',
  changedAt: 'extract(epoch FROM greatest(changed_at, withdrawn_at))',
  cpu: `jsonb_path_query_first(explanation,
    '$.reasons[*] ? (@.metric == "cpu_per_op" || @.metric == "server_cpu_us_per_op").ratio')`,
  flavour: `regressions.build ->> 'flavour'`,
  config: `regressions.build ->> 'config'`,
};
const NAMES = Object.keys(FIELDS);

/** Values of the fields: a list of many has no room for their names. */
const RECORD_TUPLE = `json_build_array(${Object.values(FIELDS).join(', ')})`;

/** @param text returns one shared string for equal texts: records share most of them */
function toListedRecord(
  tuple: readonly unknown[],
  text: <T extends string | null>(value: T) => T,
): ListedRecord {
  const shared = (value: unknown) => (typeof value === 'string' ? text(value) : value);
  return Object.fromEntries(
    NAMES.map((name, index) => [name, shared(tuple[index])]),
  ) as unknown as ListedRecord;
}

/** Every record, as of one state of the database. */
export interface RecordList {
  /** The largest change first. */
  readonly records: readonly ListedRecord[];
  /** By id: when the tests of records between builds were measured; stops are left out. */
  readonly nights: ReadonlyMap<number, NightFacts>;
}

/**
 * One statement, and so one state: the records of heatmaps that were written after an epoch. Their number tells whether
 * some went in another way, which deleted servers and tests do.
 */
const READ = `
SELECT (SELECT count(*)::int FROM regressions) AS count,
  (SELECT json_agg(id) FROM heatmaps WHERE epoch > $1) AS heatmaps,
  (SELECT json_agg(${RECORD_TUPLE}) FROM heatmaps
   JOIN regressions ON regressions.heatmap_id = heatmaps.id
   JOIN products ON products.id = regressions.product_id
   JOIN tests ON tests.id = regressions.test_id
   ${JOIN_LINE}
   WHERE epoch > $1) AS records`;

interface Answer {
  newest: number;
  shared: number;
  isAllNew: boolean;
  count: number;
  heatmaps: number[] | null;
  records: unknown[][] | null;
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
    // Of a stop the last value is not news: that there is none since is what it says.
    const ofNights = records.filter(({ line, verdict }) => line !== null && verdict !== 'stopped working');
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
        // Unchanged records are in order: sorting takes time by the number of records, as copying does.
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

  /**
   * The epochs are asked for first: what is read after them may be newer, and is read once more then, but never older.
   * On a cluster, where a statement has a state on each node, no commit is half visible until this transaction ends.
   */
  async #ask(): Promise<Answer> {
    return inTransaction({ pool: this.#pool }, async (client) => {
      const { newest, shared } = await readEpochs({ pool: client });
      const isAllNew = shared !== this.#shared;
      const { rows } = await client.query<Pick<Answer, 'count' | 'heatmaps' | 'records'>>({
        name: 'record-list',
        text: READ,
        values: [isAllNew ? -1 : this.#newest],
      });
      const { count = 0, heatmaps = null, records = null } = rows[0] ?? {};
      return { newest, shared, isAllNew, count, heatmaps, records };
    });
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
