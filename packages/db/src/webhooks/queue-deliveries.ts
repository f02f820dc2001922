import { certaintyOf, nightLineName } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { readEventDecisions } from '../regressions/events/event-changes';
import {
  decidedName,
  type EventDecisions,
  type EventName,
  eventKey,
  isMuted,
} from '../regressions/events/group-events';
import { type RecordRow as Row, readRecordRows } from '../regressions/events/record-rows';
import type { RecordNews } from '../regressions/recompute/apply-plan';
import { type EntryRow, toEntry } from '../regressions/regression-entry';
import { findRow, findValue, getValue, listRows } from '../rows';
import type { RegressionNights } from '../types/regressions';
import type { MailDigest, WebhookEvent, WebhookFormat } from '../types/webhooks';
import type { ChatSubject, DigestSubject } from './chat-news';
import { isIssueFormat } from './create-issue';
import { knownRecords, nameOf } from './known-events';
import { passesFilter, type ResolvedFilter } from './webhook-filter';
import { type PayloadRecord, webhookPayload } from './webhook-payload';

/** Name of the task that sends one message; its payload is `{ deliveryId }`. */
export const WEBHOOK_TASK = 'webhook';

/** The last try is about four hours after the first: the queue waits e^1, e^2, ... e^9 seconds in between. */
export const MAX_ATTEMPTS = 10;

interface Hook {
  id: number;
  events: string[];
  format: WebhookFormat;
  digest: MailDigest;
  filter: ResolvedFilter;
}

const HOOKS = `
SELECT id, events, format, digest, filter || jsonb_build_object('serverId',
  (SELECT servers.id FROM servers WHERE slug = kept_server(filter->>'server'))) AS filter
FROM webhooks WHERE active ORDER BY id`;

/**
 * Puts messages to all who want them into the queue, in the transaction that makes them true; none of muted events, and
 * none that the filter of a webhook leaves out. A chat gets one message per event, a mail has all of its period, an issue
 * is created once per event, and programs get one message per record. Wants `prepareQueue` before the transaction.
 */
export async function queueDeliveries(client: PoolClient, news: readonly RecordNews[]): Promise<void> {
  if (news.length === 0) return;
  const hooks = await listRows<Hook>(client, HOOKS);
  if (hooks.length === 0) return;
  const ids = news.map(({ regressionId }) => regressionId);
  const heatmapIds = news.map(({ heatmapId }) => heatmapId);
  const decisions = await readEventDecisions(client);
  const rows = await readRecordRows(client, heatmapIds, ids);
  const isKnown = await knownRecords(client, rows, decisions);
  const told = news.flatMap(({ event, regressionId, notFixedIn }): ToldRecord[] => {
    const row = rows.find(({ id }) => id === regressionId);
    const isLeftOut = !row || isMuted(nameOf(row), decisions) || isKnown.get(row.id) === 'expected';
    return isLeftOut ? [] : [{ event, row, notFixedIn }];
  });
  for (const hook of hooks) {
    const wanted = told.filter(({ event, row }) => hook.events.includes(event) && isWanted(row, hook.filter));
    const subjects = subjectsOf(wanted, decisions);
    if (hook.format === 'json') await queueRecords(client, hook.id, wanted);
    else if (hook.format === 'mail') await queueDigest(client, hook, subjects);
    else if (isIssueFormat(hook.format)) await queueIssues(client, hook.id, subjects);
    else await queueEvents(client, hook.id, subjects);
  }
}

interface ToldRecord {
  event: WebhookEvent;
  row: Row;
  notFixedIn: string | undefined;
}

function isWanted(row: Row, filter: ResolvedFilter): boolean {
  const { product, ratio, nights } = toEntry(row, undefined);
  const { serverId } = row;
  return passesFilter({ serverId, product, ratio, branch: nights?.line.branch ?? null }, filter);
}

async function queueRecords(
  client: PoolClient,
  webhookId: number,
  told: readonly ToldRecord[],
): Promise<void> {
  for (const { event, row, notFixedIn = null } of told) {
    const payload = webhookPayload(event, row.at.toISOString(), { ...toPayload(row), notFixedIn });
    await queueDelivery(client, { webhookId, event, payload });
  }
}

/** The changed records of each event, by what happened to them. An event that is new is not announced as sure as well. */
function subjectsOf(
  told: readonly ToldRecord[],
  decisions: EventDecisions,
): { event: WebhookEvent; subject: ChatSubject }[] {
  const subjects = new Map<string, { event: WebhookEvent; subject: ChatSubject }>();
  const keyOf = (event: WebhookEvent, name: EventName) => `${event} ${eventKey(name)}`;
  for (const { event, row, notFixedIn } of told) {
    const name = decidedName(nameOf(row), decisions);
    const known = subjects.get(keyOf(event, name));
    if (known) known.subject.records.push(row.id);
    else
      subjects.set(keyOf(event, name), {
        event,
        subject: { name, records: [row.id], ...(notFixedIn && { notFixedIn }) },
      });
  }
  return [...subjects.values()].filter(
    ({ event, subject }) =>
      event !== 'regression.sure' || !subjects.has(keyOf('regression.new', subject.name)),
  );
}

/** A message that was not written yet takes up what other servers show of its event. */
const JOIN_WAITING = `
UPDATE webhook_deliveries
SET subject = jsonb_set(subject, '{records}', (subject->'records') || ($3::jsonb->'records'))
WHERE webhook_id = $1 AND event = $2 AND state = 'waiting' AND attempts = 0 AND payload = ''
  AND subject->'name' = $3::jsonb->'name'`;

async function queueEvents(
  client: PoolClient,
  webhookId: number,
  subjects: readonly { event: WebhookEvent; subject: ChatSubject }[],
): Promise<void> {
  for (const { event, subject } of subjects) {
    const { rowCount } = await client.query(JOIN_WAITING, [webhookId, event, JSON.stringify(subject)]);
    if (rowCount === 0) await queueDelivery(client, { webhookId, event, payload: '', subject });
  }
}

type Subjects = ReturnType<typeof subjectsOf>;

/** An event whose message waits, was sent or failed gets no second issue; one that was too unsure left no message. */
async function queueIssues(client: PoolClient, webhookId: number, subjects: Subjects): Promise<void> {
  for (const { event, subject } of subjects) {
    if (event !== 'regression.new' && event !== 'regression.sure') continue;
    const isKnown = await findValue<boolean>(
      client,
      `SELECT true FROM webhook_deliveries WHERE webhook_id = $1 AND subject->'name' = $2::jsonb LIMIT 1`,
      [webhookId, JSON.stringify(subject.name)],
    );
    if (!isKnown) await queueDelivery(client, { webhookId, event, payload: '', subject });
  }
}

/** Digests are sent at 7:00 UTC, those of a week on Mondays. */
const DIGEST_TIMES: Record<MailDigest, string> = {
  now: 'now()',
  daily: nextTime('day'),
  weekly: nextTime('week'),
};

function nextTime(period: 'day' | 'week'): string {
  const seven = `date_trunc('${period}', now() AT TIME ZONE 'UTC') + interval '7 hours'`;
  return `((${seven} + CASE WHEN now() AT TIME ZONE 'UTC' < ${seven} THEN interval '0' ELSE interval '1 ${period}' END)
    AT TIME ZONE 'UTC')`;
}

/** A mail that was not written yet takes up what is new. */
async function queueDigest(client: PoolClient, { id, digest }: Hook, subjects: Subjects): Promise<void> {
  if (subjects.length === 0) return;
  const waiting = await findRow<{ id: number; subject: DigestSubject }>(
    client,
    `SELECT id, subject FROM webhook_deliveries
     WHERE webhook_id = $1 AND event = 'digest' AND state = 'waiting' AND attempts = 0 AND payload = '' ORDER BY id LIMIT 1 FOR UPDATE`,
    [id],
  );
  const parts = [...(waiting?.subject.digest ?? [])];
  for (const { event, subject } of subjects) {
    const known = parts.find(
      (part) => part.event === event && eventKey(part.name) === eventKey(subject.name),
    );
    if (known) known.records.push(...subject.records);
    else parts.push({ event, ...subject });
  }
  if (waiting) {
    await client.query('UPDATE webhook_deliveries SET subject = $2 WHERE id = $1', [
      waiting.id,
      JSON.stringify({ digest: parts }),
    ]);
  } else {
    await queueDelivery(client, {
      ...{ webhookId: id, event: 'digest', payload: '', subject: { digest: parts } },
      at: DIGEST_TIMES[digest],
    });
  }
}

/** When it was measured last is nothing that a message about new data has to say. */
function toPayload(row: EntryRow): Omit<PayloadRecord, 'notFixedIn'> {
  const entry = toEntry(row, undefined);
  const { slug, kind, state, server, workload, product, test, firstBad, lastGood, fix, nights } = entry;
  return {
    ...{ slug, kind, state, product, ratio: entry.ratio, stop: entry.stop },
    verdict: entry.verdict,
    certainty: certaintyOf(entry.verdict),
    server: server.name,
    workload: workload.slug,
    test: test.key,
    firstBad: firstBad.version,
    lastGood: lastGood.version,
    fixedSeen: fix.seen,
    nights: nights && { line: nightLineName(nights.line), ...partsOf(nights) },
  };
}

function partsOf({ low, high, nights, doubts, sureness, suspects }: RegressionNights) {
  return { low, high, nights, doubts, sureness, suspects };
}

/**
 * Queues one message.
 *
 * @param payload empty: it is written at the first try, for people, about the subject
 * @param at SQL of the time of the first try
 * @returns its id
 */
export async function queueDelivery(
  client: PoolClient,
  {
    webhookId,
    event,
    payload,
    subject = null,
    at = 'now()',
  }: {
    webhookId: number;
    event: string;
    payload: string;
    subject?: ChatSubject | DigestSubject | null;
    at?: string;
  },
): Promise<number> {
  const id = await getValue<number>(
    client,
    `INSERT INTO webhook_deliveries (webhook_id, event, payload, subject, next_try_at)
     VALUES ($1, $2, $3, $4, ${at}) RETURNING id`,
    [webhookId, event, payload, subject && JSON.stringify(subject)],
  );
  await addDeliveryJob(client, id);
  return id;
}

/**
 * Adds the job that sends a message, which is tried so many times and not before its next try is due; one that is in the
 * queue already stays one.
 */
export async function addDeliveryJob(client: PoolClient, id: number, attempts = MAX_ATTEMPTS): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job($1, json_build_object('deliveryId', $2::bigint), job_key := $3, max_attempts := $4,
       run_at := (SELECT next_try_at FROM webhook_deliveries WHERE id = $2))`,
    [WEBHOOK_TASK, id, `webhook-${id}`, attempts],
  );
}
