import type { Rendered } from '../page-cache/render-apart';
import type { IslandFiles } from './island-files';

const HTML = /^text\/html\b/;
const POLICY_NONCE = /'nonce-([A-Za-z0-9+/=_-]+)'/;
const ISLANDS = /<div class="contents" data-island="([a-z-]+)">/g;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const PRELOADED_SCRIPT = /<link rel="preload" as="script"[^>]*>/g;
const HEAD_END = '</head>';

/** How Next's inline scripts begin: its bootstrap, the page as data, and the clock of its streaming. */
const OF_NEXT = [
  /^\(globalThis\["TURBOPACK"\]/,
  /^\(?self\.__next_/,
  /^requestAnimationFrame\(function\(\)\{\$RT=performance\.now\(\)\}\);$/,
];

/**
 * A page without Next's part in the browser: where the page is one island, the scripts of the framework and its copy of
 * the page as data, two thirds of what a visitor would load, give way to the bundle of that island. What isn't known for
 * certain is left as Next made it, which works as well: another page, a script that is not Next's, a page in several
 * pieces.
 *
 * @param files of islands, by name; null where they were not built
 */
export function leanPage(rendered: Rendered, files: IslandFiles | null): Rendered {
  const { headers, status } = rendered;
  if (files === null || status !== 200 || !HTML.test(String(headers['content-type'] ?? ''))) return rendered;
  const html = rendered.body.toString('utf8');
  const [island, ...others] = [...html.matchAll(ISLANDS)];
  const own = files[island?.[1] ?? ''];
  const nonce = POLICY_NONCE.exec(String(headers['content-security-policy'] ?? ''))?.[1];
  if (!own || others.length > 0 || !nonce) return rendered;
  let isKnown = true;
  const without = html.replace(SCRIPT, (script, attributes: string, text: string) => {
    const kind = kindOf(attributes, text);
    if (kind === 'unknown') isKnown = false;
    return kind === 'next' ? '' : script;
  });
  if (!isKnown || !without.includes(HEAD_END)) return rendered;
  const [entry, ...chunks] = own;
  const loaded = [
    `<script type="module" src="${entry}" nonce="${nonce}"></script>`,
    ...chunks.map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}"/>`),
  ].join('');
  const body = without.replace(PRELOADED_SCRIPT, '').replace(HEAD_END, `${loaded}${HEAD_END}`);
  return { ...rendered, body: Buffer.from(body) };
}

/** @returns `next`: goes; `page`: stays */
function kindOf(attributes: string, text: string): 'next' | 'page' | 'unknown' {
  if (/\btype="application\/json"/.test(attributes)) return 'page';
  if (/\bsrc="\/_next\/static\//.test(attributes)) return 'next';
  if (OF_NEXT.some((start) => start.test(text))) return 'next';
  return text.startsWith('(function(){var d=document.documentElement') ? 'page' : 'unknown';
}
