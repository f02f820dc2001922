import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planListSchema, planSchema, scheduleSchema } from '@basecase/contract/agent';
import { queueDuePlans } from '@basecase/db/agents/schedules';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as AGENTS } from '../agents/route';
import { POST as TRIGGER } from '../plan-schedules/[id]/queue/route';
import { DELETE as UNSCHEDULE } from '../plan-schedules/[id]/route';
import { POST as SCHEDULE } from '../plan-schedules/route';
import { PUT } from '../uploads/route';
import { POST as FAIL } from './[id]/fail/route';
import { POST as HOLD } from './[id]/hold/route';
import { DELETE as CANCEL, GET as READ } from './[id]/route';
import { POST as CLAIM } from './claim/route';
import { GET as LIST, POST as QUEUE } from './route';

const BASE = 'https://bench.example/api/v1';

let database: TestDatabase;
let token = '';
let blobs = '';

beforeAll(async () => {
  database = await createTestDatabase();
  blobs = await mkdtemp(join(tmpdir(), 'basecase-plans-'));
  Object.assign(process.env, { DATABASE_URL: database.url, BASECASE_LOCAL: '0', BASECASE_BLOBS: blobs });
  ({ token } = await createToken(database, { name: 'ci', role: 'upload' }));
});
afterAll(async () => {
  await database.drop();
  await rm(blobs, { recursive: true });
});
beforeEach(() => database.pool.query('TRUNCATE agent_plans, agents, agent_schedules CASCADE'));

type Handler = (request: Request, context?: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function call(
  handler: Handler,
  { id = '', body, isAllowed = true }: { id?: string; body?: unknown; isAllowed?: boolean } = {},
) {
  const answer = await handler(
    new Request(`${BASE}/plans`, {
      method: 'POST',
      body: JSON.stringify(body ?? {}),
      headers: isAllowed ? { authorization: `Bearer ${token}` } : {},
    }),
    { params: Promise.resolve({ id }) },
  );
  return { status: answer.status, json: await answer.json() };
}

const list = async (state = '') => {
  const answer = await LIST(new Request(`${BASE}/plans${state && `?state=${state}`}`));
  return planListSchema.strict().parse(await answer.json()).plans;
};
const queue = async (part: object = {}) => {
  const { json } = await call(QUEUE, {
    body: { builds: ['17', '18'], tests: ['read-only'], sessions: 2, ...part },
  });
  return planSchema.strict().parse(json).id;
};
const MENU = { builds: ['16', '17', '18'], tests: ['read-only', 'insert'] };
const claim = async (agent: string, part: object = {}) => {
  const { json } = await call(CLAIM, { body: { agent, version: '1', menus: [MENU], ...part } });
  return json.plan && planSchema.strict().parse(json.plan);
};
const send = async (
  id: string,
  { session, agent, bytes }: { session: number; agent: string; bytes: string },
) => {
  const query = new URLSearchParams({
    filename: 'session.tar.gz',
    plan: id,
    session: String(session),
    agent,
  });
  const request = new Request(`${BASE}/uploads?${query}`, {
    method: 'PUT',
    body: bytes,
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await PUT(request);
  return { status: answer.status, code: (await answer.json()).code };
};
const expire = (id: string) =>
  database.pool.query(`UPDATE agent_plans SET held_until = now() - interval '1 second' WHERE id = $1`, [id]);
const uploads = async () =>
  (await database.pool.query('SELECT count(*)::int AS count FROM uploads')).rows[0].count;

describe('plans', () => {
  it('are queued, measured session by session, and end with the last one', async () => {
    expect(await list()).toEqual([]);
    expect(await claim('a')).toBeNull();
    const id = await queue();
    expect(await claim('a')).toMatchObject({
      id,
      state: 'running',
      heldBy: 'a',
      isSilent: false,
      by: 'ci',
      done: [],
    });
    expect(await send(id, { session: 1, agent: 'a', bytes: 'first 1' })).toMatchObject({ status: 202 });
    const [plan] = await list('running');
    expect(plan?.done).toMatchObject([{ session: 1, agent: 'a', upload: expect.stringMatching(/^\d+$/) }]);
    expect(await send(id, { session: 2, agent: 'a', bytes: 'first 2' })).toMatchObject({ status: 202 });
    expect(await list('done')).toMatchObject([{ id, heldUntil: null, endedAt: expect.any(String) }]);
    expect(await claim('a')).toBeNull();
    const agents = await (await AGENTS(new Request(`${BASE}/agents`))).json();
    expect(agents.agents).toMatchObject([
      { name: 'a', ...MENU, tests: ['insert', 'read-only'], plan: null, sessions: 2 },
    ]);
  });

  it('of another agent are not for a token with the role agent, nor is anything else', async () => {
    const writer = token;
    try {
      const id = await queue();
      const other = await queue();
      await claim('b');
      ({ token } = await createToken(database, { name: 'a', role: 'agent' }));
      const hold = (agent: string, plan: string) =>
        call(HOLD, { id: plan, body: { agent, leaseSeconds: 60 } });
      expect((await call(CLAIM, { body: { agent: 'b', version: '1', menus: [MENU] } })).status).toBe(403);
      expect((await hold('b', id)).status).toBe(403);
      expect((await call(FAIL, { id, body: { agent: 'b', reason: 'x' } })).status).toBe(403);
      expect(await send(id, { session: 1, agent: 'b', bytes: 'b1' })).toMatchObject({ status: 403 });
      expect((await call(QUEUE, { body: { builds: ['17'], tests: [], sessions: 1 } })).status).toBe(403);
      expect((await call(CANCEL, { id })).status).toBe(403);
      for (const query of ['filename=x', `plan=${other}&session=1&agent=a&agent=b`, 'agent=']) {
        const request = new Request(`${BASE}/uploads?${query}`, {
          method: 'PUT',
          body: 'x',
          headers: { authorization: `Bearer ${token}` },
        });
        expect([query, (await PUT(request)).status]).toEqual([query, 403]);
      }
      expect(await claim('a')).toMatchObject({ id: other, heldBy: 'a' });
      expect((await hold('a', other)).status).toBe(200);
      expect(await send(other, { session: 1, agent: 'a', bytes: 'a1' })).toMatchObject({ status: 202 });
    } finally {
      token = writer;
    }
  });

  it('go to agents whose config has their builds and tests, the oldest first, and one to each', async () => {
    const [first, other, named, last] = [
      await queue(),
      await queue({ builds: ['19'] }),
      await queue({ agent: 'b' }),
      await queue({ tests: [] }),
    ];
    expect((await claim('a'))?.id).toBe(first);
    expect((await claim('c'))?.id).toBe(last);
    expect((await claim('b'))?.id).toBe(named);
    expect(await claim('d')).toBeNull();
    expect((await claim('d', { menus: [MENU, { builds: ['17', '19'], tests: ['read-only'] }] }))?.id).toBe(
      other,
    );
    // After a restart, its own.
    expect((await claim('a'))?.id).toBe(first);
    // Without the build it is free for others.
    expect(await claim('a', { menus: [] })).toBeNull();
    expect((await claim('e'))?.id).toBe(first);
  });

  it('are not given to a second machine of one name, until the first one is silent', async () => {
    const id = await queue();
    const ask = (instance: string, leaseSeconds = 120) =>
      call(CLAIM, { body: { agent: 'a', version: '1', menus: [MENU], leaseSeconds, instance } });
    expect((await ask('one')).json.plan.id).toBe(id);
    const second = await ask('two');
    expect([second.status, second.json.code]).toEqual([409, 'AGENT_NAME_TAKEN']);
    expect(second.json.title).toContain('--name');
    expect((await ask('one')).json.plan.id).toBe(id);
    await database.pool.query(`UPDATE agents SET seen_at = now() - interval '121 seconds'`);
    expect((await ask('two')).json.plan.id).toBe(id);
    expect((await ask('one')).status).toBe(409);
  });

  it('that run are listed however many are queued after them', async () => {
    const first = await queue();
    await claim('a');
    await database.pool.query(
      `INSERT INTO agent_plans (builds, tests, sessions, rounds_per_session, by)
       SELECT '{17}', '{}', 1, 1, 'ci' FROM generate_series(1, 5000)`,
    );
    const answer = await LIST(new Request(`${BASE}/plans`));
    const { plans, total } = planListSchema.strict().parse(await answer.json());
    expect([plans.length, plans[0]?.id, total]).toEqual([100, first, 5001]);
    expect((await claim('b'))?.id).toBe(String(Number(first) + 1));
  });

  it('that no agent can take name what is missing, in the answer and in the list', async () => {
    const id = await queue();
    expect((await list())[0]?.waitsFor).toBe('No agent has called yet.');
    await claim('a', { menus: [{ builds: ['17'], tests: ['insert'] }] });
    const { json } = await call(QUEUE, { body: { builds: ['17', '19'], tests: [], agent: 'b' } });
    expect(json.waitsFor).toBe('Agent b has not called yet.');
    expect((await list())[1]).toMatchObject({ id, waitsFor: 'No agent offers build 18 or test read-only.' });
    expect((await claim('c'))?.waitsFor).toBeNull();
    await expire(id);
    const { agents } = await (await AGENTS(new Request(`${BASE}/agents`))).json();
    expect(agents).toMatchObject([
      { name: 'c', plan: id, isSilent: true },
      { name: 'a', isSilent: false },
    ]);
  });

  it('never go to two agents that ask at the same time', async () => {
    for (let plan = 0; plan < 5; plan += 1) await queue();
    const agents = Array.from({ length: 20 }, (_, index) => `agent ${index % 10}`);
    const claimed = await Promise.all(agents.map((agent) => claim(agent)));
    const holders = new Map(claimed.flatMap((plan) => (plan ? [[plan.id, plan.heldBy]] : [])));
    expect(holders.size).toBe(5);
    expect(new Set(holders.values()).size).toBe(5);
  });

  it('of a silent agent are given to another one, and each session is accepted once', async () => {
    const id = await queue();
    await claim('a');
    expect(await claim('b')).toBeNull();
    await send(id, { session: 1, agent: 'a', bytes: 'second 1' });
    await expire(id);
    expect((await list())[0]?.isSilent).toBe(true);
    expect(await claim('b')).toMatchObject({ id, heldBy: 'b', done: [{ session: 1, agent: 'a' }] });
    const before = await uploads();
    expect(await send(id, { session: 1, agent: 'a', bytes: 'second 1' })).toMatchObject({ status: 200 });
    expect(await send(id, { session: 1, agent: 'b', bytes: 'again 1' })).toEqual({
      status: 409,
      code: 'SESSION_TAKEN',
    });
    expect(await send(id, { session: 2, agent: 'b', bytes: 'second 1' })).toEqual({
      status: 409,
      code: 'SESSION_TAKEN',
    });
    // Both measured it: the first one counts.
    const both = await Promise.all(
      ['a', 'b'].map((agent) => send(id, { session: 2, agent, bytes: `second 2 of ${agent}` })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await uploads()).toBe(before + 1);
    expect((await call(HOLD, { id, body: { agent: 'a' } })).json).toMatchObject({
      state: 'done',
      heldBy: 'b',
    });
  });

  it('are held by signs of life of their agent alone, failed with a reason, and cancelled', async () => {
    const id = await queue();
    await claim('a');
    await expire(id);
    expect((await call(HOLD, { id, body: { agent: 'b' } })).json).toMatchObject({
      heldBy: 'a',
      isSilent: true,
    });
    expect((await call(HOLD, { id, body: { agent: 'a' } })).json).toMatchObject({
      heldBy: 'a',
      isSilent: false,
    });
    const failing = { reason: 'no sysbench, PGPASSWORD=secret' };
    expect((await call(FAIL, { id, body: { agent: 'b', ...failing } })).status).toBe(409);
    const { json } = await call(FAIL, { id, body: { agent: 'a', ...failing } });
    expect(json).toMatchObject({ state: 'failed', error: expect.stringContaining('no sysbench') });
    expect(json.error).not.toContain('secret');
    expect(await send(id, { session: 1, agent: 'a', bytes: 'third' })).toEqual({
      status: 409,
      code: 'PLAN_ENDED',
    });
    expect((await call(CANCEL, { id })).status).toBe(409);
    const other = await queue();
    expect((await call(CANCEL, { id: other })).json).toMatchObject({ state: 'cancelled' });
    expect(await claim('a')).toBeNull();
  });

  it.each<[object, number]>([
    [{ builds: [] }, 400],
    [{ sessions: 0 }, 400],
    [{ sessions: 201 }, 400],
    [{ command: 'rm -rf /' }, 400],
  ])('refuse %j', async (part, status) => {
    expect((await call(QUEUE, { body: { builds: ['17'], ...part } })).status).toBe(status);
  });

  it('refuse sessions that they do not have, and agents that are unknown', async () => {
    const id = await queue();
    expect((await send(id, { session: 3, agent: 'a', bytes: 'x' })).code).toBe('SETTING_INVALID');
    expect((await send(id, { session: 1, agent: 'nobody', bytes: 'x' })).code).toBe('NOT_FOUND');
    expect((await send('99999', { session: 1, agent: 'a', bytes: 'x' })).code).toBe('NOT_FOUND');
    expect((await call(READ, { id: '99999' })).status).toBe(404);
  });

  it.each<[string, Handler]>([
    ['queue', QUEUE],
    ['claim', CLAIM],
    ['cancel', CANCEL],
    ['hold', HOLD],
    ['fail', FAIL],
    ['schedule', SCHEDULE],
    ['trigger', TRIGGER],
  ])('need a token to %s', async (_, handler) => {
    expect((await call(handler, { id: '1', isAllowed: false })).status).toBe(401);
  });
});

describe('schedules', () => {
  const schedule = async (part: object) => {
    const { status, json } = await call(SCHEDULE, { body: { builds: ['nightly'], ...part } });
    return { status, json };
  };
  const at = (text: string) => Date.parse(text);
  const madeAt = (id: string, text: string) =>
    database.pool.query('UPDATE agent_schedules SET checked_at = $2 WHERE id = $1', [id, text]);

  it('queue their plan when it is due, once, also for minutes that were missed', async () => {
    const { id } = scheduleSchema.strict().parse((await schedule({ cron: '0 2 * * *' })).json);
    await madeAt(id, '2026-01-05T01:58:30Z');
    expect(await queueDuePlans(database, at('2026-01-05T01:59:59Z'))).toBe(0);
    const both = [at('2026-01-05T02:00:01Z'), at('2026-01-05T02:00:09Z')];
    const counts = await Promise.all(both.map((now) => queueDuePlans(database, now)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await list()).toMatchObject([{ builds: ['nightly'], schedule: id, by: 'ci', state: 'queued' }]);
    // Nobody measured it, so no other one follows.
    expect(await queueDuePlans(database, at('2026-01-06T02:00:00Z'))).toBe(0);
    await call(CANCEL, { id: (await list())[0]?.id ?? '' });
    expect(await queueDuePlans(database, at('2026-01-06T23:00:00Z'))).toBe(0);
    expect(await queueDuePlans(database, at('2026-01-08T01:00:00Z'))).toBe(1);
    expect((await call(UNSCHEDULE, { id })).status).toBe(200);
    expect(await list()).toHaveLength(2);
  });

  it('queue their plan when a webhook asks, unless the one before has not ended', async () => {
    const { id } = (await schedule({ cron: null })).json;
    expect((await call(TRIGGER, { id })).status).toBe(201);
    expect(await call(TRIGGER, { id })).toMatchObject({ status: 409, json: { code: 'EXISTS' } });
    expect((await call(TRIGGER, { id: '99999' })).status).toBe(404);
  });

  it.each(['every night', '61 * * * *', '* * * * * *', ''])('refuse the expression "%s"', async (cron) => {
    expect((await schedule({ cron })).json.code).toBe('SETTING_INVALID');
  });
});
