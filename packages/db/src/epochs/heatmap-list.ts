import type { Pool } from 'pg';
import type { Database } from '../database';
import { SERVER_JSON, type ServerRow, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import type { Origin } from '../types';
import type { ReleaseLineSummary } from '../types/releases';
import { keyText } from './heatmap-key';

/** A heatmap as lists read it. It is replaced by another object when it is written, and never changed. */
export interface ListedHeatmap {
  readonly serverId: number;
  readonly workloadId: number;
  readonly runs: number;
  readonly columns: number;
  /** Known releases of the line that has the most. */
  readonly comparable: number;
  readonly products: readonly string[];
  readonly origins: readonly Origin[];
  /** ISO 8601 of the newest run. */
  readonly latestRunAt: string;
  /** In no order. */
  readonly variantIds: readonly number[];
  /** Lines of releases as they were judged last; null: never. */
  readonly releases: readonly ReleaseLineSummary[] | null;
  /** They are to be judged again. */
  readonly isStale: boolean;
}

/** What lists read, all of one state of the database. */
export interface HeatmapList {
  /** With runs; the newest run first, then by the names of server and workload. */
  readonly heatmaps: readonly ListedHeatmap[];
  readonly servers: ReadonlyMap<number, ServerRow>;
  readonly workloads: ReadonlyMap<number, WorkloadRow>;
  /** Of variants that are releases. */
  readonly releases: ReadonlyMap<number, ReleaseName>;
}

export interface ReleaseName {
  product: string;
  version: string;
}

/**
 * One statement, and so one state: the epochs, what was written after those that are known, and names that are not
 * known yet. Numbers of rows tell whether something was removed, which happens to servers without runs alone.
 */
const READ = `
SELECT newest::float8, shared::float8, $2::float8 IS DISTINCT FROM shared AS "isAllNew",
  (SELECT count(*)::int FROM heatmaps) AS count,
  (SELECT json_agg(json_build_array(server_id, workload_id, run_count, column_count, comparable, products, origins,
     latest_run_at, variant_ids, releases, stale_since IS NOT NULL))
   FROM heatmaps WHERE epoch > CASE WHEN $2 = shared THEN $1 ELSE -1 END) AS heatmaps,
  (SELECT json_agg(json_build_array(id, ${SERVER_JSON})) FROM servers
   WHERE id > CASE WHEN $2 = shared THEN $3 ELSE -1 END) AS servers,
  (SELECT json_agg(json_build_array(id, ${WORKLOAD_JSON})) FROM workloads
   WHERE id > CASE WHEN $2 = shared THEN $4 ELSE -1 END) AS workloads,
  (SELECT json_agg(json_build_array(variants.id, products.name, versions.name)) FROM variants
   JOIN products ON products.id = variants.product_id
   JOIN versions ON versions.id = variants.version_id
   WHERE build_id IS NULL AND variants.id > CASE WHEN $2 = shared THEN $5 ELSE -1 END) AS releases
FROM epochs`;

type HeatmapTuple = [
  serverId: number,
  workloadId: number,
  runs: number,
  columns: number,
  comparable: number,
  products: string[],
  origins: Origin[],
  latest: string | null,
  variantIds: number[],
  releases: ReleaseLineSummary[] | null,
  isStale: boolean,
];

interface Answer {
  newest: number;
  shared: number;
  isAllNew: boolean;
  count: number;
  heatmaps: HeatmapTuple[] | null;
  servers: [id: number, row: ServerRow][] | null;
  workloads: [id: number, row: WorkloadRow][] | null;
  releases: [id: number, product: string, version: string][] | null;
}

/**
 * The rows of all heatmaps, kept in this process and brought up to date with what was written since: what a list costs
 * follows what changed, and not how much is stored.
 */
class HeatmapListReader {
  readonly #pool: Pool;
  readonly #rows = new Map<string, ListedHeatmap | null>();
  /** New maps after a full read: code that caches by names can compare the map to detect changes. */
  #servers = new Map<number, ServerRow>();
  #workloads = new Map<number, WorkloadRow>();
  #releases = new Map<number, ReleaseName>();
  #newest = -1;
  /** Null: nothing is known. */
  #shared: number | null = null;
  #list: HeatmapList | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async read(): Promise<HeatmapList> {
    const answer = await this.#ask();
    // Another question was faster, and its answer is newer.
    if (this.#list && answer.newest < this.#newest && answer.shared === this.#shared) return this.#list;
    if (!answer.isAllNew && answer.count !== this.#rows.size + newRows(this.#rows, answer.heatmaps ?? [])) {
      this.#shared = null;
      return this.read();
    }
    if (this.#list && answer.newest === this.#newest && !answer.isAllNew) return this.#list;
    const written = this.#take(answer);
    this.#list = {
      heatmaps: this.#inOrder(written),
      servers: this.#servers,
      workloads: this.#workloads,
      releases: this.#releases,
    };
    return this.#list;
  }

  async #ask(): Promise<Answer> {
    const { rows } = await this.#pool.query<Answer>({
      name: 'heatmap-list',
      text: READ,
      values: [
        this.#newest,
        this.#shared,
        newestId(this.#servers),
        newestId(this.#workloads),
        newestId(this.#releases),
      ],
    });
    if (!rows[0]) throw new Error('The table "epochs" has no row: it was changed by hand.');
    return rows[0];
  }

  /** @returns rows that are new, of heatmaps with runs */
  #take({ newest, shared, isAllNew, heatmaps, servers, workloads, releases }: Answer): ListedHeatmap[] {
    if (isAllNew) {
      this.#rows.clear();
      this.#servers = new Map();
      this.#workloads = new Map();
      this.#releases = new Map();
    }
    for (const [id, row] of servers ?? []) this.#servers.set(id, row);
    for (const [id, row] of workloads ?? []) this.#workloads.set(id, row);
    for (const [id, product, version] of releases ?? []) this.#releases.set(id, { product, version });
    this.#newest = newest;
    this.#shared = shared;
    return (heatmaps ?? []).flatMap((tuple) => {
      const row = toListed(tuple);
      this.#rows.set(keyOf(tuple), row);
      return row ?? [];
    });
  }

  /**
   * Written rows are placed before unchanged ones in their order: sorting takes time by the number of rows, as
   * copying does.
   */
  #inOrder(written: readonly ListedHeatmap[]): ListedHeatmap[] {
    const stayed = (this.#list?.heatmaps ?? []).filter((row) => this.#rows.get(keyText(row)) === row);
    const slugOf = (names: ReadonlyMap<number, { slug: string }>, id: number) => names.get(id)?.slug ?? '';
    const byName = (a: string, b: string) => Number(a > b) - Number(a < b);
    return [...written, ...stayed].sort(
      (a, b) =>
        byName(b.latestRunAt, a.latestRunAt) ||
        byName(slugOf(this.#servers, a.serverId), slugOf(this.#servers, b.serverId)) ||
        byName(slugOf(this.#workloads, a.workloadId), slugOf(this.#workloads, b.workloadId)),
    );
  }
}

function keyOf([serverId, workloadId]: HeatmapTuple): string {
  return keyText({ serverId, workloadId });
}

/** Null for one without runs, which no list shows. */
function toListed(tuple: HeatmapTuple): ListedHeatmap | null {
  const [
    serverId,
    workloadId,
    runs,
    columns,
    comparable,
    products,
    origins,
    latest,
    variantIds,
    releases,
    isStale,
  ] = tuple;
  if (latest === null) return null;
  const latestRunAt = new Date(latest).toISOString();
  const place = { serverId, workloadId, products, origins, latestRunAt };
  return { ...place, runs, columns, comparable, variantIds, releases, isStale };
}

function newRows(known: ReadonlyMap<string, unknown>, tuples: readonly HeatmapTuple[]): number {
  return tuples.filter((tuple) => !known.has(keyOf(tuple))).length;
}

/** Ids of a sequence only grow. */
function newestId(known: ReadonlyMap<number, unknown>): number {
  let newest = -1;
  for (const id of known.keys()) if (id > newest) newest = id;
  return newest;
}

const readers = new WeakMap<Pool, HeatmapListReader>();

/** The heatmaps of a database as they are now; what was read before is read again only where it was written since. */
export async function readHeatmapList({ pool }: Pick<Database, 'pool'>): Promise<HeatmapList> {
  const reader = readers.get(pool) ?? new HeatmapListReader(pool);
  readers.set(pool, reader);
  return reader.read();
}
