import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Io } from '../io';
import { runMcp } from './mcp';

const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

/** What an assistant reads after it sent these lines and closed its side. */
async function talk(url: string, lines: readonly string[], token?: string) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const notes: string[] = [];
  const io = { note: (line: string) => notes.push(line) } as Partial<Io> as Io;
  stdin.end(lines.map((line) => `${line}\n`).join(''));
  const code = await runMcp({ url, ...(token !== undefined && { token }) }, io, { stdin, stdout });
  stdout.end();
  let text = '';
  for await (const chunk of stdout) text += String(chunk);
  const answers = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, answers, notes };
}

/** A server on this machine that answers each message with what it got; its address ends with a folder, as behind a proxy. */
async function withServer(work: (url: string, seen: IncomingMessage[]) => Promise<void>): Promise<void> {
  const seen: IncomingMessage[] = [];
  const server = createServer(async (incoming, response) => {
    seen.push(incoming);
    if (incoming.method !== 'POST') return void response.writeHead(405).end();
    const message = (await json(incoming)) as { id?: number; method: string };
    if (message.id === undefined) return void response.writeHead(202).end();
    const result = { path: incoming.url, method: message.method };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('basecase mcp', () => {
  it('passes requests and notifications to the server, with the token, and its answers back', async () => {
    await withServer(async (url, seen) => {
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const lines = [request(1), notification, request(2)].map((each) => JSON.stringify(each));
      const { code, answers, notes } = await talk(url, lines, 'bc_secret\n');
      expect(code).toBe(0);
      expect(answers.sort((a, b) => a.id - b.id)).toEqual(
        [1, 2].map((id) => ({
          ...{ jsonrpc: '2.0', id },
          result: { path: '/bench/mcp', method: 'tools/list' },
        })),
      );
      expect(notes).toEqual([]);
      const posts = seen.filter(({ method }) => method === 'POST');
      expect(posts.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer bc_secret'));
    });
  });

  it('answers a request with an error when the server cannot be reached', async () => {
    let closed = '';
    await withServer(async (url) => {
      closed = url;
    });
    const { answers, notes } = await talk(closed, [JSON.stringify(request(7))]);
    expect(answers).toMatchObject([{ id: 7, error: { code: -32_000 } }]);
    expect(answers[0].error.message).toContain(`${closed} did not answer`);
    expect(notes).toHaveLength(1);
  });

  it('reports an invalid line, and reads the next one', async () => {
    await withServer(async (url) => {
      const { answers, notes } = await talk(url, ['not JSON', JSON.stringify(request(3))]);
      expect(answers).toMatchObject([{ id: 3 }]);
      expect(notes[0]).toContain('Not a message of the protocol');
    });
  });

  it('refuses an address that is none', async () => {
    await expect(talk('bench', [])).rejects.toThrow('--url is not a web address: "bench"');
  });
});
