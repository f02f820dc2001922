import type { Cell, RowModel } from '@basecase/views/compare';
import { escapeHtml } from '@basecase/views/text';
import { describe, expect, it } from 'vitest';
import { type DrawnCell, drawRow, rowHtml } from '../../../ui/grid/draw-row';
import { testRow } from '../../../ui/grid/testing/test-row';
import { type RowMarks, rowCells } from './heatmap-table';

const cell = (text: string, className = 'c n'): Cell => ({ text, className });

function cellsOf(cells: Cell[], change: Partial<RowModel> = {}, marks: Partial<RowMarks> = {}): DrawnCell[] {
  const row: RowModel = {
    row: 0,
    key: 'scan',
    name: 'scan',
    note: '',
    cells,
    firstBad: null,
    largestStep: null,
    record: null,
    spark: null,
    costs: [{ text: '1.50', level: 'r4' }],
    explained: 'CPU',
    ...change,
  };
  return rowCells(row, { bases: [0], hasSummary: true, open: null, judged: 'v2', ...marks });
}

describe('a row as HTML', () => {
  it('has the head, the cells and the row summary', () => {
    const html = rowHtml(
      cellsOf(
        [cell('100', 'c n base'), cell('0.66', 'c r4')],
        { firstBad: '2.0', note: 'range=100' },
        { open: 1 },
      ),
    );
    expect(html).toContain(
      '<th class="t" scope="row"><button type="submit" form="view" name="cell" value="scan@v2">',
    );
    expect(html).toContain('scan<span class="test-range">range=100</span></button></th>');
    expect(html).toContain(
      '<td class="c n base"><span>100</span></td><td class="c r4 selected wr"><span>0.66</span></td>',
    );
    expect(html).toContain('<td class="why first"><strong>2.0</strong></td>');
    expect(html).toContain(
      '<td class="why"><span class="bad">1.50</span></td><td class="why explanation">CPU</td>',
    );
  });

  it('lets nothing of an upload become markup', () => {
    const bad = `"><img src=x onerror='alert(1)'>&`;
    const html = rowHtml(
      cellsOf(
        [cell(bad)],
        {
          name: bad,
          note: bad,
          firstBad: bad,
          largestStep: { version: bad, text: bad },
          costs: [{ text: bad, level: 'n' }],
          explained: bad,
        },
        { judged: bad },
      ),
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain(bad);
    // Value, name, note, cell, first bad, version and text of the step, cost, explanation: nine times.
    expect(html.split(escapeHtml(bad))).toHaveLength(10);
  });
});

describe('drawing a change of a row', () => {
  it('writes only what differs', () => {
    const same = cell('1.00');
    const from = cellsOf([cell('0.95', 'c r1'), same, cell('1.20', 'c b2')]);
    const to = cellsOf([cell('0.94', 'c r1'), same, cell('1.20', 'c b2 step')]);
    const row = testRow(9);
    drawRow(row, { from, to });
    expect(row.writes).toEqual(['1 text 0.94', '3 class c b2 step wb ws']);
  });

  it('moves the mark of the open cell', () => {
    const cells = [cell('1'), cell('2'), cell('3')];
    const row = testRow(9);
    drawRow(row, { from: cellsOf(cells, {}, { open: 0 }), to: cellsOf(cells, {}, { open: 2 }) });
    expect(row.writes).toEqual(['1 class c n', '3 class c n selected']);
  });

  it('writes the row summary that changed, and what the name opens', () => {
    const cells = [cell('1'), cell('2')];
    const from = cellsOf(cells);
    const to = cellsOf(cells, { firstBad: '3.0', explained: 'writes' }, { judged: 'v1' });
    const row = testRow(9);
    drawRow(row, { from, to });
    expect(row.writes).toEqual(['0 value scan@v1', '3 html <strong>3.0</strong>', '7 html writes']);
  });

  it('writes nothing when nothing changed', () => {
    const row = testRow(9);
    drawRow(row, { from: cellsOf([cell('1')]), to: cellsOf([cell('1')]) });
    expect(row.writes).toEqual([]);
  });

  it('writes what is wanted, and the rest of it later', () => {
    const marks = { bases: [1] };
    const from = cellsOf([cell('1'), cell('2'), cell('3')], {}, marks);
    const to = cellsOf([cell('4'), cell('5'), cell('6')], { firstBad: '3.0' }, marks);
    const first = testRow(9);
    const drawn = drawRow(first, { from, to, isWanted: (index) => index === 2 });
    expect(first.writes).toEqual(['2 text 5']);
    const second = testRow(9);
    expect(drawRow(second, { from: drawn, to })).toEqual(to);
    expect(second.writes).toEqual(['1 text 4', '3 text 6', '4 html <strong>3.0</strong>']);
  });

  it('writes what only a screen reader says after what is seen', () => {
    const from = cellsOf([cell('1'), cell('0.9', 'c un')]);
    const to = cellsOf([cell('1'), cell('0.8', 'c r1 sm')]);
    const first = testRow(9);
    const drawn = drawRow(first, { from, to, isWanted: (index) => index >= 0 });
    expect(first.writes).toEqual(['2 class c r1 sm wu', '2 text 0.8']);
    const second = testRow(9);
    expect(drawRow(second, { from: drawn, to })).toEqual(to);
    expect(second.writes).toEqual(['2 class c r1 sm wrs']);
  });

  it.each([
    ['c n', 'c n'],
    ['c v', 'c v'],
    ['c b5 cost', 'c b5 cost wb'],
    ['c pr p2', 'c pr p2 wpr'],
    ['c pb', 'c pb wpb'],
    ['c un step', 'c un step wu ws'],
    ['c n step', 'c n step ws'],
    ['c b1 sm', 'c b1 sm wbs'],
  ])('names the meaning of the fill: %s', (fill, all) => {
    expect(rowHtml(cellsOf([cell('1', fill)]))).toContain(`<td class="${all}"><span>1</span></td>`);
  });

  it('marks the open cell wherever it is', () => {
    const cells = [cell('1'), cell('2')];
    const row = testRow(9);
    drawRow(row, { from: cellsOf(cells), to: cellsOf(cells, {}, { open: 1 }), isWanted: () => false });
    expect(row.writes).toEqual(['2 class c n selected']);
  });
});
