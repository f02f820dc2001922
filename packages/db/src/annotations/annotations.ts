import { maskText } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { noteRuns, noteShared } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { NotFoundError, SettingError } from '../errors';
import { findServerId } from '../import/dimensions';
import { inJudgedChange } from '../import/import-transaction';
import { toIsoTime } from '../iso-time';
import { byAndAt, iso } from '../queries/build-sql';
import { parseShortId } from '../queries/parse-id';
import { findValue, getRow, listRows } from '../rows';
import { noServerText } from '../servers/get-server';
import type { AnnotationToAdd, AnnotationView } from '../types/annotations';

/** Characters of the longest text of an annotation: it is shown on an axis. */
export const MAX_ANNOTATION = 200;

/** Planned events can be recorded in advance; a later year is a typo, as 2062 for 2026. */
const MOST_DAYS_AHEAD = 366;
const DAY_MS = 86_400_000;

/**
 * Records an environment change: levels may change there without being counted as a regression. The series that it is
 * about are judged again by a job.
 *
 * @throws SettingError without a text, or for a time that can't be or is more than a year ahead
 * @throws NotFoundError for a server or a product that is not there
 */
export async function addAnnotation(
  database: Database,
  annotation: AnnotationToAdd,
): Promise<AnnotationView> {
  const label = toLabel(annotation.label);
  const at = toTime(annotation.at);
  return inJudgedChange(database, async (client) => {
    const serverId = annotation.server === null ? null : await knownServer(client, annotation.server);
    const productId = annotation.product === null ? null : await knownProduct(client, annotation.product);
    const id = await findValue<number>(
      client,
      'INSERT INTO annotations (at, label, server_id, product_id, by) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [at, label, serverId, productId, annotation.by],
    );
    await judgeAgain(client, serverId);
    return getAnnotation(client, id ?? 0);
  });
}

/**
 * Takes an annotation back; it stays in the list with who did it.
 *
 * @throws NotFoundError when it is not there, or was taken back before
 */
export async function removeAnnotation(
  database: Database,
  { id, by }: { id: string; by: string },
): Promise<AnnotationView> {
  return inJudgedChange(database, async (client) => {
    const removed = await getRow<{ id: number; serverId: number | null }>(
      client,
      `UPDATE annotations SET removed_by = $2, removed_at = now() WHERE id = $1 AND removed_at IS NULL
       RETURNING id, server_id AS "serverId"`,
      [parseShortId(id, 'annotation'), by],
      `No annotation ${id}.`,
    );
    await judgeAgain(client, removed.serverId);
    return getAnnotation(client, removed.id);
  });
}

const SELECT = `
SELECT label, servers.slug AS server, products.name AS product, by, annotations.id::text AS id,
  ${iso('annotations.at')} AS at, ${iso('created_at')} AS "createdAt", ${byAndAt('removed')} AS removed
FROM annotations
LEFT JOIN servers ON servers.id = server_id
LEFT JOIN products ON products.id = product_id`;

/**
 * Annotations of a server and of all servers, the newest first; those that were taken back too.
 *
 * @param filter server: its slug; left out: all there are
 */
export async function listAnnotations(
  { pool }: Database,
  { server }: { server?: string | undefined } = {},
): Promise<AnnotationView[]> {
  const rows = await listRows<AnnotationView>(
    pool,
    `${SELECT} WHERE $1::text IS NULL OR servers.slug = $1 OR server_id IS NULL ORDER BY annotations.at DESC, annotations.id DESC`,
    [server ?? null],
  );
  return rows;
}

async function getAnnotation(client: PoolClient, id: number): Promise<AnnotationView> {
  return getRow<AnnotationView>(client, `${SELECT} WHERE annotations.id = $1`, [id], `No annotation ${id}.`);
}

/** Heatmaps with nights of the server, or of every server, are judged again. */
async function judgeAgain(client: PoolClient, serverId: number | null): Promise<void> {
  const rows = await listRows<HeatmapKey>(
    client,
    `SELECT DISTINCT heatmaps.server_id AS "serverId", heatmaps.workload_id AS "workloadId"
     FROM heatmaps JOIN series ON series.heatmap_id = heatmaps.id WHERE $1::int IS NULL OR heatmaps.server_id = $1`,
    [serverId],
  );
  noteRuns(client, rows);
  noteShared(client);
}

async function knownServer(client: PoolClient, name: string): Promise<number> {
  const id = await findServerId(client, name);
  if (id === null) throw new NotFoundError(await noServerText(client, name));
  return id;
}

async function knownProduct(client: PoolClient, name: string): Promise<number> {
  const FIND = 'SELECT id FROM products WHERE lower(name) = lower($1)';
  return (await getRow<{ id: number }>(client, FIND, [name], `No product "${name}".`)).id;
}

function toTime(text: string): string {
  const at = toIsoTime(text);
  const last = new Date(Date.now() + MOST_DAYS_AHEAD * DAY_MS).toISOString();
  if (at <= last) return at;
  throw new SettingError(
    `${text} is more than a year ahead. Expected when it happened, or when it is planned: up to ${last.slice(0, 10)}.`,
  );
}

function toLabel(text: string): string {
  const label = maskText(text.trim());
  if (label === '' || label.length > MAX_ANNOTATION) {
    throw new SettingError(
      `Expected what happened in 1 to ${MAX_ANNOTATION} characters, found ${label.length}.`,
    );
  }
  return label;
}
