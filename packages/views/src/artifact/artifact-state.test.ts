import { describe, expect, it } from 'vitest';
import { artifactHref, type LineRange } from '../url/hrefs';
import { parseArtifactState } from './artifact';

const pageHref = (id: string, from: number, marked: LineRange | null) => artifactHref(id, marked, from);
const parse = (query: string) => parseArtifactState(new URLSearchParams(query));

describe('what the URL of a file asks for', () => {
  it('reads marked lines and a page', () => {
    expect(parse('line=10&lineEnd=12')).toEqual({ from: null, marked: { line: 10, lineEnd: 12 } });
    expect(parse('line=10&from=2001')).toEqual({ from: 2001, marked: { line: 10, lineEnd: 10 } });
    expect(parse('')).toEqual({ from: null, marked: null });
  });

  it.each(['line=0', 'line=-1', 'line=abc', 'line=1e99', 'from=1.5', 'lineEnd=3'])(
    'takes %s as nothing',
    (query) => {
      expect(parse(query)).toEqual({ from: null, marked: null });
    },
  );

  it('marks one line when the end is before it', () => {
    expect(parse('line=10&lineEnd=3').marked).toEqual({ line: 10, lineEnd: 10 });
  });

  it('keeps what is marked on other pages', () => {
    expect(pageHref('7', 1001, { line: 10, lineEnd: 12 })).toBe('/artifacts/7?line=10&lineEnd=12&from=1001');
    expect(pageHref('7', 1001, null)).toBe('/artifacts/7?from=1001');
    expect(parse(new URL(pageHref('7', 1001, null), 'http://x').search)).toEqual({
      from: 1001,
      marked: null,
    });
  });
});
