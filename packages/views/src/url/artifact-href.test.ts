import { describe, expect, it } from 'vitest';
import { artifactHref } from './hrefs';

describe('link to a stored file', () => {
  it('leads to its lines', () => {
    expect(artifactHref('12')).toBe('/artifacts/12');
    expect(artifactHref('12', { line: 29, lineEnd: 29 })).toBe('/artifacts/12?line=29#L29');
    expect(artifactHref('12', { line: 5, lineEnd: 90 })).toBe('/artifacts/12?line=5&lineEnd=90#L5');
  });
});
