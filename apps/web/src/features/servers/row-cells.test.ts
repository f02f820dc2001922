import type { ServerData } from '@basecase/views/servers';
import { type ServersState, serversModel, serversUrl, toServersSelection } from '@basecase/views/servers';
import { testData, testServer } from '@basecase/views/testing';
import { escapeHtml } from '@basecase/views/text';
import { describe, expect, it } from 'vitest';
import { contentHtml, drawRow, madeCell, rowHtml } from '../../ui/grid/draw-row';
import { testRow } from '../../ui/grid/testing/test-row';
import { rowCells, rowLabels } from './servers-table';

function draw(servers: ServerData[], state: Partial<ServersState> = {}) {
  const all = { ...serversUrl.defaults, rule: 'thresholds' as const, ...state };
  const model = serversModel(toServersSelection(testData(servers), all), all);
  const row = model.groups[0]?.rows[0];
  if (!row) throw new Error('the test data has a row');
  const cells = rowCells(row, model).map(madeCell);
  return { cells, html: rowHtml(cells), labels: rowLabels(row, model) };
}

const small = (value: number | null) =>
  testServer('small', 8, { throughput: [[1000, value]], cpu_us_per_op: [[49, 56]] });
const large = testServer('large', 48, { throughput: [[90_000, 99_000]] });

describe('a row of the servers as HTML', () => {
  it('has the name, and of each server base, ratios and costs, then marks and reading', () => {
    const { cells, html } = draw([small(800), large]);
    expect(html).toMatch(/^<th class="t" scope="row">t0<span class="test-range">range=100<\/span><\/th><td /);
    expect(cells.map(({ className }) => className)).toEqual([
      't',
      'num mid m gap',
      'c r3',
      'num mid m',
      'num',
      'num mid m gap',
      'c b1',
      'gap m',
      'servers-summary',
    ]);
    expect(cells[2]).toMatchObject({
      text: '0.80',
      holder: {
        tag: 'a',
        attributes: { href: '/compare?server=small&workload=w&base=mysql-1.0&cell=t0_range=100@mysql-2.0' },
      },
    });
    expect(html).toContain('&amp;cell=t0_range=100@mysql-2.0">0.80</a></td>');
    expect(html).toContain(
      '<strong>opposite</strong><span class="dim rest">; slower on small; faster on large</span>',
    );
  });

  it('draws a shape for each server with a ratio', () => {
    const marks = (servers: ServerData[]) => draw(servers).cells.at(-2)?.html ?? '';
    expect(marks([small(800), large]).match(/href="#ax\d"/g)).toEqual(['href="#ax0"', 'href="#ax1"']);
    expect(marks([small(null), large]).match(/href="#ax\d"/g)).toEqual(['href="#ax1"']);
  });

  it('gives the reason for a missing number, without a link', () => {
    const [, , cell] = draw([small(null), large]).cells;
    expect(cell).toEqual({
      className: 'c ratio-cell v',
      html: '<span title="not recorded">–</span><span class="sr-only"> not recorded</span>',
    });
  });

  it('lets nothing of an upload become markup', () => {
    const bad = '"><script>alert(1)</script>&';
    const server = testServer(bad, 8, { throughput: [[1000, 800]] }, { workload: bad });
    const columns = server.columns.map((column) => ({ ...column, slug: bad }));
    const state = { ...serversUrl.defaults };
    const data = testData([{ ...server, columns }, large]);
    const rows = data.rows.map((row) => ({ ...row, key: bad, name: bad, unit: bad }));
    const model = serversModel(toServersSelection({ ...data, rows }, state), state);
    const row = model.groups[0]?.rows[0];
    const html = row ? rowHtml(rowCells({ ...row, note: bad }, model)) : '';
    expect(html).not.toContain('<script');
    expect(html.split(escapeHtml(bad))).toHaveLength(4);
  });

  it('says of each link what it is about, as it is heard', () => {
    expect(draw([small(800), large]).labels).toEqual([
      { label: 't0 range=100, 2.0 on small: 0.80 regression', title: '' },
      { label: 't0 range=100, 2.0 on large: 1.10 improvement', title: '' },
    ]);
    expect(draw([small(null), large]).labels).toHaveLength(1);
  });
});

describe('a drawn row', () => {
  it('is left alone where nothing changes', () => {
    const { cells } = draw([small(800), large]);
    const row = testRow(cells.length);
    drawRow(row, { from: cells, to: draw([small(800), large]).cells });
    expect(row.writes).toEqual([]);
  });

  it('keeps the link whose number changes', () => {
    const [from, to] = [draw([small(800), large]).cells, draw([small(900), large]).cells];
    const row = testRow(from.length);
    drawRow(row, { from, to });
    expect(row.writes.slice(0, 2)).toEqual(['2 class c r2', '2 text 0.90']);
    expect(row.writes.some((each) => each.startsWith('2 html'))).toBe(false);
  });

  it('gets a link where there was none', () => {
    const [from, to] = [draw([small(null), large]).cells, draw([small(800), large]).cells];
    const row = testRow(from.length);
    drawRow(row, { from, to });
    expect(row.writes).toContain(`2 html ${to[2] && contentHtml(to[2])}`);
  });
});
