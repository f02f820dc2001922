import type {
  AgentList,
  AgentPlan,
  ClaimBody,
  HoldBody,
  PlanBody,
  PlanState,
} from '@basecase/contract/agent';
import { AGENT_AWAY_MS } from '@basecase/contract/words';
import { maskText } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../database';
import { ConflictError, SettingError } from '../errors';
import { iso } from '../queries/build-sql';
import { parseShortId } from '../queries/parse-id';
import { findValue, getRow, getValue, listRows, type Queries } from '../rows';

/*
 * The queue of plans is a table with leases. Agents are on other machines and see HTTP only, and an agent that is silent
 * must lose its plan within minutes while the sessions that it sent stay accepted.
 */

const SELECT = `
SELECT agent_plans.id::text, builds, tests, sessions, rounds_per_session AS "roundsPerSession", agent, state,
  agents.name AS "heldBy", ${iso('held_until')} AS "heldUntil",
  coalesce(held_until < now(), false) AS "isSilent",
  coalesce((SELECT json_agg(json_build_object('session', session, 'agent', owner.name,
      'upload', (SELECT id::text FROM uploads WHERE uploads.sha256 = agent_sessions.sha256),
      'acceptedAt', ${iso('accepted_at')}) ORDER BY session)
    FROM agent_sessions JOIN agents AS owner ON owner.id = agent_id WHERE plan_id = agent_plans.id), '[]') AS done,
  error, by, schedule_id::text AS schedule, ${iso('agent_plans.created_at')} AS "createdAt",
  ${iso('ended_at')} AS "endedAt"
FROM agent_plans LEFT JOIN agents ON agents.id = held_by`;

/** More are history, which uploads tell as well. */
const MOST_LISTED = 100;

/** Running plans, then the newest ones. @param state left out: of every state */
export async function listPlans(
  { pool }: Pick<Database, 'pool'>,
  { state }: { state?: PlanState | undefined } = {},
): Promise<AgentPlan[]> {
  const plans = await listRows<Stored>(
    pool,
    `${SELECT} WHERE $1::text IS NULL OR state = $1 ORDER BY state = 'running' DESC, agent_plans.id DESC LIMIT ${MOST_LISTED}`,
    [state ?? null],
  );
  return withHints(pool, plans);
}

/** How many plans there are. @param state left out: of every state */
export async function countPlans(
  { pool }: Pick<Database, 'pool'>,
  { state }: { state?: PlanState | undefined } = {},
): Promise<number> {
  return getValue<number>(
    pool,
    'SELECT count(*)::int FROM agent_plans WHERE $1::text IS NULL OR state = $1',
    [state ?? null],
  );
}

/** A plan without what is computed of it. */
type Stored = Omit<AgentPlan, 'waitsFor'>;

async function withHints(client: Queries, plans: readonly Stored[]): Promise<AgentPlan[]> {
  const offers = plans.some(({ state }) => state === 'queued')
    ? await listRows<Offer>(
        client,
        `SELECT name, menus, (1000 * extract(epoch FROM now() - seen_at))::float8 AS "silentMs" FROM agents ORDER BY name`,
      )
    : [];
  return plans.map((plan) => ({ ...plan, waitsFor: planHint(plan, offers) }));
}

/** @throws NotFoundError */
export async function getPlan({ pool }: { pool: Queries }, id: string): Promise<AgentPlan> {
  const values = [parseShortId(id, 'plan')];
  const plan = await getRow<Stored>(pool, `${SELECT} WHERE agent_plans.id = $1`, values, `No plan ${id}.`);
  const [hinted] = await withHints(pool, [plan]);
  return hinted ?? { ...plan, waitsFor: null };
}

/** Queues a plan. Any agent whose config has its builds and tests may take it, or the named one alone. */
export async function queuePlan(
  { pool }: Pick<Database, 'pool'>,
  plan: PlanBody & { by: string },
): Promise<AgentPlan> {
  return getPlan({ pool }, String(await insertPlan(pool, plan, null)));
}

/** @returns its id */
export async function insertPlan(
  client: Queries,
  { builds, tests, sessions, roundsPerSession, agent, by }: PlanBody & { by: string },
  scheduleId: number | null,
): Promise<number> {
  return getValue<number>(
    client,
    `INSERT INTO agent_plans (builds, tests, sessions, rounds_per_session, agent, by, schedule_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [builds, tests, sessions, roundsPerSession, agent, by, scheduleId],
  );
}

/** Ends a plan; accepted sessions stay. Its agent learns of it by its next sign of life. @throws NotFoundError; ConflictError */
export async function cancelPlan({ pool }: Pick<Database, 'pool'>, id: string): Promise<AgentPlan> {
  const { rowCount } = await pool.query(
    `UPDATE agent_plans SET state = 'cancelled', held_until = NULL, ended_at = now()
     WHERE id = $1 AND state IN ('queued', 'running')`,
    [parseShortId(id, 'plan')],
  );
  const plan = await getPlan({ pool }, id);
  if (rowCount === 0) throw new ConflictError('PLAN_ENDED', `Plan ${id} is ${plan.state}.`);
  return plan;
}

/** True when the agent can measure the plan of a statement; `$2` are its menus. */
const FITS = `EXISTS (SELECT FROM jsonb_to_recordset($2::jsonb) AS menu (builds text[], tests text[])
  WHERE agent_plans.builds <@ menu.builds AND agent_plans.tests <@ menu.tests)`;

/**
 * The plan that the agent measures already, as after a restart; otherwise the oldest one that it can measure: a queued
 * one, or one whose agent is silent. No two agents get the same.
 *
 * @returns null when there is none
 * @throws ConflictError while another agent of this name calls: both would measure the same plan
 */
export async function claimPlan(database: Database, asked: ClaimBody): Promise<AgentPlan | null> {
  const { agent, version, leaseSeconds, instance } = asked;
  const menus = JSON.stringify(asked.menus);
  return inTransaction(database, async (client) => {
    // Requests of one agent wait for each other here.
    const agentId = await findValue<number>(
      client,
      `INSERT INTO agents AS own (name, version, menus, instance) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, menus = excluded.menus,
         instance = excluded.instance, seen_at = now()
       WHERE own.instance IS NULL OR excluded.instance IS NULL OR own.instance = excluded.instance
         OR own.seen_at < now() - $5 * interval '1 second'
       RETURNING id`,
      [agent, version, menus, instance ?? null, leaseSeconds],
    );
    if (agentId === null) {
      throw new ConflictError(
        'AGENT_NAME_TAKEN',
        `Another agent is called "${agent}" and called less than ${leaseSeconds} s ago. Give each machine its own --name. If this one has lost its --state directory, wait ${leaseSeconds} s.`,
      );
    }
    const own = await findValue<number>(
      client,
      `SELECT id FROM agent_plans WHERE state = 'running' AND held_by = $1 FOR UPDATE`,
      [agentId],
    );
    const canOwn =
      own !== null &&
      (await getValue<boolean>(client, `SELECT ${FITS} FROM agent_plans WHERE id = $1`, [own, menus]));
    // Its config lost a build meanwhile: another agent may have it at once.
    if (own !== null && !canOwn) {
      await client.query(
        `UPDATE agent_plans SET state = 'queued', held_by = NULL, held_until = NULL WHERE id = $1`,
        [own],
      );
    }
    const id =
      (canOwn ? own : null) ??
      (await findValue<number>(
        client,
        `SELECT id FROM agent_plans
         WHERE (state = 'queued' OR (state = 'running' AND held_until < now()))
           AND (agent IS NULL OR agent = $1) AND ${FITS}
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [agent, menus],
      ));
    if (id === null) return null;
    await client.query(
      `UPDATE agent_plans SET state = 'running', held_by = $2, held_until = now() + $3 * interval '1 second'
       WHERE id = $1`,
      [id, agentId, leaseSeconds],
    );
    return getPlan({ pool: client }, String(id));
  });
}

/**
 * A sign of life: the agent keeps the plan for as long again. A plan that it lost meanwhile stays as it is: the answer
 * names its agent and its state.
 *
 * @throws NotFoundError
 */
export async function holdPlan(
  database: Database,
  id: string,
  { agent, leaseSeconds }: HoldBody,
): Promise<AgentPlan> {
  return inTransaction(database, async (client) => {
    await client.query('UPDATE agents SET seen_at = now() WHERE name = $1', [agent]);
    await client.query(
      `UPDATE agent_plans SET held_until = now() + $3 * interval '1 second' FROM agents
       WHERE agent_plans.id = $1 AND state = 'running' AND agents.id = held_by AND agents.name = $2`,
      [parseShortId(id, 'plan'), agent, leaseSeconds],
    );
    return getPlan({ pool: client }, id);
  });
}

/** The agent can't measure it, and no agent tries again by itself; the reason is masked. @throws NotFoundError; ConflictError */
export async function failPlan(
  { pool }: Pick<Database, 'pool'>,
  id: string,
  { agent, reason }: { agent: string; reason: string },
): Promise<AgentPlan> {
  const { rowCount } = await pool.query(
    `UPDATE agent_plans SET state = 'failed', error = $3, held_until = NULL, ended_at = now() FROM agents
     WHERE agent_plans.id = $1 AND state = 'running' AND agents.id = held_by AND agents.name = $2`,
    [parseShortId(id, 'plan'), agent, maskText(reason)],
  );
  const plan = await getPlan({ pool }, id);
  if (rowCount === 0)
    throw new ConflictError('PLAN_ENDED', `Plan ${id} is ${plan.state}, and not with ${agent}.`);
  return plan;
}

/** A session that is sent. */
export interface SentSession {
  plan: string;
  /** From 1. */
  session: number;
  agent: string;
}

/**
 * Accepts the bytes of a session, in the transaction that stores their upload. The first one wins, whoever has the plan
 * meanwhile; the same bytes again change nothing. The last session ends the plan.
 *
 * @throws NotFoundError for an unknown plan or agent; SettingError for a session that the plan does not have; ConflictError
 *   when other bytes were accepted for it, or the plan has ended
 */
export async function acceptSession(
  client: PoolClient,
  { plan: planId, session, agent, sha256 }: SentSession & { sha256: string },
): Promise<void> {
  const id = parseShortId(planId, 'plan');
  const plan = await getRow<{ state: PlanState; sessions: number }>(
    client,
    'SELECT state, sessions FROM agent_plans WHERE id = $1 FOR UPDATE',
    [id],
    `No plan ${planId}.`,
  );
  if (session > plan.sessions)
    throw new SettingError(`Plan ${planId} has ${plan.sessions} sessions, and no session ${session}.`);
  const known = await listRows<{ planId: number; session: number; sha256: string }>(
    client,
    `SELECT plan_id AS "planId", session, sha256 FROM agent_sessions WHERE (plan_id = $1 AND session = $2) OR sha256 = $3`,
    [id, session, sha256],
  );
  if (known.some((one) => one.planId === id && one.session === session && one.sha256 === sha256)) return;
  if (known.length > 0) {
    throw new ConflictError(
      'SESSION_TAKEN',
      `Session ${session} of plan ${planId} was accepted before, or these bytes were.`,
    );
  }
  if (plan.state !== 'queued' && plan.state !== 'running')
    throw new ConflictError('PLAN_ENDED', `Plan ${planId} is ${plan.state}.`);
  const { id: agentId } = await getRow<{ id: number }>(
    client,
    'SELECT id FROM agents WHERE name = $1',
    [agent],
    `No agent "${agent}".`,
  );
  await client.query(
    'INSERT INTO agent_sessions (plan_id, session, agent_id, sha256) VALUES ($1, $2, $3, $4)',
    [...[id, session, agentId, sha256]],
  );
  await client.query(
    `UPDATE agent_plans SET state = 'done', held_until = NULL, ended_at = now()
     WHERE id = $1 AND sessions = (SELECT count(*) FROM agent_sessions WHERE plan_id = $1)`,
    [id],
  );
}

/** Agents, those that were seen last first. */
export async function listAgents({ pool }: Pick<Database, 'pool'>): Promise<AgentList['agents']> {
  const named = (list: string) => `ARRAY(SELECT DISTINCT item FROM jsonb_array_elements(menus) AS menu,
    jsonb_array_elements_text(menu -> '${list}') AS item ORDER BY item)`;
  return listRows<AgentList['agents'][number]>(
    pool,
    `SELECT name, version, ${named('builds')} AS builds, ${named('tests')} AS tests, ${iso('seen_at')} AS "seenAt",
       (SELECT id::text FROM agent_plans WHERE state = 'running' AND held_by = agents.id) AS plan,
       EXISTS (SELECT FROM agent_plans WHERE state = 'running' AND held_by = agents.id AND held_until < now()) AS "isSilent",
       (SELECT count(*)::int FROM agent_sessions WHERE agent_id = agents.id) AS sessions
     FROM agents ORDER BY seen_at DESC, id`,
  );
}

/** An agent as a plan sees it. */
export interface Offer {
  name: string;
  menus: readonly { builds: readonly string[]; tests: readonly string[] }[];
  /** Milliseconds since it called. */
  silentMs: number;
}

type Wanted = Pick<AgentPlan, 'builds' | 'tests' | 'agent' | 'state'>;

/**
 * What is missing until an agent takes a queued plan.
 *
 * @returns null where an agent that calls has all of its names: the plan waits until it is free
 */
export function planHint(plan: Wanted, offers: readonly Offer[]): string | null {
  if (plan.state !== 'queued') return null;
  const allowed = offers.filter(({ name }) => plan.agent === null || name === plan.agent);
  if (allowed.length === 0)
    return plan.agent === null ? 'No agent has called yet.' : `Agent ${plan.agent} has not called yet.`;
  const able = allowed.filter(({ menus }) =>
    menus.some(
      (menu) => lacking(plan.builds, menu.builds).length + lacking(plan.tests, menu.tests).length === 0,
    ),
  );
  if (able.some(({ silentMs }) => silentMs <= AGENT_AWAY_MS)) return null;
  if (able.length > 0)
    return `Offered only by ${able.map(({ name }) => name).join(', ')}, not seen for more than ${AGENT_AWAY_MS / 60_000} minutes.`;
  const who = plan.agent === null ? 'No agent' : `Agent ${plan.agent}`;
  const menus = allowed.flatMap((offer) => offer.menus);
  const parts = [
    named(
      'build',
      lacking(
        plan.builds,
        menus.flatMap(({ builds }) => builds),
      ),
    ),
    named(
      'test',
      lacking(
        plan.tests,
        menus.flatMap(({ tests }) => tests),
      ),
    ),
  ].filter((part) => part !== '');
  const offered = plan.agent === null ? 'offers' : 'does not offer';
  if (parts.length > 0) return `${who} ${offered} ${parts.join(plan.agent === null ? ' or ' : ' and ')}.`;
  return `${who} ${plan.agent === null ? 'has' : 'does not have'} all of these names in one plan file.`;
}

function lacking(names: readonly string[], offered: readonly string[]): string[] {
  return names.filter((name) => !offered.includes(name));
}

/** `build 17.10`, `tests a, b`. */
function named(noun: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${noun}${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
}
