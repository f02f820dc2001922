import { describe, expect, it } from 'vitest';
import { FITS, FITS_WITH_SUMMARY, printBlocks } from './heatmap-cells';

describe('printBlocks', () => {
  it('leaves a table as it is that fits a page', () => {
    expect(printBlocks(3, 1)).toEqual([{ columns: [0, 1, 2], withSummary: true }]);
    expect(printBlocks(FITS_WITH_SUMMARY, 0)).toHaveLength(1);
  });

  it('has every column once and the base in each block', () => {
    const blocks = printBlocks(60, 7);
    expect(blocks.every(({ columns }) => columns[0] === 7)).toBe(true);
    const others = blocks.flatMap(({ columns }) => columns.slice(1));
    expect(others).toEqual([...Array(60).keys()].filter((index) => index !== 7));
    expect(Math.max(...blocks.map(({ columns }) => columns.length))).toBeLessThanOrEqual(FITS);
    // No page for a single column: 51 older ones in three blocks.
    expect(blocks.map(({ columns }) => columns.length - 1)).toEqual([17, 17, 17, 8]);
  });

  it('prints the row summary only next to the newest versions', () => {
    expect(printBlocks(FITS_WITH_SUMMARY + 1, 0)).toEqual([
      { columns: [0, 1], withSummary: false },
      { columns: [0, 2, 3, 4, 5, 6, 7, 8, 9], withSummary: true },
    ]);
  });
});
