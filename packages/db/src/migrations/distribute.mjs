// Puts the tables onto the nodes of a Citus cluster (docs/how-to/operations.md). Plain JavaScript without packages,
// like migrations.mjs. Types: distribute.d.mts.

/**
 * Tables that every node has a copy of, those that others point to first. They are small: what runs are of, where each
 * heatmap, run and record is, and what people said.
 */
const REFERENCE = [
  'servers',
  'products',
  'benchmarks',
  'versions',
  'configs',
  'builds',
  'variants',
  'workloads',
  'tests',
  'heatmaps',
  'uploads',
  'run_places',
  'record_places',
  'server_fact_changes',
  'campaign_changes',
  'thinned_runs',
  'corrections',
  'correction_runs',
  'merges',
  'annotations',
  'line_decisions',
  'cell_notes',
  'event_changes',
  'commit_ranges',
];

/** Tables that are cut into shards, by the column that says where a row is; those that others point to first. */
export const DISTRIBUTED = {
  runs: 'heatmap_id',
  server_readings: 'heatmap_id',
  run_uploads: 'heatmap_id',
  results: 'heatmap_id',
  measurements: 'heatmap_id',
  noise_exclusions: 'heatmap_id',
  regressions: 'heatmap_id',
  regression_events: 'heatmap_id',
  series: 'heatmap_id',
  artifacts: 'upload_id',
  diagnostics: 'upload_id',
  log_identities: 'sha256',
};

/** Tables that stay on the coordinator, and why. The job queue is in a separate schema, and stays as well. */
const LOCAL = {
  epochs: 'one row, which every write locks last',
  api_tokens: 'asked for by each request, joined with nothing',
  sessions: 'asked for by each request, joined with nothing',
  permalinks: 'found by their slugs, joined with nothing',
  webhooks: 'joined with deliveries only',
  webhook_deliveries: 'belong to the job queue',
  packs: 'where stored files are; contents are found by their sums',
  packed_blobs: 'stored with their packs',
  agents: 'belong to the queue of plans',
  agent_schedules: 'the same',
  agent_plans: 'the same',
  agent_sessions: 'the same',
};

/** Where each table of the schema is on a cluster: `reference`, `local`, or the column that it is cut by. */
export const PLACES = {
  ...Object.fromEntries(REFERENCE.map((table) => [table, 'reference'])),
  ...DISTRIBUTED,
  ...Object.fromEntries(Object.keys(LOCAL).map((table) => [table, 'local'])),
};

/** Before this migration there were triggers, which Citus refuses, and runs had no `heatmap_id` not long before. */
const FIRST = '20261128030000_for_a_cluster';
const IS_READY = `SELECT EXISTS (SELECT FROM _prisma_migrations
  WHERE migration_name COLLATE "C" >= $1 AND finished_at IS NOT NULL) AS ready`;

/**
 * Distributes the tables that are not yet, where the database is one of a cluster: it has the extension citus, and
 * workers were added to it. Anywhere else it does nothing. Rows that are stored go nowhere by surprise: a database that
 * was filled before it had workers stays as it is, unless `evenFilled` says otherwise. Safe to repeat.
 *
 * @returns a message for the operator, null for none
 */
export async function distribute(client, { evenFilled = false } = {}) {
  if (!(await isCluster(client))) return null;
  const { rows: history } = await client.query(IS_READY, [FIRST]);
  if (!history[0].ready) return null;
  const { rows: known } = await client.query(TABLES);
  const names = new Set(known.map(({ name }) => name));
  const placed = new Set(known.flatMap(({ name, placed: isPlaced }) => (isPlaced ? [name] : [])));
  const missing = Object.entries(PLACES).filter(
    ([table, place]) => place !== 'local' && names.has(table) && !placed.has(table),
  );
  if (missing.length === 0) return null;
  if (placed.size === 0 && !evenFilled) {
    const { rows } = await client.query('SELECT EXISTS (SELECT FROM uploads) AS any');
    if (rows[0].any) return FILLED;
  }
  await client.query('BEGIN');
  try {
    await placeTables(client, missing);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`The tables could not be distributed: ${error.message}`, { cause: error });
  }
  return null;
}

const FILLED =
  'This database has workers of Citus, but its tables were filled before it got them: all of them are on the coordinator. ' +
  'To spread them, restore a backup into an empty database of the cluster (docs/how-to/operations.md).';

/** Whether the database has the extension citus and workers to put shards on. */
async function isCluster(client) {
  const { rows } = await client.query(`SELECT to_regclass('pg_dist_node') IS NOT NULL AS found`);
  if (!rows[0].found) return false;
  const { rows: workers } = await client.query(
    `SELECT EXISTS (SELECT FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' AND isactive) AS any`,
  );
  return workers[0].any;
}

/**
 * Tables of the schema, and whether they are reference tables or distributed; Citus lists others too that it only
 * knows.
 */
const TABLES = `
SELECT relname AS name, logicalrelid IS NOT NULL AS placed FROM pg_class
LEFT JOIN pg_dist_partition ON logicalrelid = pg_class.oid AND (partmethod = 'h' OR repmodel = 't')
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`;

async function placeTables(client, tables) {
  // Shards that point to copied tables are made one after the other.
  await client.query(
    `SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL client_min_messages = 'warning'`,
  );
  const keys = await dropForeignKeys(
    client,
    tables.map(([table]) => table),
  );
  for (const [table, place] of tables) await placeTable(client, table, place);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

/**
 * In between, tables would point from where they are to where others are already, which Citus refuses. Of
 * `pg_class` it shows no shards, which are tables too.
 */
async function dropForeignKeys(client, tables) {
  const { rows: keys } = await client.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
       AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
     ORDER BY conrelid::regclass::text, conname`,
    [tables],
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return keys;
}

/** One statement a table: Citus refuses several in one. */
async function placeTable(client, table, place) {
  if (place === 'reference') {
    await client.query('SELECT create_reference_table($1::regclass)', [table]);
    return;
  }
  // All that is cut by the same column lies together.
  const first = Object.keys(DISTRIBUTED).find((other) => DISTRIBUTED[other] === place);
  await client.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    table,
    place,
    first === table ? 'none' : first,
  ]);
}
