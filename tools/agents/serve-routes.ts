import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { listenLocally } from '../bootstrap/ports.mjs';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Routes that agents call, by their pattern. */
const ROUTES = [
  [/^\/api\/v1\/plans$/, 'plans'],
  [/^\/api\/v1\/plans\/claim$/, 'plans/claim'],
  [/^\/api\/v1\/plans\/(\d+)\/hold$/, 'plans/[id]/hold'],
  [/^\/api\/v1\/plans\/(\d+)\/fail$/, 'plans/[id]/fail'],
  [/^\/api\/v1\/uploads$/, 'uploads'],
] as const;

/** Serves the route handlers of the web app that agents call, where no web app is built. */
export async function serveRoutes(databaseUrl: string, blobs: string) {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, BASECASE_BLOBS: blobs });
  const server = createServer((request, response) => {
    answer(request)
      .then(async (found) => {
        response.writeHead(found.status, Object.fromEntries(found.headers));
        response.end(Buffer.from(await found.arrayBuffer()));
      })
      // An agent that was killed while it sent.
      .catch(() => response.destroy());
  });
  return { url: await listenLocally(server), close: () => server.close() };
}

async function answer(request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request;
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const [pattern, place] = ROUTES.find(([known]) => known.test(pathname)) ?? [];
  if (!pattern) return new Response('{}', { status: 404 });
  const route = await import(`../../apps/web/src/app/api/v1/${place}/route.ts`);
  const handler = route[method] as Handler;
  const body = method === 'GET' ? null : Readable.toWeb(request);
  const sent = { method, headers: headers as Record<string, string>, body, duplex: 'half' } as RequestInit;
  const [, id = ''] = pattern.exec(pathname) ?? [];
  return handler(new Request(`http://127.0.0.1${url}`, sent), { params: Promise.resolve({ id }) });
}
