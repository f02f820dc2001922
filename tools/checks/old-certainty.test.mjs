import { describe, expect, it } from 'vitest';
import { readFiles, readText } from './plain-english.mjs';

/** Words of certainty that were replaced by sure, likely, within noise and not measured. */
const OLD =
  /\b(?:possibl[ey]|unclear|doubtful|surely|likely[- ]real|(?:un|not )?calibrate[ds]?|A\/A|A\/As)\b/gi;

/** Values of stored documents, addresses and JSON keep their names, and so do names in code. */
const VALUES =
  /'(?:possible|unclear|doubtful|calibrated|possible%|(?:possible|unclear)Slower|possibl[ey](?:Slower|Faster| regression| improvement)|not-calibrated|likely-real)'|`possible \$\{[^`]*`|`(?:possible(?: regression| improvement)?|unclear|doubtful)`|id="(?:possible|unclear|likely-real|not-calibrated)"|"sureness": "possible"|0008-doubtful|'calibrated'|how-to-calibrate|(?<=[.{(])(?:possible|unclear|doubtful|calibrated)\b|\b(?:possible|unclear) > 0|AS calibrated|\b(?:CALIBRATE|POSSIBLE|UNCLEAR|uncalibratedText)\b|(?:wedge|change) \$\{tone\} possible/g;

/** A sign of a comparison or of an arrow function would read as the end of a tag. */
const COMPARED = /(?<=[\s=])>/g;

const PROSE = /\.md$|^(?:packages|apps)\/[a-z]+\/src\/.*\.(?:tsx?|css)$/;
const SKIPPED = /(?:^|\/)(?:generated|fixtures|testing|node_modules)\/|\.test\./;

/**
 * Old words in the texts of a file, `line: word`. Comments of code are not read.
 * @param {string} file
 * @param {string} source
 */
function readOldCertainty(file, source) {
  return source.split('\n').flatMap((line, index) => {
    const { text, isText } = readText(file, line.replaceAll(VALUES, "''").replaceAll(COMPARED, ' '), (part) =>
      /\s|^["'`>]?[A-Z]|^"/.test(part),
    );
    return isText ? [...text.matchAll(OLD)].map(([word]) => `${file}:${index + 1}: ${word}`) : [];
  });
}

/** Lower it when the number falls; never raise it. */
const MOST = 0;

describe('the words of certainty', () => {
  it('are sure, likely, within noise and not measured in all texts', () => {
    const found = readFiles({ prose: PROSE, skipped: SKIPPED }, readOldCertainty).flat();
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
