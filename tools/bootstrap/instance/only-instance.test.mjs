import { fork } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const INSTANCE = path.join(import.meta.dirname, '../testing/instance.mjs');
/** @type {string} */
let state;
/** @type {import('node:child_process').ChildProcess[]} */
let children = [];
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'basecase-instance-'));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(killed));
  rmSync(state, { recursive: true, force: true });
});

/** @param {...string} options */
function start(...options) {
  const child = fork(INSTANCE, options, { env: { ...process.env, BASECASE_STATE: state } });
  children.push(child);
  /** @type {Record<string, any>[]} */
  const told = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  child.on('message', (message) => {
    told.push(/** @type {Record<string, any>} */ (message));
    for (const wake of waiting.splice(0)) wake();
  });
  return {
    child,
    told,
    /**
     * The first message with this key.
     * @param {string} key
     */
    async hears(key) {
      for (;;) {
        const message = told.find((each) => key in each);
        if (message) return message[key];
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      }
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
const killed = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

it('keeps other users out of the state directory, also of one that an earlier version made', async () => {
  const isRoot = process.getuid?.() === 0;
  chmodSync(state, 0o755);
  // Root lets another user pass: PostgreSQL runs as one.
  if (isRoot) chownSync(state, 1, 1);
  const child = fork(INSTANCE, [], {
    env: { ...process.env, BASECASE_STATE: state },
    ...(isRoot && { uid: 1, gid: 1 }),
  });
  children.push(child);
  await new Promise((resolve) => child.once('message', resolve));
  expect(statSync(state).mode & 0o777).toBe(0o700);
});

describe('becomeOnlyInstance', () => {
  it('tells where the one runs that is healthy', async () => {
    const first = start();
    await first.hears('became');
    first.child.send('run');
    const url = await first.hears('serving');
    expect(await start().hears('running')).toBe(url);
  });

  it('waits for the end of one that is stopping, prints that, and takes its place', async () => {
    const first = start();
    await first.hears('became');
    first.child.send('run');
    await first.hears('serving');
    first.child.kill('SIGTERM');
    await first.hears('stopping');
    const second = start();
    expect(await second.hears('said')).toBe(
      `Basecase is stopping (process ${first.child.pid}); waiting for its end …`,
    );
    expect(second.told).toHaveLength(1);
    first.child.send('end');
    expect(await second.hears('became')).toBe(second.child.pid);
  });

  it('gives up one that hangs while it stops, and says how to end it', async () => {
    const first = start();
    await first.hears('became');
    first.child.kill('SIGTERM');
    await first.hears('stopping');
    const problem = await start('--impatient').hears('problem');
    expect(problem).toMatch(/is stopping \(process \d+\) has not ended after/);
    expect(problem).toContain(`kill -9 ${first.child.pid}`);
  });

  it('says of one that runs and is not healthy what it answered, and how to end it', async () => {
    const first = start('--sick');
    await first.hears('became');
    first.child.send('run');
    await first.hears('serving');
    const problem = await start('--impatient').hears('problem');
    expect(problem).toContain('is not healthy; last: 503');
    expect(problem).toContain(`kill ${first.child.pid}`);
  });

  it('waits for one that is being started, and tells where it runs', async () => {
    const first = start();
    await first.hears('became');
    const second = start();
    expect(await second.hears('said')).toContain('is being started');
    first.child.send('run');
    expect(await second.hears('running')).toBe(await first.hears('serving'));
  });

  it('takes the place of one that is killed while it is waited for', async () => {
    const first = start();
    await first.hears('became');
    const second = start();
    await second.hears('said');
    await killed(first.child);
    expect(await second.hears('became')).toBe(second.child.pid);
  });

  it('starts once when several start at once over what a killed one left', async () => {
    writeFileSync(path.join(state, 'start.lock'), String(2 ** 22 + 1));
    writeFileSync(
      path.join(state, 'runtime.json'),
      JSON.stringify({ pid: 2 ** 22 + 1, databaseUrl: '', url: 'http://127.0.0.1:1' }),
    );
    const all = [1, 2, 3, 4, 5].map(() => start());
    const first = await Promise.race(all.map((each) => each.hears('became').then(() => each)));
    first.child.send('run');
    const url = await first.hears('serving');
    const others = all.filter((each) => each !== first);
    expect(await Promise.all(others.map((each) => each.hears('running')))).toEqual(others.map(() => url));
    expect(existsSync(path.join(state, 'start.lock'))).toBe(true);
  });
});
