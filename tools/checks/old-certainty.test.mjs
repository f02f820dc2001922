import { describe, expect, it } from 'vitest';
import { readOldCertainty, readProjectOldCertainty } from './old-certainty.mjs';

/** Lower it when the number falls; never raise it. */
const MOST = 0;

describe('the words of certainty', () => {
  it('are sure, likely, within noise and not measured in all texts', () => {
    const found = readProjectOldCertainty();
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST);
  });
});

describe('readOldCertainty', () => {
  it('reads strings, JSX text and documents', () => {
    expect(readOldCertainty('apps/web/src/a.tsx', '<p>\n  Possibly slower\n</p>')).toEqual([
      'apps/web/src/a.tsx:2: Possibly',
    ]);
    expect(readOldCertainty('apps/web/src/a.tsx', '<Mark words="possible" />')).toHaveLength(1);
    expect(readOldCertainty('a.md', 'No A/A pair, so it is not calibrated.')).toHaveLength(2);
    expect(readOldCertainty('packages/views/src/a.ts', "const word = 'Unclear';")).toHaveLength(1);
  });

  it('reads neither comments nor values of JSON and of addresses', () => {
    expect(readOldCertainty('packages/views/src/a.ts', '// A possible one has no fill.')).toEqual([]);
    expect(readOldCertainty('packages/views/src/a.ts', "if (verdict === 'possible regression') {")).toEqual(
      [],
    );
  });
});
