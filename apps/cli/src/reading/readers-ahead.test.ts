import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readersAhead } from '../main';
import { makeTemporaryDirectory } from '../testing/run-directory';
import { threadsFor } from './threads';

/** So large that a second thread is worth its start. */
const LOG = Buffer.alloc(4 * 1024 * 1024, 'x\n');
const paths: string[] = [];
let remove: () => Promise<void>;

beforeAll(async () => {
  const made = await makeTemporaryDirectory();
  remove = made.remove;
  for (const name of ['x.my8043.z12a', 'x.my9500.z12a']) {
    const directory = join(made.path, name);
    await mkdir(directory);
    await writeFile(join(directory, 'log'), LOG);
    paths.push(directory);
  }
});
afterAll(() => remove());

function counted() {
  const opened: Worker[] = [];
  const open = () => {
    const { port1 } = new MessageChannel();
    const worker = port1 as unknown as Worker;
    opened.push(worker);
    return worker;
  };
  return { opened, open };
}

describe('threads that are started before their command', () => {
  it('are as many as its paths are read by, and are given out before new ones', () => {
    const { opened, open } = counted();
    const take = readersAhead(['compare', ...paths, '--metric', 'all'], open);
    const ahead = threadsFor(paths) - 1;
    expect(opened).toHaveLength(ahead);
    const before = [...opened];
    expect(before.map(() => take())).toEqual(before);
    take();
    expect(opened).toHaveLength(ahead + 1);
    for (const worker of opened) (worker as unknown as { close(): void }).close();
  });

  it('are none for commands that read no path, or one', () => {
    for (const args of [['token', ...paths], ['parse', ...paths.slice(1)], ['compare', 'a', 'b'], []]) {
      const { opened, open } = counted();
      readersAhead(args, open);
      expect(opened).toEqual([]);
    }
  });

  it('are not given out when they have ended', () => {
    const { opened, open } = counted();
    const take = readersAhead(['compare', ...paths], open);
    const [ended] = opened;
    ended?.emit('exit', 1);
    expect(take()).not.toBe(ended);
    for (const worker of opened) (worker as unknown as { close(): void }).close();
  });
});
