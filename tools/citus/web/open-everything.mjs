import { readFileSync } from 'node:fs';
import path from 'node:path';
import { standaloneDir } from '../../bootstrap/web-files.mjs';

/** Where it begins; all others are found from there. */
const FIRST = [
  '/',
  '/noise',
  '/search?q=update',
  '/sign-in',
  '/tokens',
  '/upload',
  '/webhooks',
  '/correct?runs=1',
  '/api/health',
  '/api/health/live',
  '/api/v1/annotations',
  '/api/v1/corrections',
  '/api/v1/openapi.json',
  '/api/v1/search?q=update',
  '/api/v1/uploads',
  '/schema/results.v1.json',
];

/** Routes that nothing is opened of, and why. */
const LEFT_OUT = new Map([
  ['/_global-error', 'is shown when a page breaks'],
  ['/_not-found', 'is the page of an address that does not exist'],
  ['/api/sign-in', 'takes a password'],
  ['/api/sign-in/callback', 'is where a provider of identities sends who signed in'],
  ['/api/sign-in/start', 'leads to a provider of identities'],
  ['/api/sign-out', 'ends a session'],
  ['/api/v1/[[...address]]', 'answers that there is nothing'],
  ['/api/v1/annotations/[id]', 'only deletes'],
  ['/api/v1/corrections/[id]/undo', 'only writes'],
  ['/api/v1/servers/[slug]/merge', 'only writes'],
  ['/api/v1/uploads/[id]/cancel', 'only writes'],
  ['/api/v1/uploads/[id]/confirm', 'only writes'],
  ['/api/v1/uploads/[id]/reparse', 'only writes'],
  ['/api/v1/workloads/[slug]/merge', 'only writes'],
]);

/**
 * Opens pages and their links, images and documents included, until each kind of address that is linked from anywhere was
 * opened once: the same page with the same parameters named.
 * @param {string} url of the web server
 * @param {readonly string[]} [more] addresses that nothing links to
 * @returns {Promise<{ opened: number; failures: string[] }>} failures: answers that are not 200, and routes that nothing
 *   was opened of
 */
export async function openEverything(url, more = []) {
  /** @type {Map<string, string>} */
  const ofKind = new Map();
  /** @type {string[]} */
  const waiting = [];
  /** @type {string[]} */
  const failures = [];
  const add = (/** @type {string} */ href) => {
    if (!URL.canParse(href, url)) return;
    const found = new URL(href, url);
    found.hash = '';
    const kind = kindOf(found);
    const isOurs = found.origin === url && !found.pathname.startsWith('/_next/');
    if (!isOurs || ofKind.has(kind)) return;
    ofKind.set(kind, found.pathname);
    waiting.push(found.href);
  };
  for (const href of [...FIRST, ...more]) add(href);
  for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
    const answer = await fetch(href);
    const text = await answer.text();
    if (answer.status !== 200) failures.push(`${href}: ${answer.status} ${text.slice(0, 200)}`);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      add(link.replaceAll('&amp;', '&'));
  }
  return { opened: ofKind.size, failures: [...failures, ...routesNotOpened([...ofKind.values()])] };
}

/**
 * Numbers and slugs of a path do not count, the name of a view does; of parameters only their names, and the format.
 * @param {URL} address
 */
function kindOf({ pathname, searchParams }) {
  const route = routes().find(({ pattern }) => pattern.test(pathname))?.route;
  const place = route === undefined || route.endsWith('[view]') ? pathname : route;
  const parameters = [...searchParams].map(([name, value]) => (name === 'format' ? `format=${value}` : name));
  return [place, ...[...new Set(parameters)].sort()].join(' ');
}

/** @param {readonly string[]} paths that were opened */
function routesNotOpened(paths) {
  return routes()
    .filter(({ route, pattern }) => !LEFT_OUT.has(route) && !paths.some((each) => pattern.test(each)))
    .map(({ route }) => `${route}: nothing links to it, so it was not opened`);
}

/** @type {{ route: string; pattern: RegExp }[] | null} */
let read = null;

/** The routes that were built, those without a parameter first. */
function routes() {
  if (read) return read;
  const manifest = path.join(standaloneDir, 'apps/web/.next/app-path-routes-manifest.json');
  const names = /** @type {string[]} */ (Object.values(JSON.parse(readFileSync(manifest, 'utf8'))));
  read = names
    .sort((a, b) => a.split('[').length - b.split('[').length)
    .map((route) => ({
      route,
      pattern: new RegExp(`^${route.replaceAll('.', '\\.').replace(/\[[^\]]+\]/g, '[^/]+')}$`),
    }));
  return read;
}
