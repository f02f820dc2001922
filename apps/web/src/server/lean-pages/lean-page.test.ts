import { describe, expect, it } from 'vitest';
import { leanPage } from '../begin';

const NONCE = '0123456789abcdef0123456789abcdef';
const FILES = { compare: ['/_next/static/islands/compare-A.js', '/_next/static/islands/part-B.js'] };
const THEME = `<script nonce="${NONCE}">(function(){var d=document.documentElement,k='theme';})()</script>`;
const PROPS = '<script type="application/json" data-island-props="compare">{"a":1}</script>';
const ISLAND = `<div class="contents" data-island="compare"><main>6.5 % slower</main></div>${PROPS}`;
const NEXT = {
  preload: `<link rel="preload" as="script" fetchPriority="low" nonce="${NONCE}" href="/_next/static/chunks/1.js"/>`,
  chunk: `<script src="/_next/static/chunks/2.js" async="" nonce="${NONCE}"></script>`,
  old: `<script src="/_next/static/chunks/3.js" noModule="" nonce="${NONCE}"></script>`,
  start: `<script nonce="${NONCE}" id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push([1]);</script>`,
  data: `<script nonce="${NONCE}">(self.__next_f=self.__next_f||[]).push([0])</script><script nonce="${NONCE}">self.__next_f.push([1,"1:\\"main\\"<"])</script>`,
};
const STYLES = `<link rel="stylesheet" href="/_next/static/chunks/a.css" nonce="${NONCE}"/>`;

function page(body: string, { head = '', status = 200, type = 'text/html; charset=utf-8' } = {}) {
  const headers = {
    'content-type': type,
    'content-security-policy': `script-src 'self' 'nonce-${NONCE}' 'strict-dynamic'`,
  };
  const html = `<!DOCTYPE html><html><head>${STYLES}${head}${THEME}</head><body>${body}</body></html>`;
  return { status, headers, body: Buffer.from(html) };
}
const full = page(ISLAND + NEXT.start + NEXT.data, { head: NEXT.preload + NEXT.chunk + NEXT.old });

describe('a page that is one island', () => {
  it('loses what is of Next, and gets the bundle of the island', () => {
    const loaded =
      `<script type="module" src="/_next/static/islands/compare-A.js" nonce="${NONCE}"></script>` +
      `<link rel="modulepreload" href="/_next/static/islands/part-B.js" nonce="${NONCE}"/>`;
    expect(leanPage(full, FILES).body.toString()).toBe(
      `<!DOCTYPE html><html><head>${STYLES}${THEME}${loaded}</head><body>${ISLAND}</body></html>`,
    );
  });

  it('keeps its words and data as they are, whatever is in them', () => {
    const odd = ISLAND.replace('6.5 % slower', '$&amp; $` &lt;/head&gt;');
    expect(leanPage(page(odd + NEXT.data), FILES).body.toString()).toContain(odd);
  });
});

describe('as Next made it', () => {
  it.each([
    ['where islands were not built', full, null],
    ['an island that was not built', full, { trends: FILES.compare }],
    ['a page without an island', page(NEXT.start + NEXT.data), FILES],
    ['two islands', page(ISLAND + ISLAND + NEXT.data), FILES],
    ['a script of unknown use', page(`${ISLAND}<script nonce="${NONCE}">$RC("B:0","S:0")</script>`), FILES],
    ['a script from elsewhere', page(`${ISLAND}<script src="https://example.com/a.js"></script>`), FILES],
    ['an error', page(ISLAND + NEXT.data, { status: 500 }), FILES],
    ['a document that is not a page', page(ISLAND, { type: 'application/json' }), FILES],
  ])('stays %s', (_, rendered, files) => {
    expect(leanPage(rendered, files)).toBe(rendered);
  });
});
