import type { Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { letRequestsIn } from '../http-server';
import { guardRequests } from './http-gate';
import { askRaw, openServer } from './testing/open-server';
import { visits } from './visit';

const PRELOAD = path.join(import.meta.dirname, '../../../../../tools/bootstrap/hold-requests.mjs');

let server: Server | undefined;
afterAll(() => void server?.close());

it('stops requests that arrived before the gate was installed', async () => {
  Object.assign(process.env, { BASECASE_LOCAL: '1' });
  await import(pathToFileURL(PRELOAD).href);
  const answered: (string | null | undefined)[] = [];
  server = await openServer((_, response) => {
    answered.push(visits.getStore()?.host);
    response.end();
  });
  let arrived = 0;
  const both = new Promise<void>((resolve) => {
    server?.on('connection', (socket) => {
      socket.once('data', () => {
        arrived += 1;
        if (arrived === 2) setImmediate(resolve);
      });
    });
  });
  const own = askRaw(server, '/', { host: '127.0.0.1:3000' });
  const foreign = askRaw(server, '/', { host: 'evil.example' });
  await both;
  expect(answered).toEqual([]);
  guardRequests();
  letRequestsIn();
  expect([(await own).status, (await foreign).status]).toEqual([200, 421]);
  expect((await askRaw(server, '/', { host: 'evil.example' })).status).toBe(421);
  expect((await askRaw(server, '/', { host: 'localhost' })).status).toBe(200);
  expect(answered).toEqual(['127.0.0.1:3000', 'localhost']);
});
