import type { LineDecision, SharedVersion } from '@basecase/analysis';
import type { LineDecisionBody, LineDecisionEntry } from '@basecase/contract/config-lines';
import type { Pool, PoolClient } from 'pg';
import type { Database } from '../database';
import { noteRuns, noteShared } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { SettingError } from '../errors';
import { inJudgedChange } from '../import/import-transaction';
import { byAndAt, iso } from '../queries/build-sql';
import { parseShortId } from '../queries/parse-id';
import { arraysOf, findRow, getRow, getValue, listRows } from '../rows';

/** Tests in the message of a refusal. */
const MOST_NAMED = 5;

/** Decisions in force, the oldest first: of two about the same configs the last counts. */
export async function decisionsInForce(client: Pick<Pool | PoolClient, 'query'>): Promise<LineDecision[]> {
  const { rows } = await client.query<LineDecision>(
    `SELECT products.name AS product, from_config AS "from", to_config AS "to", action
     FROM line_decisions JOIN products ON products.id = product_id WHERE undone_at IS NULL ORDER BY line_decisions.id`,
  );
  return rows;
}

/**
 * Joins or splits two configs of a product on every server and workload, or confirms a step between them. The heatmaps that have both are judged again
 * by a job; records that move keep their history, and nothing is announced. A decision that is in force is answered as
 * it is.
 *
 * @throws NotFoundError for a product or a config that is not there
 * @throws SettingError for a config and itself, for a join where a version was measured with both and tests differ on
 *   every server and workload (the next version would be blamed for what the config did), and for a step that no heatmap
 *   proposes
 */
export async function decideLine(
  database: Database,
  decision: LineDecisionBody & { by: string },
): Promise<LineDecisionEntry> {
  const { product, from, to, action, by } = decision;
  if (from === to) throw new SettingError(`Expected two configs, found "${from}" twice.`);
  return inJudgedChange(database, async (client) => {
    const { id: productId } = await getRow<{ id: number }>(
      client,
      'SELECT id FROM products WHERE lower(name) = lower($1)',
      [product],
      `No product "${product}".`,
    );
    for (const name of [from, to])
      await getRow(
        client,
        'SELECT id FROM configs WHERE product_id = $1 AND name = $2',
        [productId, name],
        `No config "${name}" of ${product}.`,
      );
    const newest = await findRow<{ id: number; action: string }>(
      client,
      `SELECT id, action FROM line_decisions WHERE product_id = $1 AND undone_at IS NULL
         AND ((from_config = $2 AND to_config = $3) OR (from_config = $3 AND to_config = $2)) ORDER BY id DESC LIMIT 1`,
      [productId, from, to],
    );
    if (newest !== null && newest.action === action) return getDecision(client, newest.id);
    const heatmaps = await heatmapsWith(client, { productId, from, to });
    if (action !== 'split') await refuseTested(client, heatmaps, { product, from, to, action });
    const id = await getValue<number>(
      client,
      `INSERT INTO line_decisions (product_id, from_config, to_config, action, by) VALUES ($1, $2, $3, $4, $5)
       RETURNING id`,
      [productId, from, to, action, by],
    );
    await judgeLines(client, heatmaps);
    return getDecision(client, id);
  });
}

/**
 * @throws SettingError for a join where a version that was measured with both shows that tests differ, in each of the
 *   heatmaps, and for a step that none of them can have
 */
async function refuseTested(
  client: PoolClient,
  keys: readonly HeatmapKey[],
  { product, from, to, action }: LineDecision,
): Promise<void> {
  const tested = await listRows<{ shared: SharedVersion; canStep: boolean }>(
    client,
    `SELECT DISTINCT ON (heatmaps.id) pair->'shared' AS shared,
       coalesce((pair->>'canStep')::boolean, pair ? 'line') AS "canStep"
     FROM unnest($1::int[], $2::int[]) AS asked (server_id, workload_id)
     JOIN heatmaps USING (server_id, workload_id),
       jsonb_array_elements((heatmaps.lines->'proposals') || coalesce(heatmaps.lines->'steps', '[]')) AS pair
     WHERE lower(pair->>'product') = lower($3) AND (pair->'shared'->>'moved')::int > 0
       AND ((pair->>'from' = $4 AND pair->>'to' = $5) OR (pair->>'from' = $5 AND pair->>'to' = $4))`,
    [...arraysOf(keys, 'serverId', 'workloadId'), product, from, to],
  );
  const canStep = tested.some((pair) => pair.canStep);
  if (action === 'step') {
    if (canStep) return;
    throw new SettingError(
      `No step: a config step needs a config with the name of a successor, a version that was measured with ${from} and ${to} with tests that differ, and the stored texts of both, which differ too.`,
    );
  }
  const [first] = tested;
  if (!first || tested.length < keys.length) return;
  const { version, moved, tests, movedTests = [] } = first.shared;
  throw new SettingError(
    `Not joined: ${version} was measured with ${from} and ${to}, and ${moved} of ${tests} tests differ beyond the noise (${movedTests.slice(0, MOST_NAMED).join(', ')}${moved > MOST_NAMED ? ', ...' : ''}). Later versions would be blamed for the config. ${canStep ? 'Confirm a config step, which no version is blamed for, compare the two side by side, or measure again.' : `Compare ${from} and ${to} side by side, or measure again.`}`,
  );
}

/**
 * Takes a decision back; it stays in the list with who did it.
 *
 * @throws NotFoundError when it is not there, or was taken back before
 */
export async function undoLineDecision(
  database: Database,
  { id, by }: { id: string; by: string },
): Promise<LineDecisionEntry> {
  return inJudgedChange(database, async (client) => {
    const undone = await getRow<{ id: number; productId: number; from: string; to: string }>(
      client,
      `UPDATE line_decisions SET undone_by = $2, undone_at = now() WHERE id = $1 AND undone_at IS NULL
       RETURNING id, product_id AS "productId", from_config AS "from", to_config AS "to"`,
      [parseShortId(id, 'decision'), by],
      `No decision ${id}.`,
    );
    await judgeLines(client, await heatmapsWith(client, undone));
    return getDecision(client, undone.id);
  });
}

/** Heatmaps with several configs that were judged before there were lines: nothing was joined there yet. */
export const PENDING_LINES = `evaluated_at IS NOT NULL AND lines IS NULL AND lines_decided_at IS NULL AND run_count > 0
  AND EXISTS (SELECT FROM variants WHERE variants.id = ANY (variant_ids)
    GROUP BY product_id, flavour, (CASE WHEN build_id IS NOT NULL THEN version_id END) HAVING count(DISTINCT config_id) > 1)`;

/**
 * Joins the configs of heatmaps that were judged before there were lines.
 *
 * @returns how many heatmaps are judged again
 */
export async function applyPendingLines(database: Database): Promise<number> {
  return inJudgedChange(database, async (client) => {
    const pending = await listRows<HeatmapKey>(
      client,
      `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps WHERE ${PENDING_LINES}`,
      [],
    );
    await judgeLines(client, pending);
    return pending.length;
  });
}

const SELECT = `
SELECT line_decisions.id::text AS id, products.name AS product, from_config AS "from", to_config AS "to", action, by,
  ${iso('created_at')} AS "createdAt", ${byAndAt('undone')} AS undone
FROM line_decisions JOIN products ON products.id = product_id`;

/** Decisions about lines, the newest first; those that were taken back, too. */
export async function listLineDecisions({ pool }: Pick<Database, 'pool'>): Promise<LineDecisionEntry[]> {
  return listRows<LineDecisionEntry>(pool, `${SELECT} ORDER BY line_decisions.id DESC`, []);
}

async function getDecision(client: PoolClient, id: number): Promise<LineDecisionEntry> {
  return getRow<LineDecisionEntry>(
    client,
    `${SELECT} WHERE line_decisions.id = $1`,
    [id],
    `No decision ${id}.`,
  );
}

async function heatmapsWith(
  client: PoolClient,
  { productId, from, to }: { productId: number; from: string; to: string },
): Promise<HeatmapKey[]> {
  return listRows<HeatmapKey>(
    client,
    `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps
     WHERE variant_ids && ARRAY(SELECT variants.id FROM variants JOIN configs ON configs.id = config_id
         WHERE variants.product_id = $1 AND configs.name = $2)
       AND variant_ids && ARRAY(SELECT variants.id FROM variants JOIN configs ON configs.id = config_id
         WHERE variants.product_id = $1 AND configs.name = $3)`,
    [productId, from, to],
  );
}

/** Records that a decision moves are not announced. */
async function judgeLines(client: PoolClient, keys: readonly HeatmapKey[]): Promise<void> {
  await client.query(
    `UPDATE heatmaps SET lines_decided_at = now() FROM unnest($1::int[], $2::int[]) AS asked (server_id, workload_id)
     WHERE heatmaps.server_id = asked.server_id AND heatmaps.workload_id = asked.workload_id`,
    arraysOf(keys, 'serverId', 'workloadId'),
  );
  noteRuns(client, keys);
  noteShared(client);
}
