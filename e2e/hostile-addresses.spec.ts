import { readdirSync } from 'node:fs';
import { Agent, request as open } from 'node:http';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';

const APP = path.join(import.meta.dirname, '../apps/web/src/app');

/** Each route of the app as the file system has it: `/p/[slug]/opengraph-image`. */
const ROUTES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
  .map((file) => `/${path.dirname(file) === '.' ? '' : path.dirname(file)}`)
  .sort();

/** `[id]`, `[[...path]]` */
const PARAMETER = /\[+(?:\.\.\.)?\w+\]+/g;

/** For one segment of a path. */
const SEGMENTS = [
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%EF%BF%BF',
  '99999999999999999999',
  '2147483648',
  '-1',
  '1e9',
  "'%22%3E%3Cscript%3E",
  '%5c%5cserver',
  'a'.repeat(3000),
  '🐘',
  'constructor',
  '__proto__',
];

/** For the values of parameters. */
const VALUES = [
  '%00',
  '%',
  '%ED%A0%80',
  '%EF%BF%BE%F0%9F%90%98',
  '-1',
  '2147483648',
  '1e400',
  'NaN',
  '[]',
  "'%3B--",
  'a'.repeat(300),
  '__proto__',
];
const NAMES =
  'server workload base metric cell test column line from cursor before after page q state kind format size permalink since product benchmark limit as metrics select rule threshold heatmap versions columns input batch webhook'.split(
    ' ',
  );

/** Requests that are sent at once. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

let names: Record<string, string> | undefined;

/**
 * Names of things that are there, so that the parameters are read: else a page says only that it is not there. They are of the
 * sample data, which no other spec deletes, and of a frozen view: a process finds them once.
 */
async function findNames(request: APIRequestContext): Promise<Record<string, string>> {
  const { uploads } = await (await request.get('/api/v1/uploads?search=x.pg184')).json();
  const { regressions } = await (await request.get('/api/v1/regressions?server=ax162-s')).json();
  const answer = await request.post('/api/trpc/permalinks.create', { data: { path: '/trends' } });
  const { slug } = (await answer.json()).result.data;
  const { id } = uploads[0];
  return {
    '/p/': slug,
    '/embed/': slug,
    '/api/v1/permalinks/': slug,
    '/r/': regressions[0].slug,
    '/uploads/': id,
    '/api/v1/uploads/': id,
    '/api/v1/views/': 'trends',
    '/image/': 'servers',
    '/api/trpc/': 'runs.list,uploads.list',
  };
}

function targetsOf(route: string, names: Record<string, string>): string[] {
  const known = Object.entries(names).find(([start]) => route.startsWith(start))?.[1] ?? '1';
  const plain = route.replaceAll(PARAMETER, known);
  const inPath = route.includes('[') ? SEGMENTS.map((value) => route.replaceAll(PARAMETER, value)) : [];
  const all = (value: string) => `${plain}?${NAMES.map((name) => `${name}=${value}`).join('&')}`;
  const twice = `${plain}?${NAMES.map((name) => `${name}=a&${name}=b&${name}[]=c`).join('&')}`;
  const one = NAMES.slice(0, 3).map((name) => `${plain}?${name}=%00`);
  return [...inPath, ...VALUES.map(all), twice, ...one, `${plain}?%00=1`, `${plain}?%`];
}

/** fetch would correct the path, or refuse it. */
function ask(base: URL, target: string): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const path = encodeURI(target).replaceAll('%25', '%');
    open({ host: base.hostname, port: base.port, path, agent }, async (answer) => {
      let body = '';
      for await (const chunk of answer.setEncoding('utf8')) body += chunk;
      resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body });
    })
      .on('error', reject)
      .end();
  });
}

/** A busy server refuses after a wait: such a request is sent again. */
async function askUntilServed(base: URL, target: string, tries = 5): ReturnType<typeof ask> {
  const answer = await ask(base, target);
  return tries > 1 && answer.status === 503 && answer.body.includes('"OVERLOADED"')
    ? askUntilServed(base, target, tries - 1)
    : answer;
}

for (const route of ROUTES) {
  test(`${route} answers hostile addresses without an error of the server`, async ({ baseURL, request }) => {
    names ??= await findNames(request);
    const targets = targetsOf(route, names);
    const answers = await Promise.all(
      targets.map((target) => askUntilServed(new URL(baseURL ?? ''), target)),
    );
    const failed: string[] = [];
    for (const [at, { status, type, body }] of answers.entries()) {
      const target = targets[at] ?? '';
      const shown = `${status} ${type} ${target.slice(0, 120)}`;
      const isProblem = type === 'application/problem+json' && body.includes('"code":');
      if (status >= 500) failed.push(shown);
      else if (status === 405) continue;
      else if (status >= 400 && route.startsWith('/api/v1/') && !isProblem) failed.push(shown);
      else if (
        status >= 400 &&
        !route.startsWith('/api/') &&
        !isProblem &&
        !/Page not found|No such (?:server|record|event)/.test(body) &&
        !(route.startsWith('/docs/') && /<title>(?:404 \||Documentation<)/.test(body))
      ) {
        failed.push(shown);
      }
    }
    expect(failed).toEqual([]);
  });
}

test('addresses below /api/v1/ that are not there answer programs', async ({ request }) => {
  for (const address of ['/api/v1/uplaods', '/api/v1/uploads/1/nope', '/api/v1']) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await request.fetch(address, { method });
      expect([answer.status(), answer.headers()['content-type']]).toEqual([404, 'application/problem+json']);
      expect(await answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  }
});
