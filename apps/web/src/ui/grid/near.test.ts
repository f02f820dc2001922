import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEAR, NEAR_CELLS, NEAR_ROWS, nearCells } from './visible-range';

const css = readFileSync(
  path.join(import.meta.dirname, '../../features/compare/heatmap/heatmap.css'),
  'utf8',
);
const RULES = css
  .split('@media ')
  .slice(1)
  .filter((rule) => rule.includes(`tr[${NEAR}`));

describe('what rows hold back', () => {
  it('is what the style sheet hides', () => {
    const columns = RULES.flatMap((rule) => {
      const [, widest] = /max-width: (\d+)em/.exec(rule) ?? [];
      const [, first] = /:nth-child\(n \+ (\d+)\)/.exec(rule) ?? [];
      return first ? [{ widest: Number(widest), cells: Number(first) - 1 }] : [];
    });
    expect(columns.sort((a, b) => a.widest - b.widest)).toEqual(NEAR_CELLS);
    const below = RULES.filter((rule) => rule.includes(`[${NEAR}="below"]`));
    expect(below.map((rule) => /max-height: (\d+)em/.exec(rule)?.[1])).toEqual([String(NEAR_ROWS.highest)]);
  });

  it('is hidden only where scripts show it again, and never in print', () => {
    expect(RULES).toHaveLength(3);
    for (const rule of RULES) expect(rule).toMatch(/^screen and \(scripting: enabled\)/);
  });

  it('follows the width of the window, and is nothing in a wide one', () => {
    const cellsAt = (em: number) =>
      nearCells((query) => em <= Number(/max-width: (\d+)em/.exec(query)?.[1] ?? 0));
    expect([90, 91, 92, 125, 126].map(cellsAt)).toEqual([19, 19, 25, 25, Number.POSITIVE_INFINITY]);
  });
});
