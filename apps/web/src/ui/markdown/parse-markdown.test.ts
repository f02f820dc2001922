import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown, parseMarkdown } from './markdown';
import { safeHref } from './safe-href';

const html = (source: string) => renderToStaticMarkup(createElement(Markdown, { source }));
/** Without the box and the attributes that every link has. */
const body = (source: string) =>
  html(source)
    .replace(/^<div class="markdown">|<\/div>$/g, '')
    .replaceAll(' rel="noopener noreferrer nofollow ugc"', '');

/** On a machine that has much else to do. */
const PATIENCE = 60_000;

describe('Markdown of notes', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one<br/>two</p><p>three</p>'],
    ['# Head', '<p><strong>Head</strong></p>'],
    ['- a\n- b\n  more', '<ul><li>a</li><li>b<br/>more</li></ul>'],
    ['2. a\n3. b', '<ol start="2"><li>a</li><li>b</li></ol>'],
    ['> quoted\n> *so*', '<blockquote><p>quoted<br/><em>so</em></p></blockquote>'],
    ['```\n<b>&\n```', '<pre>&lt;b&gt;&amp;</pre>'],
    ['---', '<hr/>'],
    ['**a _b_** `x*y*`', '<p><strong>a <em>b</em></strong> <code>x*y*</code></p>'],
    ['read_only_range and 2 * 3 * 4', '<p>read_only_range and 2 * 3 * 4</p>'],
    ['\\*not\\*', '<p>*not*</p>'],
    ['[bug](https://bugs.example/1?a=b&c)', '<p><a href="https://bugs.example/1?a=b&amp;c">bug</a></p>'],
    ['[there](/r/x#y)', '<p><a href="/r/x#y">there</a></p>'],
    [
      'See https://e.example/a_b_c.',
      '<p>See <a href="https://e.example/a_b_c">https://e.example/a_b_c</a>.</p>',
    ],
  ])('draws %j', (source, expected) => {
    expect(body(source)).toBe(expected);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<!-- <b> -->',
    '&lt;script&gt;',
    '`</code><script>alert(1)</script>`',
    '```\n</pre><script>alert(1)</script>',
    '# <svg/onload=alert(1)>',
    '- <iframe src="//evil.example">',
    '> <math><mi xlink:href="data:x,<script>alert(1)</script>">',
    '[<b>](https://e.example)',
    '<https://e.example/"onmouseover="alert(1)>',
  ])('shows HTML as text: %j', (source) => {
    const tags = html(source).match(/<\/?[a-z]+/g) ?? [];
    const known = /^<\/?(div|p|strong|pre|code|ul|li|blockquote|a|br)$/;
    expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
    expect(html(source)).not.toMatch(/<[^>]* on\w+=/);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://e.example/1',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'evil',
    '',
  ])('makes no link of %j', (address) => {
    expect(safeHref(address)).toBeNull();
    expect(html(`[click](${address})`)).not.toContain('<a');
  });

  it.each([
    '[x][y]\n\n[y]: javascript:alert(1)',
    '[x](javascript&colon;alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '<javascript:alert(1)>',
    '[x](\\javascript:alert(1))',
    'javascript://e.example/%0aalert(1)',
    '//evil.example ftp://evil.example evil.example',
  ])('makes no link of %j, either', (source) => {
    expect(html(source)).not.toContain('<a');
  });

  it.each([
    ['[', 1_000_000],
    ['> ', 10_000],
    ['- ', 10_000],
    ['*a **b ', 10_000],
    ['[a](', 10_000],
  ])(
    'draws %j, %d times, all of it and soon',
    (piece, times) => {
      const drawn = html(`${piece.repeat(times)}the end`);
      expect(drawn).toContain('the end');
    },
    PATIENCE,
  );

  it('keeps quotes of an address inside its attribute', () => {
    expect(html('[x](https://e.example/"onclick="alert(1))')).not.toMatch(/" ?onclick="/);
  });

  it('puts no link into a link, and loads no image', () => {
    expect(html('[https://a.example](https://b.example)').match(/<a /g)).toHaveLength(1);
    expect(html('![x](https://e.example/x.png)')).not.toContain('<img');
  });

  it.each([
    ...[
      '*',
      '_',
      '**',
      '[',
      '`',
      '](',
      '[a](',
      '> ',
      '- ',
      '#',
      '\\',
      'h',
      '*a ',
      '_a',
      '**a*',
      ' ',
      '.',
      'x\n',
    ],
    ...['https://', '[](', '`*', '- - x'],
  ])(
    'reads 100,000 characters of %j in linear time, whatever stands before and behind',
    (piece) => {
      expect(parseMarkdown(`x${piece.repeat(100_000 / piece.length)}x`).length).toBeGreaterThan(0);
      for (const head of ['# ', '> ', 'https://e.example/', '*', '[']) {
        expect(parseMarkdown(`${head}${piece.repeat(20_000 / piece.length)}x`).length).toBeGreaterThan(0);
      }
    },
    PATIENCE,
  );
});
