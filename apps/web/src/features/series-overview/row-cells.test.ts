import type { OverviewRow } from '@basecase/views/series';
import { describe, expect, it } from 'vitest';
import { rowHtml } from '../../ui/grid/draw-row';
import { CELLS_BEFORE, rowCells } from './row-cells';

const ROW: OverviewRow = {
  key: 'zipf_range=100',
  name: 'zipf<i>',
  note: 'range=100',
  kind: 'slower',
  href: '/series?server=a&test="',
  spark: {
    nights: 'M3 4h.01',
    levels: [{ tone: 'slower', path: 'M3 19H197' }],
    newest: { tone: 'slower', path: 'M1 2z' },
  },
  level: {
    text: '0.90',
    size: '± 0.02',
    level: 'r2',
    look: 'sure',
    direction: 'dn',
    word: 'regression',
    ratio: 0.9,
  },
  since: { day: '29 Aug', build: 'g4eb13e8a', external: '', night: 3 },
  cost: { text: '1.11', level: 'r1', ratio: 1.11 },
  cells: [
    { text: '0.91', className: 'c r2', words: 'regression', verdict: 'regression', level: 'r2', ratio: 0.91 },
    { text: '', className: 'c gap', words: 'not measured', verdict: null, level: 'n', ratio: null },
  ],
};

describe('the row of an overview as HTML', () => {
  const html = rowHtml(rowCells(ROW));

  it('names its test in a link, and escapes what came from an upload', () => {
    expect(html).toContain(
      '<th class="t" scope="row"><a href="/series?server=a&amp;test=&quot;">zipf&lt;i&gt;<span class="test-range">range=100</span></a></th>',
    );
  });

  it('draws the nights as few paths that say nothing to a screen reader', () => {
    expect(html.match(/<path/g)).toHaveLength(3);
    expect(html).toContain('aria-hidden="true"><path class="night" d="M3 4h.01">');
  });

  it('has the level with its interval and word, since when, and the cost', () => {
    expect(html).toContain(
      '<span class="tile r2 arrow dn">0.90<span class="sr-only"> regression</span></span><small>± 0.02</small>',
    );
    expect(html).toContain('29 Aug <span class="mono dim">g4eb13e8a</span>');
    expect(html).toContain('<span class="bad">1.11</span>');
  });

  it('has a cell for each night, and words in a gap', () => {
    const cells = rowCells(ROW).slice(CELLS_BEFORE);
    expect(cells[0]).toEqual({ className: 'c r2', text: '0.91' });
    expect(cells[1]?.html).toBe('<span class="sr-only">not measured</span>');
  });

  it('is hollow if it is unconfirmed, and names the change of the environment', () => {
    const external = 'kernel 6.8 → 6.14';
    const possible = rowHtml(
      rowCells({
        ...ROW,
        level: { ...ROW.level, look: 'possible', level: 'n' },
        since: { ...ROW.since, build: external, external },
      }),
    );
    expect(possible).toContain('<span class="bad arrow dn hollow">0.90');
    expect(possible).toContain(`<em title="${external}">${external}</em>`);
  });
});
