import { RULE_VERSION } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { toSlug } from '../import/slug';
import { canonicalJson } from '../permalinks/canonical-json';
import { permalinkSlug } from '../permalinks/permalink-slug';
import type { RecordChange } from './stored-record';

/** Where a record is and what its slug is made of. */
export interface RecordPlace {
  serverId: number;
  /** Key of the test. */
  test: string;
}

const NUMBERS = [
  'fingerprint',
  'first_bad_id',
  'last_good_id',
  'first_bad',
  'last_good',
  'last_seen',
  'step',
  'verdict',
  'ratio',
  'level_ratio',
  'band',
  'p',
  'explanation',
  'cause',
  'reason',
  'fixed_seen',
  'parser_version',
  'rule_version',
] as const;

function numbersOf(change: RecordChange): unknown[] {
  return [
    change.fingerprint,
    change.firstBadId,
    change.lastGoodId,
    change.firstBad,
    change.lastGood,
    change.lastSeen,
    change.step,
    change.verdict,
    change.ratio,
    change.levelRatio,
    change.band,
    change.p,
    change.explanation && canonicalJson(change.explanation),
    change.cause,
    change.reason,
    change.fixedSeen,
    change.parserVersion,
    RULE_VERSION,
  ];
}

/** Slugs get longer until one is free: at five characters, after some thousand records of one test and version. */
const SLUG_LENGTHS = [5, 8, 12, 20];

/** Inserts a record and gives its id and slug: `update-zipf-16.11-k3x9q`. */
export async function insertRecord(
  client: PoolClient,
  { serverId, test }: RecordPlace,
  { change, splitFrom }: { change: RecordChange; splitFrom: number | null },
): Promise<{ id: number; slug: string }> {
  const { kind, workloadId, testId, productId, build } = change;
  const names = [
    'slug',
    'kind',
    'server_id',
    'workload_id',
    'test_id',
    'product_id',
    'build',
    'split_from_id',
  ];
  const columns = [...names, ...NUMBERS];
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  for (const length of SLUG_LENGTHS) {
    const slug = recordSlug({ test, version: change.firstBad, fingerprint: change.fingerprint }, length);
    const own = [
      slug,
      kind,
      serverId,
      workloadId,
      testId,
      productId,
      build && JSON.stringify(build),
      splitFrom,
    ];
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO regressions (${columns.join(', ')}) VALUES (${places}) ON CONFLICT (slug) DO NOTHING RETURNING id`,
      [...own, ...numbersOf(change)],
    );
    if (rows[0]) return { id: rows[0].id, slug };
  }
  throw new Error('No free slug for a record: four different hashes are taken.');
}

export function recordSlug(
  { test, version, fingerprint }: { test: string; version: string; fingerprint: string },
  length: number,
): string {
  const name = toSlug(`${test.replace('_range=', '-')}-${version}`);
  return `${name}-${permalinkSlug(fingerprint, length * 2)
    .toLowerCase()
    .slice(0, length)}`;
}

/** Writes the numbers of a change into a record. */
export async function updateNumbers(client: PoolClient, id: number, change: RecordChange): Promise<void> {
  const sets = NUMBERS.map((name, index) => `${name} = $${index + 2}`).join(', ');
  await client.query(
    `UPDATE regressions SET ${sets}, changed_at = now(), withdrawn_at = NULL, merged_into_id = NULL WHERE id = $1`,
    [id, ...numbersOf(change)],
  );
}

export async function withdrawRecord(
  client: PoolClient,
  id: number,
  mergedInto: number | null,
): Promise<void> {
  await client.query(
    'UPDATE regressions SET withdrawn_at = now(), changed_at = now(), merged_into_id = $2 WHERE id = $1',
    [id, mergedInto],
  );
}

/** Adds a line to the history of a record. */
export async function addEvent(
  client: PoolClient,
  regressionId: number,
  event: { kind: string; by: string; detail?: Record<string, unknown> },
): Promise<void> {
  await client.query(
    `INSERT INTO regression_events (regression_id, kind, by, detail) VALUES ($1, $2, $3, $4)`,
    [regressionId, event.kind, event.by, canonicalJson(event.detail ?? {})],
  );
}
