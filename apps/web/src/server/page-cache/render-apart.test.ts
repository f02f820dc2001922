import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { renderApart } from './render-apart';

type Shared = Parameters<typeof renderApart>[1];

const SHARED = { key: '/', url: '/', headers: {}, lane: 'render', visit: {} } as unknown as Shared;

it('keeps nothing of an answer once it was given, whoever holds the response', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held: ServerResponse[] = [];
  const given = async () => {
    const { body } = await renderApart((_, response) => {
      held.push(response);
      response.write(Buffer.alloc(1000, 'a'));
      response.end('b');
    }, SHARED);
    expect(body).toHaveLength(1001);
    return new WeakRef(body);
  };
  const body = await given();
  await setImmediate();
  collect();
  expect(held).toHaveLength(1);
  expect(body.deref()).toBeUndefined();
});

it('fails for an answer that the app breaks off', async () => {
  await expect(renderApart((_, response) => void response.destroy(), SHARED)).rejects.toThrow('broken off');
});
