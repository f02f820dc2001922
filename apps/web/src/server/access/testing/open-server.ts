import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server of this process on a free port, as Next.js makes one. */
export async function openServer(handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Asks with exactly this path and these headers: fetch would correct both. */
export function askRaw(
  server: Server,
  path: string,
  headers: Record<string, string> | string[] = {},
  method = 'GET',
): Promise<RawAnswer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, async (answer) => {
      let body = '';
      for await (const chunk of answer.setEncoding('utf8')) body += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    sent.on('error', reject).end();
  });
}
