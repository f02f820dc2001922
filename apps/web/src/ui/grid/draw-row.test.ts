import { describe, expect, it } from 'vitest';
import { contentHtml, type DrawnCell, drawRow, labelLinks, madeCell, rowHtml } from './draw-row';
import { testRow } from './testing/test-row';

const link = (text: string, href: string): DrawnCell => ({
  className: 'c',
  text,
  holder: { tag: 'a', attributes: { href } },
});

describe('a row as HTML', () => {
  it('has its name as head, texts, markup, and texts in links', () => {
    const html = rowHtml([
      { className: 't', text: 'a<b', html: '<i>1</i>' },
      { className: 'num', text: '2 & 3' },
      { className: 'gap', html: '<svg></svg>' },
      link('"4"', '/?a=1&b="'),
    ]);
    expect(html).toBe(
      '<th class="t" scope="row">a&lt;b<i>1</i></th><td class="num">2 &amp; 3</td><td class="gap"><svg></svg></td>' +
        '<td class="c"><a href="/?a=1&amp;b=&quot;">&quot;4&quot;</a></td>',
    );
  });
});

describe('drawing a change of a row', () => {
  const draw = (before: DrawnCell, after: DrawnCell) => {
    const row = testRow(1);
    drawRow(row, { from: [before], to: [after] });
    return row.writes;
  };

  it('writes text, link and class where they are', () => {
    expect(draw(link('1', '/a'), { ...link('2', '/b'), className: 'c x' })).toEqual([
      '0 class c x',
      '0 href /b',
      '0 text 2',
    ]);
  });

  it('writes only the end of a text, but all of a text changed elsewhere', () => {
    const row = testRow(3, ['0.94', '1', 'null komma neun']);
    const cells = (...texts: string[]): DrawnCell[] => texts.map((text) => ({ className: 'c', text }));
    drawRow(row, { from: cells('0.94', '1', '0.9'), to: cells('0.97', '1.02', '0.8') });
    expect(row.parts).toEqual(['0 3+1 7', '1 1+0 .02', '2 0+15 0.8']);
    expect(row.writes).toEqual(['0 text 0.97', '1 text 1.02', '2 text 0.8']);
  });

  it('replaces the content when a link appears or disappears, and when a text was empty', () => {
    const to = link('2', '/b');
    expect(draw({ className: 'c', text: '1' }, to)).toEqual([`0 html ${contentHtml(to)}`]);
    expect(draw(to, { className: 'c', html: '<b>1</b>' })).toEqual(['0 html <b>1</b>']);
    expect(draw({ className: 'c', html: '<b>1</b>' }, { className: 'c', text: '<' })).toEqual([
      '0 html &lt;',
    ]);
    expect(draw({ className: 'c', text: '' }, { className: 'c', text: '1' })).toEqual(['0 html 1']);
  });

  it('writes the text before unchanged markup', () => {
    const html = '<i>note</i>';
    expect(draw({ className: 't', text: 'a', html }, { className: 't', text: 'b', html })).toEqual([
      '0 text b',
    ]);
  });

  it('leaves what is not wanted for later, but never a pinned cell', () => {
    const cells = (texts: string[], pinned: number): DrawnCell[] =>
      texts.map((text, index) => ({ className: 'c', text, ...(index === pinned && { isPinned: true }) }));
    const row = testRow(4);
    const from = cells(['1', '2', '3', '4'], 0);
    const to = cells(['5', '6', '7', '8'], 1);
    const drawn = drawRow(row, { from, to, isWanted: (index) => index === 3 });
    expect(row.writes).toEqual(['0 text 5', '1 text 6', '3 text 8']);
    expect(drawn.map((cell) => madeCell(cell).text)).toEqual(['5', '6', '3', '8']);
  });

  it('makes no cell that is not drawn yet, and all of them in the end', () => {
    const made: string[] = [];
    const cells = (texts: string[]) =>
      texts.map((text) => (): DrawnCell => {
        made.push(text);
        return { className: 'c', text };
      });
    const row = testRow(2);
    const [from, to] = [cells(['1', '2']), cells(['5', '6'])];
    const drawn = drawRow(row, { from, to, isWanted: (index) => index === 1 });
    expect(made).toEqual(['6', '2']);
    expect(row.writes).toEqual(['1 text 6']);
    drawRow(row, { from: drawn, to });
    expect(made).toEqual(['6', '2', '5', '1']);
    expect(row.writes).toEqual(['1 text 6', '0 text 5']);
  });
});

describe('the links of a row', () => {
  it('are named, and leave the one stop for tabs', () => {
    const made = [true, false].map((isStop) => ({
      title: 'old',
      tabIndex: 0,
      words: '',
      hasAttribute: () => isStop,
      setAttribute(_: string, value: string) {
        this.words = value;
      },
    }));
    labelLinks(made, [
      { label: 'first', title: 'no change' },
      { label: 'second', title: '' },
    ]);
    expect(made.map(({ words, title, tabIndex }) => [words, title, tabIndex])).toEqual([
      ['first', 'no change', 0],
      ['second', '', -1],
    ]);
  });
});
