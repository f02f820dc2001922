import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request to the server: method and path with its query. */
export interface Seen {
  line: string;
  authorization: string | undefined;
  sha256: string | null;
  campaign: string | null;
  /** All parameters by name. */
  query: Readonly<Record<string, string>>;
}

export interface UploadServer {
  url: string;
  seen: Seen[];
  /** Cuts the connection of this many uploads half-way. */
  cuts: number;
  /** Verdicts that records got. */
  searches: unknown[];
  close(): Promise<void>;
}

interface Known {
  id: string;
  filename: string;
  looks: number;
  server: string | null;
  settings: Readonly<Record<string, string>>;
}

const TOKEN = 'bc_good';

/**
 * The part of the HTTP interface that `basecase upload` uses, without a database: takes bytes, knows them again, and
 * reads them at the second look. A file with "bad" in its name fails; those of one with "removed" in it are gone.
 */
export async function startUploadServer(): Promise<UploadServer> {
  const uploads = new Map<string, Known>();
  const state = { url: '', seen: [] as Seen[], cuts: 0, searches: [] as unknown[] };

  const describe = (sha256: string) => {
    const upload = uploads.get(sha256);
    if (!upload) return null;
    upload.looks += 1;
    const isBad = upload.filename.includes('bad');
    const end = isBad ? 'failed' : 'stored';
    return {
      ...upload,
      url: `${state.url}/uploads/${upload.id}`,
      state: upload.looks === 1 ? 'reading' : end,
      isOutdated: false,
      filesRemovedAt: upload.filename.includes('removed') ? '2026-11-23T00:00:00.000Z' : null,
      sizeBytes: 100,
      progress: { bytes: 50, files: 1, results: 1 },
      error: isBad ? { code: 'NO_KNOWN_LOGS', message: 'no log in it' } : null,
      files: [{ status: 'parsed', count: 2 }],
      diagnostics: [],
      runs: isBad ? [] : [{ label: 'x.my9500', results: 2, compareUrl: `${state.url}/compare?server=pn53` }],
    };
  };

  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const put = async (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      // Before the body was read, as the real one does.
      return answer(response, 401, { title: 'Unknown or revoked token.', code: 'TOKEN_WRONG' });
    }
    const hash = createHash('sha256');
    for await (const chunk of request) {
      hash.update(chunk);
      if (state.cuts > 0) {
        state.cuts -= 1;
        return request.socket.destroy();
      }
    }
    const sha256 = hash.digest('hex');
    const known = uploads.get(sha256);
    if (sha256 !== query.get('sha256')) return answer(response, 400, { title: 'no', code: 'HASH_MISMATCH' });
    const { filename = '', server = null, sha256: _, ...settings } = Object.fromEntries(query);
    const id = known?.id ?? String(uploads.size + 1);
    uploads.set(sha256, {
      id,
      filename,
      looks: 0,
      server,
      settings,
    });
    answer(response, known ? 200 : 202, { id });
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    state.seen.push({
      line: `${request.method} ${pathname}`,
      authorization: request.headers.authorization,
      sha256: searchParams.get('sha256'),
      campaign: searchParams.get('campaign'),
      query: Object.fromEntries(searchParams),
    });
    if (request.method === 'PUT') return void put(request, response, searchParams).catch(() => {});
    if (pathname.endsWith('/put-b8-k3x9q/searches')) {
      return void json(request).then((body) => {
        state.searches.push(body);
        answer(response, 201, { searches: [body] });
      });
    }
    if (pathname.endsWith('/answers')) {
      const url = `${state.url}/compare?server=pn53&base=mysql-8.4.7`;
      const said = { url, text: 'MySQL 9.5.0', where: 'pn53', sentence: '3 of 32 tests are slower.' };
      return answer(response, 200, { answers: [said] });
    }
    const key = pathname.split('/').at(-1) ?? '';
    const found = describe(key) ?? describe([...uploads].find(([, { id }]) => id === key)?.[0] ?? '');
    if (found) return answer(response, 200, found);
    answer(response, 404, { title: 'These bytes have not been uploaded.', code: 'NOT_FOUND' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
