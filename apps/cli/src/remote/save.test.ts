import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Io } from '../io';
import { runSave } from './save';

let cwd: string;
const asked: { url: string | undefined; token: string | undefined }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url, token: request.headers.authorization });
  if (request.url?.includes('/permalinks/gone')) {
    response.writeHead(404, { 'content-type': 'application/problem+json' });
    return void response.end(JSON.stringify({ title: 'No such permalink.' }));
  }
  response.end('<!DOCTYPE html>');
});
let base: string;
beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'basecase-save-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(cwd, { recursive: true, force: true });
});

async function save(permalink: string, options: { output?: string; token?: string } = {}): Promise<string> {
  let printed = '';
  const print = async (text: string) => {
    printed += text;
  };
  await runSave(permalink, options, { cwd, print } as Partial<Io> as Io);
  return printed.trim();
}

describe('basecase save', () => {
  it('writes the file of the permalink, with the query of its address and the token', async () => {
    const file = await save(`${base}/bench/p/Xk29fQ7d?base=a&metric=cpu%2Fo`, { token: 'bc_x\n' });
    expect(file).toBe(path.join(cwd, 'basecase-Xk29fQ7d.html'));
    expect(await readFile(file, 'utf8')).toBe('<!DOCTYPE html>');
    expect(asked.at(-1)).toEqual({
      url: '/bench/api/v1/permalinks/Xk29fQ7d?base=a&metric=cpu%2Fo&format=html',
      token: 'Bearer bc_x',
    });
  });

  it('leaves a file alone that exists', async () => {
    await save(`${base}/p/abc`, { output: 'x.html' });
    await expect(save(`${base}/p/abc`, { output: 'x.html' })).rejects.toThrow('it exists already');
  });

  it('reports the reason when there is no file', async () => {
    await expect(save('https://bench.example/compare')).rejects.toThrow('is not a permalink');
    await expect(save('Xk29fQ7d')).rejects.toThrow('is not a permalink');
    await expect(save(`${base}/p/gone`)).rejects.toThrow('No such permalink.');
  });
});
