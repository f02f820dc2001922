import { markdownLine, markdownText, toMarkdownTable } from '@basecase/analysis';
import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';

/** Everything that Markdown may be read with: HTML, links without marks, tables and strikethrough. */
const reader = new MarkdownIt({ html: true, linkify: true, typographer: false });

/** Types of tokens that say more than text does. */
const PLAIN = /^(text|softbreak|inline|paragraph_(open|close)|text_special)$/;

function markupOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ type, children }) => [
    ...(PLAIN.test(type) ? [] : [type]),
    ...markupOf(children ?? []),
  ]);
}

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ type, children }) =>
    type === 'inline' ? [(children ?? []).map(({ content }) => content).join('')] : [],
  );
}

const NAMES = [
  '<b>html</b>',
  '<img src=x onerror=alert(1)>',
  '[link](http://x)',
  '![image](http://x)',
  'http://example.com/a?b=1',
  'www.example.com',
  'mail@example.com',
  '<http://example.com>',
  '*star* **two** under_score _em_ __strong__',
  '`code` ``two``',
  'a|b\\|c',
  'back\\slash\\',
  '~~gone~~ $x$ &lt; &#60; &amp',
  '# heading',
  '> quote',
  '- item',
  '+ item',
  '1. item',
  '23) item',
  '---',
  '===',
  '    code',
  '[ref]: http://x',
  'a\nb\r\n# c',
  '__proto__',
  'update-index_range=100',
  '<!-- comment -->',
  '&nbsp;',
];

const shown = (text: string) => text.replace(/[\r\n\t\f\v\u2028\u2029]+/g, ' ').trim();

describe('a name in Markdown', () => {
  it.each(NAMES)('is the text itself in a cell, a heading, an item and a paragraph: %j', (name) => {
    const cells = reader.parse(toMarkdownTable(['test', name], [[name, '1.00']]).join('\n'), {});
    expect(markupOf(cells).filter((type) => !/^(table|thead|tbody|tr|th|td)_/.test(type))).toEqual([]);
    expect(textsOf(cells)).toEqual(['test', shown(name), shown(name), '1.00']);
    const heading = reader.parse(`### ${markdownText(name)}`, {});
    expect([markupOf(heading), textsOf(heading)]).toEqual([['heading_open', 'heading_close'], [shown(name)]]);
    const line = reader.parse(markdownLine(name), {});
    expect([markupOf(line), textsOf(line)]).toEqual([[], [shown(name)]]);
    const item = reader.parse(`- ${markdownLine(name)}`, {});
    expect(markupOf(item).filter((type) => !/^(bullet_list|list_item)_/.test(type))).toEqual([]);
    expect(textsOf(item)).toEqual([shown(name)]);
  });

  it('is the text itself for any text', () => {
    const characters = fc.constantFrom(
      ...'ab1 _*`[]()<>!|\\~$#&;:/@.-+="\'{}^%',
      'www.',
      'http://',
      '&amp;',
      'é',
      '語',
    );
    fc.assert(
      fc.property(fc.array(characters, { minLength: 1, maxLength: 14 }), (parts) => {
        const text = parts.join('').trim();
        if (text === '') return;
        const tokens = reader.parse(markdownLine(text), {});
        expect([markupOf(tokens), textsOf(tokens).join('').trim()]).toEqual([[], text]);
        expect(textsOf(reader.parse(toMarkdownTable(['a'], [[text]]).join('\n'), {}))).toEqual(['a', text]);
      }),
      { seed: 30, numRuns: 3000 },
    );
  });
});
