import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
 * The path is looked up in the list of files and never opened: it may leave the folder, or be too long for a name.
 *
 * @param parts of the path below /docs
 * @param nonce of this response, for the scripts of the site
 */
export function answerDocs(parts: readonly string[], nonce: string, site = builtSite()): Response {
  if (site === null) return html(NOT_BUILT, 404);
  const asked = parts.join('/');
  const files = new Set(readdirSync(/* turbopackIgnore: true */ site, { recursive: true, encoding: 'utf8' }));
  const type = TYPES[path.extname(asked)];
  if (type !== undefined && files.has(asked)) {
    const file = path.join(/* turbopackIgnore: true */ site, asked);
    return type === TYPES['.html'] ? html(withNonce(file, nonce), 200) : asset(file, type);
  }
  const found = [`${asked}.html`, path.posix.join(asked, 'index.html')].find((name) => files.has(name));
  if (found === undefined)
    return html(withNonce(path.join(/* turbopackIgnore: true */ site, '404.html'), nonce), 404);
  return new Response(null, { status: 307, headers: { location: encodeURI(`/docs/${found}`) } });
}

function builtSite(): string | null {
  const folders = PLACES.map((place) => path.resolve(/* turbopackIgnore: true */ process.cwd(), place));
  return (
    folders.find((folder) => existsSync(path.join(/* turbopackIgnore: true */ folder, 'index.html'))) ?? null
  );
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

function html(body: string, status: number): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
