import { expect, it } from 'vitest';
import { NotSharedError, PageCache } from './page-cache';
import type { Rendered } from './render-apart';
import type { SharedRequest } from './shared-request';

const request = (url: string): SharedRequest => ({
  url,
  lane: 'render',
  headers: {},
  visit: { address: null, host: 'a', scheme: 'http', isForwarded: false },
  key: url,
});
const answer = (text: string, more: Partial<Rendered> = {}): Rendered => ({
  status: 200,
  headers: { 'content-type': 'image/png' },
  body: Buffer.from(text),
  ...more,
});
const here = () => new AbortController().signal;

/** A cache whose answers are made when the test lets them. */
function open(maxBytes = 400_000) {
  const state = { newest: 1, holds: false, time: 0 };
  const made: {
    url: string;
    abandoned: AbortSignal;
    give: (it: Rendered) => void;
    fail: (e: Error) => void;
  }[] = [];
  const cache = new PageCache({
    answers: {
      readEpochs: async () => ({ newest: state.newest, shared: 1, ofHeatmap: () => 0, lineage: 0 }),
      holds: async (_, { madeAt }) => madeAt === state.newest || state.holds,
    },
    maxBytes,
    now: () => state.time,
    render: ({ url }, abandoned) =>
      new Promise((give, fail) => {
        made.push({ url, abandoned, give, fail });
      }),
  });
  return { cache, made, state };
}
/** Lets everything go on that waits for nothing but a turn. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('makes an answer once for all who ask at the same time, and keeps it', async () => {
  const { cache, made } = open();
  const asked = Array.from({ length: 200 }, () => cache.get(request('/a'), here()));
  await settle();
  expect(made).toHaveLength(1);
  made[0]?.give(answer('a'));
  const uses = (await Promise.all(asked)).map(({ use }) => use);
  expect(uses.filter((use) => use === 'miss')).toHaveLength(1);
  expect(uses.filter((use) => use === 'joined')).toHaveLength(199);
  expect((await cache.get(request('/a'), here())).use).toBe('hit');
  expect(made).toHaveLength(1);
});

it('makes it again after a write, also when it was being made before', async () => {
  const { cache, made, state } = open();
  const before = cache.get(request('/a'), here());
  await settle();
  state.newest = 2;
  const after = cache.get(request('/a'), here());
  await settle();
  expect(made).toHaveLength(2);
  made[1]?.give(answer('new'));
  await after;
  made[0]?.give(answer('old'));
  expect((await before).answer.parts.join()).toBe('old');
  expect((await cache.get(request('/a'), here())).answer.parts.join()).toBe('new');
});

it('keeps it over a write of something else', async () => {
  const { cache, made, state } = open();
  const asked = cache.get(request('/a'), here());
  await settle();
  made[0]?.give(answer('a'));
  await asked;
  state.newest = 2;
  state.holds = true;
  expect((await cache.get(request('/a'), here())).use).toBe('hit');
  state.newest = 3;
  state.holds = false;
  const again = cache.get(request('/a'), here());
  await settle();
  made[1]?.give(answer('b'));
  expect((await again).use).toBe('miss');
  expect(cache.entries).toBe(1);
});

it('keeps it for five minutes at most: what a page says of the time is never older', async () => {
  const { cache, made, state } = open();
  const asked = cache.get(request('/a'), here());
  await settle();
  made[0]?.give(answer('a'));
  await asked;
  state.time = 5 * 60_000 - 1;
  expect((await cache.get(request('/a'), here())).use).toBe('hit');
  state.time += 1;
  const again = cache.get(request('/a'), here());
  await settle();
  made[1]?.give(answer('b'));
  expect((await again).use).toBe('miss');
});

it('keeps no failure, no other status, and shares no cookie', async () => {
  const { cache, made } = open();
  const ask = async (give: (it: (typeof made)[number]) => void) => {
    const asked = cache.get(request('/a'), here());
    await settle();
    const last = made.at(-1);
    if (last) give(last);
    return asked;
  };
  await expect(ask(({ fail }) => fail(new Error('cut')))).rejects.toThrow('cut');
  await expect(ask(({ give }) => give(answer('a', { headers: { 'set-cookie': 'x=1' } })))).rejects.toThrow(
    NotSharedError,
  );
  expect((await ask(({ give }) => give(answer('none', { status: 404 })))).answer.status).toBe(404);
  expect((await ask(({ give }) => give(answer('a')))).use).toBe('miss');
  expect(made).toHaveLength(4);
});

it('cancels an answer only when the last visitor left', async () => {
  const { cache, made } = open();
  const visitors = [new AbortController(), new AbortController()];
  const asked = visitors.map(({ signal }) => cache.get(request('/a'), signal));
  await settle();
  visitors[0]?.abort(new Error('left'));
  expect(made[0]?.abandoned.aborted).toBe(false);
  visitors[1]?.abort(new Error('left'));
  expect(made[0]?.abandoned.aborted).toBe(true);
  // A visitor who arrives now does not wait for an answer that will not be made.
  const late = cache.get(request('/a'), here());
  await settle();
  expect(made).toHaveLength(2);
  made[1]?.give(answer('a'));
  expect((await late).answer.parts.join()).toBe('a');
  made[0]?.fail(new Error('left'));
  for (const each of await Promise.allSettled(asked)) expect(each.status).toBe('rejected');
});

it('holds no more bytes than it may, and lets go what was not asked for longest', async () => {
  const { cache, made } = open(400_000);
  const load = async (url: string) => {
    const asked = cache.get(request(url), here());
    await settle();
    const last = made.at(-1);
    if (last?.url === url) last.give(answer('x'.repeat(75_000)));
    return (await asked).use;
  };
  for (const url of ['/1', '/2', '/3', '/4']) expect(await load(url)).toBe('miss');
  expect(await load('/1')).toBe('hit');
  expect(await load('/5')).toBe('miss');
  expect(cache.bytes).toBeLessThanOrEqual(400_000);
  expect(cache.entries).toBe(4);
  expect(await load('/1')).toBe('hit');
  const asked = cache.get(request('/2'), here());
  await settle();
  expect(made.at(-1)?.url).toBe('/2');
  made.at(-1)?.give(answer('x'.repeat(200_000)));
  await asked;
  // One that is too large pushes out nothing.
  expect(cache.entries).toBe(4);
});

it('counts the memory of an entry besides its answer: thousands of addresses with short answers are bounded too', async () => {
  const { cache, made } = open(400_000);
  for (let i = 0; i < 200; i += 1) {
    const asked = cache.get(request(`/?q=${'x'.repeat(2000)}${i}`), here());
    await settle();
    made.at(-1)?.give(answer('[]'));
    await asked;
  }
  expect(cache.entries).toBeGreaterThan(0);
  // A block that short buffers are cut from has 8 KB, and an address 2.
  expect(cache.entries * (8192 + 2000)).toBeLessThanOrEqual(400_000);
});
