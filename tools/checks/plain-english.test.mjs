import { describe, expect, it } from 'vitest';
import { describeHit, readEnglish, readProject } from './plain-english.mjs';

/** Most awkward phrases per 10,000 words. Lower it when the rate falls; never raise it. */
const MOST_PER_10000 = 1;
/** Most awkward phrases in README.md, and in texts of pages and of the terminal. */
const MOST_IN_README = 0;
const MOST_ON_PAGES = 0;

const PAGES = /^(?:apps\/web\/src\/.*\.tsx|(?:packages\/views|apps\/cli)\/src\/.*\.(?:ts|json))$/;
const TEST = /\.test\.|\/testing\//;

const { hits, words } = readProject();

/** @param {typeof hits} found */
const listed = (found) => found.slice(0, 400).map(describeHit).join('\n');

describe('the English of the project', () => {
  it('has no awkward phrases in README.md', () => {
    const found = hits.filter(({ file }) => file === 'README.md');
    expect(found.length, listed(found)).toBeLessThanOrEqual(MOST_IN_README);
  });

  it('has no awkward phrases on pages and in the terminal', () => {
    const found = hits.filter(({ file, isText }) => isText && PAGES.test(file) && !TEST.test(file));
    expect(found.length, listed(found)).toBeLessThanOrEqual(MOST_ON_PAGES);
  });

  it('keeps the rate of awkward phrases below the limit', () => {
    expect(words).toBeGreaterThan(100_000);
    expect((hits.length / words) * 10_000, listed(hits)).toBeLessThanOrEqual(MOST_PER_10000);
  });
});

describe('readEnglish', () => {
  /** @param {string} file @param {string} source */
  const found = (file, source) => readEnglish(file, source).hits.map(describeHit);

  it('reports file, line, phrase and a better wording', () => {
    expect(found('a.md', 'Fine.\nNobody, or somebody, knows.')).toEqual([
      'a.md:2: "somebody": name the role, or use the passive: "unknown", "not specified"',
    ]);
  });

  it('reads comments, strings and JSX text, but no code', () => {
    expect(found('a.ts', 'const beside = 1;')).toEqual([]);
    expect(found('a.ts', "/** Drawn anew. */\nconst a = 'is told so';")).toHaveLength(2);
    expect(found('a.tsx', '<p>\n  It stands for a run\n</p>')).toHaveLength(1);
    expect(found('a.tsx', "  {count} runs that <em>nobody</em> read,{' '}")).toHaveLength(1);
  });

  it('accepts "there is no" and "is no longer"', () => {
    expect(found('a.md', 'There is no run. It is no longer slow.')).toEqual([]);
    expect(found('a.md', 'A config is no release.')).toHaveLength(1);
  });
});
