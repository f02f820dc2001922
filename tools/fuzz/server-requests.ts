import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostileManifest } from './hostile-manifest';
import { type Random, randomOf } from './random';

const MAX_SECONDS = 10;
/** 503 and 507 name the thing to wait for, or the place that is full. */
const ALLOWED_5XX: ReadonlySet<number> = new Set([503, 507]);
const VALUES = [
  '',
  '0',
  '-1',
  '1',
  '1e30',
  'NaN',
  '9'.repeat(40),
  '%',
  '%00',
  '%2e%2e%2f',
  '..%2f..%2fetc',
  '%ff',
  '%ud800',
  '\u202e',
  "' OR 1=1 --",
  '<script>',
  '__proto__',
  '[]',
  '{}',
  'a'.repeat(3000),
  'null',
  'true',
  '\u0000',
  '2026-99-99',
];
const HEADERS: readonly [string, string][] = [
  ['content-type', 'application/json'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', '\u00ff/;;='],
  ['content-encoding', 'gzip'],
  ['authorization', 'Bearer bc_x'],
  ['authorization', 'Basic'],
  ['if-none-match', '"'],
  ['range', 'bytes=9-1,-'],
  ['accept', 'x/'.repeat(500)],
  ['cookie', '=;=;'.repeat(200)],
  ['x-forwarded-host', 'evil.example'],
  ['idempotency-key', 'x'.repeat(1000)],
  ['content-disposition', 'attachment; filename="../../x"'],
];

interface Operation {
  method: string;
  /** As in the description: `/api/v1/uploads/{id}`. */
  path: string;
  query: string[];
}

export interface RequestReport {
  sent: number;
  routes: number;
  faults: string[];
}

/**
 * Sends requests of all shapes to every route that the server describes.
 *
 * @param url of a server that runs on this machine
 * @throws Error when it is elsewhere
 */
export async function fuzzServer(url: string, { seed, requests }: { seed: number; requests: number }) {
  const { hostname } = new URL(url);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new Error(`${url}: requests are made up for a server on this machine only`);
  const operations = await describeRoutes(url);
  const report: RequestReport = { sent: 0, routes: operations.length, faults: [] };
  for (let index = 0; index < requests; index += 1) {
    const random = randomOf(Math.imul(seed, 1_000_003) ^ Math.imul(index + 1, 104_729));
    // Each route in turn, so that a short round meets all of them.
    const operation = operations[index % operations.length];
    if (!operation) throw new Error(`${url}/api/v1/openapi.json describes no route`);
    const made = makeRequest(operation, random);
    const outcome = await send(url, made);
    report.sent += 1;
    if (typeof outcome === 'number' && (outcome < 500 || ALLOWED_5XX.has(outcome))) continue;
    report.faults.push(keep(made, { seed, index, outcome: String(outcome) }));
  }
  return report;
}

async function describeRoutes(url: string): Promise<Operation[]> {
  const response = await fetch(new URL('/api/v1/openapi.json', url));
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  };
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(?:get|put|post|patch|delete)$/.test(method))
      .map(([method, { parameters = [] }]) => ({
        method: method.toUpperCase(),
        path: route,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      })),
  );
}

interface MadeRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer;
}

function makeRequest({ method, path: route, query }: Operation, random: Random): MadeRequest {
  const value = () =>
    random.chance(0.3)
      ? encodeURIComponent(random.bytes(8).toString('latin1'))
      : asTarget(random.pick(VALUES));
  const filled = route.replace(/\{[^}]*\}/g, () => (random.chance(0.3) ? '1' : value()));
  const names = [...query, 'x', '__proto__', ''].filter(() => random.chance(0.5));
  const search = names.flatMap((name) =>
    Array.from({ length: 1 + random.int(2) }, () => `${name}=${value()}`),
  );
  const other = random.chance(0.1)
    ? random.pick(['OPTIONS', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'POST'])
    : method;
  const body = method === 'GET' && random.chance(0.9) ? Buffer.alloc(0) : makeBody(random);
  const headers = Object.fromEntries(HEADERS.filter(() => random.chance(0.15)));
  return {
    method: other,
    target: `${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    headers,
    body,
  };
}

/** Characters a request line can hold; percent signs stay as they are. */
function asTarget(text: string): string {
  return text.replace(/[^!-~]|[#?]/gu, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%EF',
  );
}

function makeBody(random: Random): Buffer {
  return random.pick<() => Buffer>([
    () => Buffer.alloc(0),
    () => random.bytes(random.int(2000)),
    () => Buffer.from(hostileManifest(random)),
    () => Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
    () =>
      Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="file"; filename="\0"\r\n\r\n${'x'.repeat(random.int(9000))}\r\n--x--`,
      ),
    () => Buffer.alloc(random.int(3_000_000), 'a'),
  ])();
}

/** @returns the status, or what happened instead of an answer */
function send(url: string, { method, target, headers, body }: MadeRequest): Promise<number | string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(`no answer within ${MAX_SECONDS} s`);
      sent.destroy();
    }, MAX_SECONDS * 1000);
    const done = (outcome: number | string) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const length = method === 'HEAD' ? {} : { 'content-length': String(body.length) };
    const sent = request(
      { host: hostname, port, method, path: target, headers: { ...headers, ...length } },
      (response) => {
        response.resume();
        response.once('end', () => done(response.statusCode ?? 0));
        response.once('error', ({ message }) => done(message));
      },
    );
    // A server may refuse a body before it has all of it: that is an answer, if the connection received one.
    sent.once('error', (error: NodeJS.ErrnoException) =>
      done(/EPIPE|ECONNRESET/.test(error.code ?? '') ? 400 : error.message),
    );
    sent.end(method === 'HEAD' ? undefined : body);
  });
}

/** @returns where the input is kept */
export function keepInput(name: string, content: string | Buffer): string {
  const folder = path.join(tmpdir(), 'basecase-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

function keep(
  made: MadeRequest,
  { seed, index, outcome }: { seed: number; index: number; outcome: string },
): string {
  const text = JSON.stringify({ ...made, body: made.body.toString('base64') }, null, 2);
  const file = keepInput(`request-${seed}-${index}.json`, text);
  return `${file}: ${made.method} ${made.target.slice(0, 200)}: ${outcome}`;
}
