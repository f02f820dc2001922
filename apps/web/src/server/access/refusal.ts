import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer that is given instead of handling a request. */
export interface Refusal {
  status: number;
  /** Stable: scripts act on it. */
  code: string;
  /** A few words, the heading of the page. */
  title: string;
  /** What happened and what to do, for people. */
  text: string;
  headers?: Record<string, string | string[]>;
}

/** The colours of the app's two themes; its own styles are loaded from an address that may be refused as well. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#15181c);color:light-dark(#1b1f24,#e6e8eb)}
main{max-width:36rem;margin:12vh auto;padding:0 1.25rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 .75rem;overflow-wrap:anywhere}
.dim{color:light-dark(#5b636d,#9aa3ad)}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Browsers get a page, programs problem+json (RFC 9457). The body is not read. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, code, title, text, headers = {} } = refusal;
  const isPage = wantsPage(request);
  response.writeHead(status, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
    'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // An unread body would be taken for the next request.
    ...(hasBody(request) && { connection: 'close' }),
    ...headers,
  });
  const problem = { type: 'about:blank', title: `${title}. ${text}`, status, code };
  response.end(isPage ? drawPage(refusal) : `${JSON.stringify(problem)}\n`);
}

/** True for a browser that shows what it gets, false for a script of a page, and for other programs. */
export function wantsPage({ headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function drawPage({ status, title, text, code }: Refusal): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Basecase</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p class="dim">${status} ${escapeHtml(code)}</p></main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
