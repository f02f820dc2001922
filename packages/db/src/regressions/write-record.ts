import { RULE_VERSION } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { shortSlug } from '../import/slug';
import { canonicalJson } from '../permalinks/canonical-json';
import { permalinkSlug } from '../permalinks/permalink-slug';
import { listValues } from '../rows';
import type { RegressionEventKind } from '../types/regression-page';
import { columnOf, NUMBERS, type RecordChange, SCOPE } from './stored-record';

/*
 * Writes of an evaluation, each one statement for all of its records: a new pair of runs changes the noise of every
 * record of a heatmap.
 */

const definitions = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ');

export interface RecordToInsert {
  change: RecordChange;
  splitFrom: number | null;
}

const COLUMNS = { ...SCOPE, ...NUMBERS, serverId: 'int', splitFromId: 'bigint', isNews: 'boolean' };
const NAMES = Object.keys(COLUMNS);

const INSERT = `
INSERT INTO regressions (heatmap_id, rule_version, created_at, ${NAMES.map(columnOf).join(', ')})
SELECT "heatmapId", ${RULE_VERSION}, coalesce("createdAt", now()), ${NAMES.map((name) => `"${name}"`).join(', ')}
FROM jsonb_to_recordset($1) AS added ("heatmapId" bigint, "createdAt" timestamptz, ${definitions(COLUMNS)})
RETURNING id, heatmap_id AS "heatmapId", slug`;

const INSERT_PLACES = `
INSERT INTO record_places (slug, heatmap_id) SELECT slug, "heatmapId"
FROM jsonb_to_recordset($1) AS added (slug text, "heatmapId" bigint)`;

/** A record that was written. */
export interface WrittenRecord {
  id: number;
  heatmapId: number;
  slug: string;
}

/**
 * Inserts records.
 *
 * @param place ids of heatmaps by their workloads; key of a test by its id; whether feeds and messages tell of them
 * @returns them in the order given
 */
export async function insertRecords(
  client: PoolClient,
  {
    serverId,
    heatmapIds,
    testKey,
    isNews,
    createdAt,
  }: {
    serverId: number;
    heatmapIds: ReadonlyMap<number, number>;
    testKey: (testId: number) => string;
    isNews: boolean;
    /** When it would have been found; null: now. */
    createdAt: string | null;
  },
  records: readonly RecordToInsert[],
): Promise<WrittenRecord[]> {
  if (records.length === 0) return [];
  const slugs = await freeSlugs(
    client,
    records.map(({ change }) => ({
      test: testKey(change.testId),
      version: change.firstBad,
      fingerprint: change.fingerprint,
    })),
  );
  const rows = records.map(({ change, splitFrom }, index) => ({
    ...change,
    heatmapId: heatmapIds.get(change.workloadId),
    slug: slugs[index],
    serverId,
    splitFromId: splitFrom,
    isNews,
    createdAt,
  }));
  const json = canonicalJson(rows);
  await client.query(INSERT_PLACES, [json]);
  const inserted = await client.query<WrittenRecord>(INSERT, [json]);
  const bySlug = new Map(inserted.rows.map((record) => [record.slug, record]));
  return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
}

interface SlugParts {
  test: string;
  version: string;
  fingerprint: string;
}

/** Slugs get longer until one is free: at five characters, after some thousand records of one test and version. */
const SLUG_LENGTHS = [5, 8, 12, 20];

async function freeSlugs(client: PoolClient, parts: readonly SlugParts[]): Promise<string[]> {
  const choices = parts.map((part) => SLUG_LENGTHS.map((length) => recordSlug(part, length)));
  const taken = new Set(
    await listValues<string>(client, 'SELECT slug FROM record_places WHERE slug = ANY ($1)', [
      choices.flat(),
    ]),
  );
  return choices.map((own) => {
    const slug = own.find((choice) => !taken.has(choice));
    if (slug === undefined) throw new Error('No free slug for a record: four different hashes are taken.');
    taken.add(slug);
    return slug;
  });
}

/** `update-zipf-100-16.11-k3x9q` */
function recordSlug({ test, version, fingerprint }: SlugParts, length: number): string {
  const name = shortSlug(`${test.replace('_range=', '-')}-${version}`);
  return `${name}-${permalinkSlug(fingerprint, length).toLowerCase()}`;
}

const UPDATE = `
UPDATE regressions SET ${Object.keys(NUMBERS)
  .map((name) => `${columnOf(name)} = news."${name}"`)
  .join(', ')}, rule_version = ${RULE_VERSION}, changed_at = now(), withdrawn_at = NULL, merged_into_id = NULL
FROM jsonb_to_recordset($1) AS news ("heatmapId" bigint, id bigint, ${definitions(NUMBERS)})
WHERE regressions.heatmap_id = news."heatmapId" AND regressions.id = news.id`;

/** Writes the numbers of changes into records; those that were withdrawn are back. */
export async function updateRecords(
  client: PoolClient,
  records: readonly { id: number; heatmapId: number; change: RecordChange }[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ change, ...record }) => ({ ...change, ...record }));
  await client.query(UPDATE, [canonicalJson(rows)]);
}

/** @param records with the id of the one that each was merged into, null when it is simply gone */
export async function withdrawRecords(
  client: PoolClient,
  records: readonly { id: number; heatmapId: number; mergedInto: number | null }[],
): Promise<void> {
  if (records.length === 0) return;
  await client.query(
    `UPDATE regressions SET withdrawn_at = now(), changed_at = now(), merged_into_id = gone.merged_into
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS gone (heatmap_id, id, merged_into)
     WHERE regressions.heatmap_id = gone.heatmap_id AND regressions.id = gone.id`,
    [
      records.map(({ heatmapId }) => heatmapId),
      records.map(({ id }) => id),
      records.map(({ mergedInto }) => mergedInto),
    ],
  );
}

export interface EventToAdd {
  heatmapId: number;
  regressionId: number;
  kind: RegressionEventKind;
  by: string;
  detail?: Record<string, unknown>;
}

/** Adds lines to histories, in their order. */
export async function addEvents(client: PoolClient, events: readonly EventToAdd[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `INSERT INTO regression_events (heatmap_id, regression_id, kind, by, detail)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[])`,
    [
      events.map(({ heatmapId }) => heatmapId),
      events.map(({ regressionId }) => regressionId),
      events.map(({ kind }) => kind),
      events.map(({ by }) => by),
      events.map(({ detail }) => canonicalJson(detail ?? {})),
    ],
  );
}
