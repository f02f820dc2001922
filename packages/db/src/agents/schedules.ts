import type { AgentPlan, Schedule, ScheduleBody } from '@basecase/contract/agent';
import { type CronMatcher, parseCronItem } from 'graphile-worker';
import { type Database, inTransaction } from '../database';
import { ConflictError, NotFoundError, SettingError } from '../errors';
import { iso } from '../queries/build-sql';
import { parseShortId } from '../queries/parse-id';
import { findValue, getRow, getValue, listRows, type Queries } from '../rows';
import { getPlan, insertPlan } from './plans';

const FIELDS = `builds, tests, sessions, rounds_per_session AS "roundsPerSession", agent, by`;

const SELECT = `
SELECT id::text, ${FIELDS}, cron, ${iso('created_at')} AS "createdAt",
  (SELECT ${iso('max(created_at)')} FROM agent_plans WHERE schedule_id = agent_schedules.id) AS "lastQueuedAt"
FROM agent_schedules`;

/** The newest first. */
export async function listSchedules({ pool }: Pick<Database, 'pool'>): Promise<Schedule[]> {
  return listRows<Schedule>(pool, `${SELECT} ORDER BY agent_schedules.id DESC`);
}

/** Queues a plan again and again from now on. @throws SettingError for a cron expression that can't be read */
export async function addSchedule(
  { pool }: Pick<Database, 'pool'>,
  { builds, tests, sessions, roundsPerSession, agent, cron, by }: ScheduleBody & { by: string },
): Promise<Schedule> {
  if (cron !== null) cronMatcher(cron);
  const id = await getValue<number>(
    pool,
    `INSERT INTO agent_schedules (builds, tests, sessions, rounds_per_session, agent, by, cron)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [builds, tests, sessions, roundsPerSession, agent, by, cron],
  );
  return getRow<Schedule>(pool, `${SELECT} WHERE id = $1`, [id], `No schedule ${id}.`);
}

/** Plans that it queued stay. @throws NotFoundError */
export async function removeSchedule({ pool }: Pick<Database, 'pool'>, id: string): Promise<Schedule> {
  const values = [parseShortId(id, 'schedule')];
  const schedule = await getRow<Schedule>(pool, `${SELECT} WHERE id = $1`, values, `No schedule ${id}.`);
  await pool.query('DELETE FROM agent_schedules WHERE id = $1', values);
  return schedule;
}

/**
 * Queues the plan of a schedule now, as a webhook asks for it.
 *
 * @throws NotFoundError; ConflictError while its plan before is queued or running: without an agent the queue would
 *   grow for ever
 */
export async function queueScheduled(database: Database, id: string): Promise<AgentPlan> {
  return inTransaction(database, async (client) => {
    const scheduleId = parseShortId(id, 'schedule');
    const locked = await findValue(client, 'SELECT id FROM agent_schedules WHERE id = $1 FOR UPDATE', [
      scheduleId,
    ]);
    if (locked === null) throw new NotFoundError(`No schedule ${id}.`);
    const queued = await queueOf(client, scheduleId);
    if (queued !== null) return getPlan({ pool: client }, String(queued));
    throw new ConflictError('EXISTS', `The plan of schedule ${id} before this one is queued or running.`);
  });
}

/** @returns id of the plan; null while the one before has not ended */
async function queueOf(client: Queries, scheduleId: number): Promise<number | null> {
  const isOpen = await getValue<boolean>(
    client,
    `SELECT EXISTS (SELECT FROM agent_plans WHERE schedule_id = $1 AND state IN ('queued', 'running'))`,
    [scheduleId],
  );
  if (isOpen) return null;
  const missing = `No schedule ${scheduleId}.`;
  const values = [scheduleId];
  const plan = await getRow<ScheduleBody & { by: string }>(
    client,
    `SELECT ${FIELDS} FROM agent_schedules WHERE id = $1`,
    values,
    missing,
  );
  return insertPlan(client, plan, scheduleId);
}

const MINUTE_MS = 60_000;
/** A server that was off for longer does not catch up. */
const MOST_MINUTES = 24 * 60;

/**
 * Queues the plans that are due, once for all the minutes since the last look: one that was missed because nothing ran
 * follows at the next start. Any number of workers may do it at once.
 *
 * @param now milliseconds since the epoch
 * @returns how many were queued
 */
export async function queueDuePlans(database: Database, now = Date.now()): Promise<number> {
  return inTransaction(database, async (client) => {
    const schedules = await listRows<{ id: number; cron: string; checkedAt: Date }>(
      client,
      `SELECT id, cron, checked_at AS "checkedAt" FROM agent_schedules
       WHERE cron IS NOT NULL AND checked_at < date_trunc('minute', $1::timestamptz)
       ORDER BY id FOR UPDATE SKIP LOCKED`,
      [new Date(now)],
    );
    let queued = 0;
    for (const { id, cron, checkedAt } of schedules) {
      await client.query('UPDATE agent_schedules SET checked_at = $2 WHERE id = $1', [id, new Date(now)]);
      if (!isDue(cron, checkedAt.getTime(), now)) continue;
      if ((await queueOf(client, id)) !== null) queued += 1;
    }
    return queued;
  });
}

/** Whether a minute after `since`, up to `now`, matches. Both are milliseconds since the epoch. */
function isDue(cron: string, since: number, now: number): boolean {
  const matches = cronMatcher(cron);
  const last = Math.floor(now / MINUTE_MS);
  const first = Math.max(Math.floor(since / MINUTE_MS) + 1, last - MOST_MINUTES + 1);
  for (let minute = first; minute <= last; minute += 1) {
    const at = new Date(minute * MINUTE_MS);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (matches(digest)) return true;
  }
  return false;
}

function cronMatcher(cron: string): CronMatcher {
  try {
    return parseCronItem({ task: 'plan', match: cron }).match;
  } catch (cause) {
    throw new SettingError(
      `Expected a cron expression of five fields in UTC, such as "0 2 * * *"; found "${cron}".`,
      { cause },
    );
  }
}
