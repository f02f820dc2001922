import type { ConfigLine } from '@basecase/analysis';
import type { Pool } from 'pg';
import type { Database } from '../database';
import { SERVER_JSON, type ServerRow, WORKLOAD_JSON, type WorkloadRow } from '../queries/views';
import { findRow } from '../rows';
import type { Origin } from '../types';
import type { ReleaseLineSummary } from '../types/releases';
import type { StoredStops } from '../types/workloads';
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
  /** Tests that stopped working, by line, as they were judged last. */
  readonly stopped: readonly StoredStops[];
  /** They are to be judged again. */
  readonly isStale: boolean;
  /** Configs that continue each other. */
  readonly lines: readonly JoinedConfigs[];
}

/** Configs that continue each other, without the reasons. */
export type JoinedConfigs = Pick<ConfigLine, 'product' | 'flavour' | 'configs' | 'nights'>;

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
 * known yet. An id is given before its row is visible, so a row may follow one with a larger id: names of what was written are
 * read whatever their ids. Numbers of rows tell whether something was removed, which happens to servers without runs alone.
 */
const READ = `
SELECT newest::float8, shared::float8, $2::float8 IS DISTINCT FROM shared AS "isAllNew",
  (SELECT count(*)::int FROM heatmaps) AS count,
  (SELECT json_agg(json_build_array(server_id, workload_id, run_count, column_count, comparable, products, origins,
     latest_run_at, variant_ids, releases, stale_since IS NOT NULL,
     (SELECT json_agg(json_build_object('product', line->'product', 'flavour', line->'flavour', 'configs', line->'configs'))
      FROM jsonb_array_elements(lines->'lines') AS line), stopped))
   FROM heatmaps WHERE epoch > CASE WHEN $2 = shared THEN $1 ELSE -1 END) AS heatmaps,
  (SELECT json_agg(json_build_array(id, ${SERVER_JSON})) FROM servers
   WHERE id > CASE WHEN $2 = shared THEN $3 ELSE -1 END
     OR id IN (SELECT server_id FROM heatmaps WHERE epoch > $1)) AS servers,
  (SELECT json_agg(json_build_array(id, ${WORKLOAD_JSON})) FROM workloads
   WHERE id > CASE WHEN $2 = shared THEN $4 ELSE -1 END
     OR id IN (SELECT workload_id FROM heatmaps WHERE epoch > $1)) AS workloads,
  (SELECT json_agg(json_build_array(variants.id, products.name, versions.name)) FROM variants
   JOIN products ON products.id = variants.product_id
   JOIN versions ON versions.id = variants.version_id
   WHERE build_id IS NULL AND (variants.id > CASE WHEN $2 = shared THEN $5 ELSE -1 END
     OR variants.id IN (SELECT unnest(variant_ids) FROM heatmaps WHERE epoch > $1))) AS releases
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
  lines: JoinedConfigs[] | null,
  stopped: StoredStops[] | null,
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
function openReader(pool: Pool): () => Promise<HeatmapList> {
  const rows = new Map<string, ListedHeatmap | null>();
  /** New maps after a full read: code that caches by names can compare the map to detect changes. */
  let names = noNames();
  let newest = -1;
  /** Null: nothing is known. */
  let shared: number | null = null;
  let list: HeatmapList | null = null;

  const ask = async (): Promise<Answer> => {
    const { servers, workloads, releases } = names;
    const values = [newest, shared, newestId(servers), newestId(workloads), newestId(releases)];
    const answer = await findRow<Answer>(pool, { name: 'heatmap-list', text: READ, values });
    if (!answer) throw new Error('The table "epochs" has no row: it was changed by hand.');
    return answer;
  };

  /** @returns rows that are new, of heatmaps with runs */
  const take = (answer: Answer): ListedHeatmap[] => {
    if (answer.isAllNew) {
      rows.clear();
      names = noNames();
    }
    for (const [id, row] of answer.servers ?? []) names.servers.set(id, row);
    for (const [id, row] of answer.workloads ?? []) names.workloads.set(id, row);
    for (const [id, product, version] of answer.releases ?? []) names.releases.set(id, { product, version });
    ({ newest, shared } = answer);
    return (answer.heatmaps ?? []).flatMap((tuple) => {
      const row = toListed(tuple);
      rows.set(keyOf(tuple), row);
      return row ?? [];
    });
  };

  /**
   * Written rows are placed before unchanged ones in their order: sorting takes time by the number of rows, as
   * copying does.
   */
  const inOrder = (written: readonly ListedHeatmap[]): ListedHeatmap[] => {
    const stayed = (list?.heatmaps ?? []).filter((row) => rows.get(keyText(row)) === row);
    const slugOf = (known: ReadonlyMap<number, { slug: string }>, id: number) => known.get(id)?.slug ?? '';
    const byName = (a: string, b: string) => Number(a > b) - Number(a < b);
    return [...written, ...stayed].sort(
      (a, b) =>
        byName(b.latestRunAt, a.latestRunAt) ||
        byName(slugOf(names.servers, a.serverId), slugOf(names.servers, b.serverId)) ||
        byName(slugOf(names.workloads, a.workloadId), slugOf(names.workloads, b.workloadId)),
    );
  };

  return async function read(): Promise<HeatmapList> {
    const answer = await ask();
    // Another question was faster, and its answer is newer.
    if (list && answer.newest < newest && answer.shared === shared) return list;
    if (!answer.isAllNew && answer.count !== rows.size + newRows(rows, answer.heatmaps ?? [])) {
      shared = null;
      return read();
    }
    if (list && answer.newest === newest && !answer.isAllNew) return list;
    const written = take(answer);
    list = { heatmaps: inOrder(written), ...names };
    return list;
  };
}

function noNames() {
  return {
    servers: new Map<number, ServerRow>(),
    workloads: new Map<number, WorkloadRow>(),
    releases: new Map<number, ReleaseName>(),
  };
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
    lines,
    stopped,
  ] = tuple;
  if (latest === null) return null;
  const latestRunAt = new Date(latest).toISOString();
  const place = { serverId, workloadId, products, origins, latestRunAt };
  const judged = { releases, stopped: stopped ?? [], isStale, lines: lines ?? [] };
  return { ...place, runs, columns, comparable, variantIds, ...judged };
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

const readers = new WeakMap<Pool, () => Promise<HeatmapList>>();

/** The heatmaps of a database as they are now; what was read before is read again only where it was written since. */
export async function readHeatmapList({ pool }: Pick<Database, 'pool'>): Promise<HeatmapList> {
  const read = readers.get(pool) ?? openReader(pool);
  readers.set(pool, read);
  return read();
}
