import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the server. */
export interface JsonRequest {
  /** `GET /api/v1/series` */
  line: string;
  query: Readonly<Record<string, string>>;
  authorization: string | undefined;
  /** The JSON of the body; null without one. */
  body: unknown;
}

export interface JsonServer {
  url: string;
  /** In the order in which they came. */
  seen: JsonRequest[];
  close(): Promise<void>;
}

/** The answer to a request. */
export interface JsonAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A server that answers with JSON given by a test, in place of a Basecase server, whose own tests call its routes. */
export async function startJsonServer(answer: (request: JsonRequest) => JsonAnswer): Promise<JsonServer> {
  const seen: JsonRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const text = Buffer.concat(chunks).toString('utf8');
      const one: JsonRequest = {
        line: `${request.method} ${pathname}`,
        query: Object.fromEntries(searchParams),
        authorization: request.headers.authorization,
        body: text === '' ? null : JSON.parse(text),
      };
      seen.push(one);
      const { status = 200, headers = {}, body } = answer(one);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
