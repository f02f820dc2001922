import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endOrphans } from '../journal/recording-directory';
import { identify, isAlive } from './process-id';
import { openProcesses } from './processes';

const folder = mkdtempSync(join(tmpdir(), 'basecase-orphans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (file: string, id: string, signal = new AbortController().signal) =>
  openProcesses({ file, id, env: process.env, signal });

describe('processes that a killed recorder left', () => {
  it('are ended by pid and start time, a group as a whole', async () => {
    const file = join(folder, 'list');
    const processes = open(file, 'test-list');
    const one = processes.start('sleep', ['60']);
    const group = processes.start('sh', ['-c', 'sleep 60 & wait'], { group: true });
    const ended = await endOrphans(file, 'test-list');
    expect(ended.map(({ pid }) => pid).sort()).toEqual(expect.arrayContaining([one.pid, group.pid].sort()));
    expect((await one.ended).signal).toBe('SIGTERM');
    expect((await group.ended).signal).toBe('SIGTERM');
  });

  it('are found by their mark when they were not written down any more', async () => {
    const child = spawn('sleep', ['60'], { env: { ...process.env, BASECASE_RECORDING: 'test-mark' } });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const ended = await endOrphans(join(folder, 'none'), 'test-mark');
    expect(ended.map(({ pid }) => pid)).toEqual([child.pid]);
    await gone;
  });

  it('are not mistaken for another process that has the pid now', async () => {
    const child = spawn('sleep', ['60']);
    const who = identify(child.pid ?? 0);
    const file = join(folder, 'other');
    const line = {
      ...who,
      startTicks: (who?.startTicks ?? 0) - 1,
      group: false,
      signal: 'SIGKILL',
      what: 'sleep',
    };
    writeFileSync(file, `${JSON.stringify(line)}\n{"pid":`);
    expect(await endOrphans(file, 'test-other')).toEqual([]);
    expect(who && isAlive(who)).toBe(true);
    child.kill();
  });
});

describe('processes of a recording', () => {
  it('give the reason for a failure', async () => {
    const processes = open(join(folder, 'fail'), 'test-fail');
    await expect(processes.run('sh', ['-c', 'echo no table >&2; exit 3'])).rejects.toThrow(
      'ended with code 3\nno table',
    );
    await expect(processes.run('/not/there', [])).rejects.toThrow('could not be started');
  });

  it('end when the recording does, and none is started after that', async () => {
    const stop = new AbortController();
    const file = join(folder, 'abort');
    const processes = open(file, 'test-abort', stop.signal);
    const running = processes.run('sleep', ['60']);
    stop.abort(new Error('ended'));
    await expect(running).rejects.toThrow('ended');
    expect(() => processes.start('true', [])).toThrow('ended');
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  });
});
