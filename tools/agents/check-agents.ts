// `npm run agent:check`: two agents measure 30 plans while they are killed 10 times with SIGKILL, on a real PostgreSQL, a real
// web server and a worker; the recorder is the real one, sysbench and the servers are made up, so that a round takes
// seconds. Then each session of each plan must be stored once, and nothing else. Without a built web app (npm run build)
// its route handlers are called.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AgentPlan } from '@basecase/contract/agent';
import { openDatabase } from '@basecase/db/database';
import { createToken } from '@basecase/db/tokens/tokens';
import { sysbenchLog } from '@basecase/ingest/testing/sysbench-log';
import { ended } from '../bootstrap/children.mjs';
import { serverFile } from '../bootstrap/web-files.mjs';
import { createWorld } from '../chaos/world.mjs';
import { randomOf } from '../fuzz/random';
import { serveRoutes } from './serve-routes';

const { values } = parseArgs({
  options: {
    plans: { type: 'string', default: '30' },
    kills: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
const [plans, kills, sessions] = [Number(values.plans), Number(values.kills), Number(values.sessions)];
const random = randomOf(Number(values.seed));

const BUILDS = ['old', 'new'];
const TESTS = ['point-query', 'read-only'];
/** Seconds; every third kill keeps an agent away for longer, so that the other one gets its plan. */
const LEASE = 6;
const CLI = path.resolve(import.meta.dirname, '../../apps/cli/bin/basecase.mjs');

/** The log of stock sysbench, whose numbers fit together. */
const SYSBENCH = `#!/bin/sh
case "$*" in *--version*) echo "sysbench 1.0.20"; exit;; *prepare*) exit;; esac
sleep 0.3
n=$((900 + $$ % 200))
avg=$(awk "BEGIN { printf \\"%.2f\\", 990 / $n }")
sum=$(awk "BEGIN { printf \\"%.2f\\", $avg * $n }")
cat <<END
${sysbenchLog({
  events: '$n',
  perSecond: '$n.00',
  seconds: '1.0000',
  latency: ['0.50', '$avg', '2.00', '1.50', '$sum'],
  busy: '0.9900',
})}END
`;

function planText(server: string): string {
  const connection = { driver: 'pgsql', user: 'u', database: 'd', port: 1 };
  const starter = { starter: 'commands', start: 'exec sleep 3600', ready: 'true', connection };
  return JSON.stringify({
    basecase: 1,
    variants: BUILDS.map((name, index) => ({ ...starter, name, version: `17.${index + 1}` })),
    tests: TESTS.map((name) => ({ name, tool: 'sysbench', script: `oltp_${name.replaceAll('-', '_')}` })),
    rounds: { mostSteal: 1 },
    seconds: 1,
    warmup: 0,
    monitors: [],
    server: { name: server },
  });
}

const folder = await mkdtemp(path.join(tmpdir(), 'basecase-agents-'));
await chmod(folder, 0o755);
await mkdir(path.join(folder, 'bin'));
await writeFile(path.join(folder, 'bin/sysbench'), SYSBENCH, { mode: 0o755 });
const hasWeb = existsSync(serverFile);
const world = await createWorld({ hasWeb });
const database = openDatabase(world.databaseUrl);
const routes = hasWeb ? null : await serveRoutes(world.databaseUrl, world.blobs);
const url = routes?.url ?? world.url ?? '';
console.log(hasWeb ? 'with the built web server' : 'with the route handlers: no web app is built');
const { token } = await createToken(database, { name: 'agents', role: 'upload' });

async function call<T>(method: string, place: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/${place}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const logs = new Map<string, string>();

function startAgent(name: string): ChildProcess {
  const args = [CLI, 'agent', path.join(folder, `${name}.json`), '--url', url, '--token', token];
  const times = ['--name', name, '--poll', '1', '--lease', `${LEASE}`, '--state', path.join(folder, name)];
  const env = { ...process.env, PATH: `${path.join(folder, 'bin')}:${process.env.PATH}` };
  const child = spawn(process.execPath, [...args, ...times], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const keep = (text: Buffer) => void logs.set(name, (logs.get(name) ?? '') + text);
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return child;
}

const listed = async () => (await call<{ plans: AgentPlan[] }>('GET', 'plans')).plans;
const accepted = (found: readonly AgentPlan[]) => found.reduce((sum, { done }) => sum + done.length, 0);

const begun = performance.now();
const problems: string[] = [];
const agents = new Map<string, ChildProcess>();
/** Sessions that an agent finished after a kill with the plan of another one. */
let taken = 0;
try {
  for (let plan = 0; plan < plans; plan += 1) {
    await call('POST', 'plans', { builds: BUILDS, tests: plan % 2 ? TESTS.slice(0, 1) : [], sessions });
  }
  for (const name of ['a', 'b']) {
    await writeFile(path.join(folder, `${name}.json`), planText(`agent ${name}`));
    agents.set(name, startAgent(name));
  }
  for (let kill = 1; kill <= kills; kill += 1) {
    // Spread over the plans, at any moment of a session.
    const from = Math.floor(((kill - 1) * plans * sessions) / (kills + 1));
    while (accepted(await listed()) < from) await sleep(200);
    await sleep(random.between(500, 5000));
    const name = random.between(0, 2) < 1 ? 'a' : 'b';
    const child = agents.get(name);
    if (child && child.exitCode === null) {
      child.kill('SIGKILL');
      await ended(child);
    } else problems.push(`agent ${name} had ended by itself`);
    console.log(`kill ${kill}: agent ${name}, ${accepted(await listed())} sessions accepted`);
    if (kill % 3 === 0) await sleep(2 * LEASE * 1000);
    agents.set(name, startAgent(name));
  }
  const late = performance.now() + 600_000;
  while ((await listed()).some(({ state }) => state !== 'done') && performance.now() < late) await sleep(500);
  // Accepted sessions are read.
  const waiting = `SELECT count(*)::int AS count FROM uploads WHERE state IN ('queued', 'reading')`;
  while ((await database.pool.query(waiting)).rows[0].count > 0 && performance.now() < late) await sleep(500);

  const found = await listed();
  for (const { id, state, done, error } of found) {
    const numbers = done.map(({ session }) => session);
    const isRight = numbers.length === sessions && numbers.every((one, index) => one === index + 1);
    if (state !== 'done' || !isRight)
      problems.push(`plan ${id} is ${state}: sessions ${numbers}, ${error ?? ''}`);
    if (new Set(done.map(({ agent }) => agent)).size > 1) taken += 1;
  }
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM uploads) AS uploads,
       (SELECT count(*)::int FROM uploads WHERE state = 'stored') AS stored,
       (SELECT count(*)::int FROM runs) AS runs, (SELECT count(*)::int FROM results) AS results,
       (SELECT count(DISTINCT rounds ->> 'id')::int FROM runs) AS recordings,
       (SELECT count(*)::int FROM variants) AS columns`,
  );
  const all = plans * sessions;
  // Half of the plans have one test.
  const results = BUILDS.length * sessions * (plans + Math.ceil(plans / 2));
  const runs = all * BUILDS.length;
  const expected = { uploads: all, stored: all, runs, results, recordings: all, columns: BUILDS.length };
  for (const [what, count] of Object.entries(expected)) {
    if (rows[0][what] !== count) problems.push(`${rows[0][what]} ${what}, expected ${count}`);
  }
  console.log(rows[0]);
  const unread = `SELECT id, state, error_code, error_message FROM uploads WHERE state <> 'stored'`;
  for (const row of (await database.pool.query(unread)).rows) problems.push(JSON.stringify(row));
} finally {
  for (const child of agents.values()) {
    child.kill('SIGINT');
    await ended(child);
  }
  await database.close();
  routes?.close();
  await world.close();
}
for (const name of agents.keys()) {
  const left = (await readdir(path.join(folder, name))).filter((file) => file.startsWith('plan-'));
  if (left.length > 0) problems.push(`agent ${name} left ${left}`);
}
for (const entry of await readdir('/proc')) {
  const environment = await readFile(`/proc/${entry}/environ`, 'latin1').catch(() => '');
  if (/^\d+$/.test(entry) && Number(entry) !== process.pid && environment.includes(`${folder}/bin:`))
    problems.push(`process ${entry} of an agent still runs`);
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(
  `${plans} plans × ${sessions} sessions, ${kills} kills, ${taken} plans with sessions of both agents, ${minutes} minutes`,
);
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0)
  for (const [name, text] of logs) console.error(`--- agent ${name}\n${text.slice(-4000)}`);
else await rm(folder, { recursive: true, force: true });
console.log(
  problems.length === 0 ? 'Nothing is lost or done twice.' : `${problems.length} problems, see ${folder}`,
);
process.exit(problems.length === 0 ? 0 : 1);
