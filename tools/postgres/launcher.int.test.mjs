import { fork } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../bootstrap/instance/processes.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { startPostgres } from './launcher.mjs';

/** @type {string} */
let home;
beforeAll(() => {
  home = path.join(mkdtempSync(path.join(tmpdir(), 'basecase-launcher-')), 'postgres');
});
afterAll(() => rmSync(path.dirname(home), { recursive: true, force: true }));

const dataDir = () => path.join(home, 'data');
const start = () => startPostgres({ home, port: 0, durable: false });

/**
 * One value from the server.
 * @param {string} url
 * @param {string} sql
 */
async function ask(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/**
 * Starts a server from another process and returns that process and what it told.
 * @returns {Promise<{ parent: import('node:child_process').ChildProcess; pid: number; guardian: number; url: string }>}
 */
async function startInAnotherProcess() {
  const parent = fork(path.join(import.meta.dirname, 'testing/hold-server.mjs'), [home]);
  const [told] = await Promise.race([
    new Promise((resolve) => parent.once('message', (message) => resolve([message]))),
    new Promise((_, reject) => parent.once('exit', (code) => reject(new Error(`parent ended with ${code}`)))),
  ]);
  return { parent, .../** @type {{ pid: number; guardian: number; url: string }} */ (told) };
}

/**
 * Names, sizes and times of all files below a directory.
 * @param {string} directory
 */
function treeOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`);
}

/** @param {import('node:child_process').ChildProcess} child */
const killed = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

describe('startPostgres', () => {
  it('creates a cluster once, keeps its data, stops cleanly', async () => {
    const first = await start();
    expect(first.created).toBe(true);
    await ask(first.url, 'CREATE TABLE kept (n int)');
    await first.stop();
    expect(isRunning(first.pid, dataDir())).toBe(false);
    expect(existsSync(path.join(dataDir(), 'postmaster.pid'))).toBe(false);

    const second = await start();
    expect(second.created).toBe(false);
    expect(await ask(second.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    await second.stop();
    await second.stop(); // twice is harmless
    const log = readFileSync(path.join(home, 'server.log'), 'utf8');
    expect(log).toContain('database system is shut down');
    // The log survives restarts.
    expect(log.match(/^\S+Z start$/gm)?.length).toBeGreaterThan(1);
    for (const name of ['server.log', 'initdb.log'])
      expect(statSync(path.join(home, name)).mode & 0o777).toBe(0o640);
  });

  it('listens on loopback only, wants the password, and keeps it private', async () => {
    const server = await start();
    try {
      expect(await ask(server.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
      const wrong = new URL(server.url);
      wrong.password = 'guess';
      await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
      expect(statSync(path.join(home, 'cluster.json')).mode & 0o777).toBe(0o600);
      expect(existsSync(path.join(home, 'initial-password'))).toBe(false);
    } finally {
      await server.stop();
    }
  });

  it('takes a server down with a parent that is killed', async () => {
    const { parent, pid } = await startInAnotherProcess();
    expect(isRunning(pid, dataDir())).toBe(true);
    await killed(parent);
    expect(await waitUntil(() => !isRunning(pid, dataDir()), { timeoutMs: 120_000 })).toBe(true);
    expect(readFileSync(path.join(home, 'server.log'), 'utf8')).toContain('database system is shut down');
  });

  it('ends a server that was left running, and starts a new one', async () => {
    const { parent, pid, guardian } = await startInAnotherProcess();
    process.kill(guardian, 'SIGKILL');
    expect(await waitUntil(() => !isRunning(guardian), { timeoutMs: 120_000 })).toBe(true);
    await killed(parent);
    expect(isRunning(pid, dataDir())).toBe(true);

    const server = await start();
    try {
      expect(server.notices).toEqual([expect.stringContaining(`(process ${pid}) was ended`)]);
      expect(isRunning(pid, dataDir())).toBe(false);
      expect(await ask(server.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    } finally {
      await server.stop();
    }
  });

  it('starts although a pid file names a process that is something else', async () => {
    writeFileSync(
      path.join(dataDir(), 'postmaster.pid'),
      `${process.pid}\n${dataDir()}\n1763681000\n54329\n\n\n\nready\n`,
    );
    const server = await start();
    expect(server.notices).toEqual([]);
    await server.stop();
  });

  it('does a creation again that was interrupted', async () => {
    const unfinished = path.join(home, '../unfinished/postgres');
    mkdirSync(path.join(unfinished, 'data/base'), { recursive: true });
    writeFileSync(path.join(unfinished, 'data/PG_VERSION'), '18\n');
    const server = await startPostgres({ home: unfinished, port: 0, durable: false });
    try {
      expect(server.created).toBe(true);
      expect(await ask(server.url, 'SELECT 1')).toBe(1);
    } finally {
      await server.stop();
    }
  });

  it('refuses the data of another major version, says the way out, and touches nothing', async () => {
    const version = path.join(dataDir(), 'PG_VERSION');
    const ours = readFileSync(version, 'utf8');
    writeFileSync(version, '17\n');
    const before = treeOf(home);
    try {
      await expect(start()).rejects.toMatchObject({
        message: expect.stringMatching(
          /is of PostgreSQL 17, and .* brings PostgreSQL 18\. Nothing was changed/,
        ),
        hint: expect.stringMatching(/basecase backup FILE.*rename .*basecase restore FILE/s),
      });
      expect(treeOf(home)).toEqual(before);
    } finally {
      writeFileSync(version, ours);
    }
    const server = await start();
    expect(await ask(server.url, 'SELECT count(*)::int FROM kept')).toBe(0);
    await server.stop();
  });

  it('never removes a used database whose password file is lost', async () => {
    rmSync(path.join(home, 'cluster.json'));
    await expect(start()).rejects.toThrow('has lost its password file');
    expect(existsSync(path.join(dataDir(), 'PG_VERSION'))).toBe(true);
  });
});
