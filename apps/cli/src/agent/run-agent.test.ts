import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AgentPlan, ClaimBody } from '@basecase/contract/agent';
import { readUpload } from '@basecase/ingest';
import { sysbenchLog } from '@basecase/ingest/testing/sysbench-log';
import { planSchema, type RecordEvent, recordSession, removeSession } from '@basecase/record';
import { TEST_PLAN } from '@basecase/views/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';

/** Prints what sysbench 1.0 prints of a second, and notes each call: 1000 queries of 17.1, 900 of others. */
const SYSBENCH = `
echo "$BASECASE_VARIANT" >> calls
n=900; [ "$BASECASE_VARIANT" != 17.1 ] || n=1000
cat <<END
${sysbenchLog({
  events: '$n',
  perSecond: '$n.00',
  seconds: '1.0000',
  latency: ['0.50', '1.00', '2.00', '1.50', '$n.00'],
  busy: '0.9900',
})}END
`;

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'basecase-agent-'));
  // Servers run as another user when the tests run as root.
  chmodSync(cwd, 0o755);
  writeFileSync(join(cwd, 'sysbench.sh'), SYSBENCH);
  writeFileSync(join(cwd, 'calls'), '');
  writeFileSync(join(cwd, 'builds.json'), JSON.stringify(planOf()));
  return () => rmSync(cwd, { recursive: true });
});

/** Builds whose servers are none; `broken` cannot be started. */
function planOf(rounds = 1) {
  const server = { starter: 'commands', start: 'true', ready: 'true' };
  return {
    basecase: 1,
    variants: [
      { ...server, version: '17.1' },
      { ...server, version: '17.2' },
      { ...server, version: '17.3', name: 'broken', start: 'echo no such disk; exit 3', ready: 'false' },
    ],
    tests: [
      { name: 'read-only', tool: 'command', command: `cd '${cwd}' && sh sysbench.sh`, parse: 'sysbench' },
    ],
    rounds: { least: rounds, most: rounds, mostSteal: 1 },
    seconds: 1,
    warmup: 0,
    monitors: [],
    server: { name: 'pn53' },
  };
}

/** Which builds were measured, call by call. */
const calls = () => readFileSync(join(cwd, 'calls'), 'utf8').trim().split('\n').filter(Boolean);

/** Version, and queries per second of each repeat. */
async function resultsOf(session: string) {
  const { runs } = await readUpload(session, { unknown: 'repeats' });
  return runs.map(({ server, variant, results }) => [
    `${server?.name} ${variant.version}`,
    results.map(({ measurements }) => measurements.find(({ metric }) => metric === 'throughput')?.value),
  ]);
}

describe('recordSession', () => {
  it('continues a session that was ended, and measures a finished one never again', async () => {
    const directory = join(cwd, 'session');
    const whole = planOf(3);
    const plan = planSchema.parse({ ...whole, variants: whole.variants.slice(0, 2) });
    const run = (onEvent: (event: RecordEvent) => void = () => {}, signal = new AbortController().signal) =>
      recordSession({ plan, directory, dataDirectory: null, env: process.env, signal, onEvent });
    const stop = new AbortController();
    const ended = run((event) => {
      if (event.type === 'round-begins' && event.round === 3) stop.abort(new Error('Ctrl C'));
    }, stop.signal);
    await expect(ended).rejects.toThrow('Ctrl C');
    expect(calls()).toHaveLength(4);

    const file = await run();
    expect(await run()).toBe(file);
    expect(calls()).toHaveLength(6);
    expect(await resultsOf(file)).toEqual([
      ['pn53 17.1', [1000, 1000, 1000]],
      ['pn53 17.2', [900, 900, 900]],
    ]);
    await removeSession(directory);
    expect(existsSync(directory)).toBe(false);
  });
});

/** What a server keeps of one plan, as the routes of agents answer. Their own tests are of the routes. */
interface Answers {
  /** A status instead of the answer. */
  refuse?: (path: string) => number | undefined;
  now?: string;
}

async function startServer(part: Partial<AgentPlan>, answers: Answers = {}) {
  const own = { id: '7', builds: ['17.1', '17.2'], sessions: 1, by: 'local', done: [] };
  const plan: AgentPlan = { ...TEST_PLAN, ...own, ...part };
  const seen = { claims: [] as ClaimBody[], uploads: [] as Record<string, string>[] };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await buffer(request);
    const reply = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const refusal = answers.refuse?.(pathname);
    if (refusal !== undefined) return reply(refusal, { title: `status ${refusal}` });
    if (pathname === '/api/v1/uploads') {
      const query = Object.fromEntries(searchParams);
      seen.uploads.push(query);
      if (query['plan'] !== plan.id) return reply(409, { title: 'This session was accepted before.' });
      writeFileSync(join(cwd, `${query['session']}.tar.gz`), body);
      const accepted = { session: Number(query['session']), agent: query['agent'] ?? '', upload: '1' };
      plan.done.push({ ...accepted, acceptedAt: plan.createdAt });
      if (plan.done.length === plan.sessions) plan.state = 'done';
      return reply(202, { id: '1' });
    }
    const json = JSON.parse(body.toString());
    if (pathname.endsWith('/fail')) Object.assign(plan, { state: 'failed', error: json.reason });
    if (!pathname.endsWith('/claim')) return reply(200, plan);
    seen.claims.push(json);
    const isOpen = plan.state === 'queued' || plan.state === 'running';
    if (isOpen) Object.assign(plan, { state: 'running', heldBy: json.agent });
    reply(200, { plan: isOpen ? plan : null, now: answers.now ?? new Date().toISOString() });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { plan, seen, url, close };
}

describe('basecase agent', () => {
  let server: Awaited<ReturnType<typeof startServer>> | null = null;
  afterEach(() => server?.close());

  async function runAgent(part: Partial<AgentPlan>, answers: Answers = {}) {
    server = await startServer(part, answers);
    const { url, plan, seen } = server;
    const { code, stderr } = await runCaptured(
      ['agent', 'builds.json', '--url', url, '--name', 'a', '--state', 'state', '--once'],
      { cwd },
    );
    return { code, stderr, plan, ...seen };
  }

  it('measures the sessions that a plan lacks, and sends each of them once', async () => {
    const first = { session: 1, agent: 'b', upload: '1', acceptedAt: '2026-11-28T00:00:00.000Z' };
    const { code, stderr, plan, claims, uploads } = await runAgent({ sessions: 2, done: [first] });
    expect(stderr).toContain('plan 7 is done');
    expect([code, plan.state]).toEqual([0, 'done']);
    expect(claims[0]).toMatchObject({
      agent: 'a',
      menus: [{ builds: ['17.1', '17.2', 'broken'], tests: ['read-only', 'read-only:100'] }],
    });
    expect(uploads).toEqual([
      expect.objectContaining({ plan: '7', session: '2', agent: 'a', unknown: 'repeats' }),
    ]);
    expect(calls().sort()).toEqual(['17.1', '17.2']);
    expect(await resultsOf(join(cwd, '2.tar.gz'))).toEqual([
      ['pn53 17.1', [1000]],
      ['pn53 17.2', [900]],
    ]);
    expect(readdirSync(join(cwd, 'state')).filter((name) => name.startsWith('plan-'))).toEqual([]);
  });

  it('reports a plan whose build cannot be started, and one that its files do not have', async () => {
    const broken = await runAgent({ builds: ['17.1', 'broken'] });
    expect([broken.code, broken.plan.state, broken.uploads]).toEqual([0, 'failed', []]);
    expect(broken.plan.error).toMatch(/^broken was given up: .*no such disk/s);
    server?.close();
    const unknown = await runAgent({ builds: ['17.1', '18.0'] });
    expect(unknown.plan.error).toBe('the config of the agent has lost a build or a test of the plan');
  });

  it('sends a finished session of another plan, and removes it when it is not needed', async () => {
    mkdirSync(join(cwd, 'state/plan-3-2'), { recursive: true });
    writeFileSync(join(cwd, 'state/plan-3-2/session.tar.gz'), 'bytes');
    mkdirSync(join(cwd, 'state/plan-3-3'));
    const { code, stderr, uploads } = await runAgent({ state: 'cancelled' });
    expect(code).toBe(0);
    expect(uploads).toEqual([expect.objectContaining({ plan: '3', session: '2' })]);
    expect(stderr).toContain('plan 3, session 2 was not needed: This session was accepted before.');
    expect(readdirSync(join(cwd, 'state')).filter((name) => name.startsWith('plan-'))).toEqual([]);
    expect(calls()).toEqual([]);
  });

  it.each([400, 413, 422])(
    'keeps a session that is refused with %i, and fails its plan once',
    async (status) => {
      const first = await runAgent(
        {},
        { refuse: (path) => (path.endsWith('/uploads') ? status : undefined) },
      );
      expect([first.code, first.plan.state]).toEqual([0, 'failed']);
      expect(first.plan.error).toBe(`The server refused session 1: status ${status}`);
      expect(existsSync(join(cwd, 'state/refused-7-1/session.tar.gz'))).toBe(true);
      expect(first.stderr).toContain('was refused and is kept');
    },
  );

  it('ends when its token is refused, and keeps the session for its next start', async () => {
    let isRevoked = true;
    const refuse = (path: string) => (isRevoked && path.endsWith('/uploads') ? 401 : undefined);
    const ended = await runAgent({}, { refuse });
    expect([ended.code, ended.plan.state]).toEqual([1, 'running']);
    expect(ended.stderr).toContain('status 401');
    expect(calls()).toHaveLength(2);
    isRevoked = false;
    const { code } = await runCaptured(
      ['agent', 'builds.json', '--url', server?.url ?? '', '--name', 'a', '--state', 'state', '--once'],
      { cwd },
    );
    expect([code, ended.plan.state, calls().length]).toEqual([0, 'done', 2]);
  });

  it('sends a session again while the server is full or away', async () => {
    let tries = 0;
    const refuse = (path: string) => {
      if (!path.endsWith('/uploads')) return undefined;
      tries += 1;
      return tries === 1 ? 507 : undefined;
    };
    const { code, plan, stderr } = await runAgent({}, { refuse });
    expect([code, plan.state, tries]).toEqual([0, 'done', 2]);
    expect(stderr).toContain('Next try in 1 s');
  });

  it.each([
    [-3, 'ahead of'],
    [3, 'behind'],
  ])('notes a clock of the server that is %i hours off', async (hours, word) => {
    const now = new Date(Date.now() + hours * 3_600_000).toISOString();
    const { stderr, code } = await runAgent({ state: 'cancelled' }, { now });
    expect(code).toBe(0);
    expect(stderr).toContain(`the clock of this machine is 3 h ${word} the server`);
  });

  it('tells the server the same directory at each start', async () => {
    const { claims } = await runAgent({ state: 'cancelled' });
    server?.close();
    const again = await runAgent({ state: 'cancelled' });
    expect(claims[0]?.instance).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.claims[0]?.instance).toBe(claims[0]?.instance);
  });

  it('names a tool that is missing', async () => {
    const tests = [{ name: 'read-only', tool: 'command', command: 'no-such-tool', parse: 'sysbench' }];
    writeFileSync(join(cwd, 'builds.json'), JSON.stringify({ ...planOf(), tests }));
    const { code, plan } = await runAgent({});
    expect([code, plan.state]).toEqual([0, 'failed']);
    expect(plan.error).toMatch(/no-such-tool/);
  });
});
