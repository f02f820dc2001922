import { join } from 'node:path';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';
import { readOutcome } from './outcome';
import { ReadingQueue } from './read-paths';
import { serve } from './reader';

const NAMES = Array.from({ length: 9 }, (_, index) => `x.my${8030 + index}_rel.z12a_c8r32.pk1`);
let root = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: root, remove } = await makeTemporaryDirectory());
  for (const [index, name] of NAMES.entries())
    await writeRunDirectory(join(root, name), { 'scan.range100': 100 + index, 'insert.range100': 7 });
});
afterAll(() => remove());

/** What a thread does, in this one, over the channel that a thread has. */
function openReader(): Worker {
  const { port1, port2 } = new MessageChannel();
  serve(port2);
  return Object.assign(port1, { terminate: async () => port1.close() }) as unknown as Worker;
}

/** A thread that ends as soon as it is asked for anything. */
function openBroken(): Worker {
  const { port1, port2 } = new MessageChannel();
  port2.on('message', () => port2.close());
  port1.on('close', () => port1.emit('exit', 1));
  return Object.assign(port1, { terminate: async () => port1.close() }) as unknown as Worker;
}

const requests = () => [...NAMES, 'no-such-run'].map((name) => ({ path: join(root, name) }));

async function readAll(threads: number, open: () => Worker) {
  using queue = new ReadingQueue(requests(), threads, open);
  const outcomes = [];
  for (const index of requests().keys()) outcomes.push(await queue.outcome(index));
  return outcomes;
}

describe('paths that several threads read', () => {
  it('are the same, in the same order, however many there are', async () => {
    const expected = await Promise.all(requests().map(readOutcome));
    expect(expected.map((outcome) => 'upload' in outcome)).toEqual([...NAMES.map(() => true), false]);
    for (const threads of [1, 2, 4]) expect(await readAll(threads, openReader)).toEqual(expected);
  });

  it('are read here when a thread ends', async () => {
    expect(await readAll(3, openBroken)).toEqual(await Promise.all(requests().map(readOutcome)));
  });
});
