import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where the built site is, from the folder of the web server: in a release, under `next dev`, in a built clone. */
const PLACES = ['docs', '../../docs/.vitepress/dist', '../../../../../../docs/.vitepress/dist'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Documentation</title>
<h1>The documentation site is not built</h1>
<p>Run <code>npm run build --workspace @basecase/docs</code> in the clone, or read the files in <code>docs/</code>.</p>
<p><a href="/">Basecase</a></p></html>`;

/**
 * A file of the documentation site. The address of a folder or of a page without its ending is redirected to the file.
 *
 * @param parts of the path below /docs
 * @param nonce of this response, for the scripts of the site
 */
export function answerDocs(parts: readonly string[], nonce: string, site = builtSite()): Response {
  if (site === null) return html(NOT_BUILT, 404);
  const asked = parts.join('/');
  const file = path.join(site, asked);
  const isInside = file === site || file.startsWith(site + path.sep);
  if (!isInside || asked.includes('\0')) return notFound(site, nonce);
  const type = TYPES[path.extname(file)];
  if (type !== undefined && isFile(file)) {
    return type === TYPES['.html'] ? html(withNonce(file, nonce), 200) : asset(file, type);
  }
  const found = [`${asked}.html`, path.posix.join(asked, 'index.html')].find((name) =>
    isFile(path.join(site, name)),
  );
  if (found === undefined) return notFound(site, nonce);
  return new Response(null, { status: 307, headers: { location: encodeURI(`/docs/${found}`) } });
}

function builtSite(): string | null {
  const folders = PLACES.map((place) => path.resolve(/* turbopackIgnore: true */ process.cwd(), place));
  return folders.find((folder) => existsSync(path.join(folder, 'index.html'))) ?? null;
}

function isFile(file: string): boolean {
  return statSync(/* turbopackIgnore: true */ file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Names of assets contain their hash. */
function asset(file: string, type: string): Response {
  return new Response(readFileSync(/* turbopackIgnore: true */ file), {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=86400' },
  });
}

/** The policy of every page lets only scripts with a nonce run. */
function withNonce(file: string, nonce: string): string {
  return readFileSync(/* turbopackIgnore: true */ file, 'utf8').replace(
    /<(script|link rel="modulepreload")(?=[ >])/g,
    `<$1 nonce="${nonce}"`,
  );
}

function notFound(site: string, nonce: string): Response {
  return html(withNonce(path.join(site, '404.html'), nonce), 404);
}

function html(body: string, status: number): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
