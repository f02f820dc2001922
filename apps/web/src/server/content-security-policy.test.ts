import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy';

const directive = (path: string, name: string) =>
  contentSecurityPolicy(path, 'abc')
    .split('; ')
    .find((each) => each.startsWith(`${name} `));

describe('content security policy', () => {
  it('lets run only what carries the nonce', () => {
    expect(directive('/compare', 'script-src')).toBe("script-src 'self' 'nonce-abc' 'strict-dynamic'");
    expect(directive('/compare', 'default-src')).toBe("default-src 'self'");
    for (const name of ['object-src', 'base-uri']) expect(directive('/', name)).toBe(`${name} 'none'`);
  });

  it('allows no other site to frame a page, except an embedded permalink', () => {
    for (const path of ['/', '/compare', '/p/abc', '/embed', '/embed/', '/embed/a/b', '/x/embed/a']) {
      expect(directive(path, 'frame-ancestors'), path).toBe("frame-ancestors 'none'");
    }
    expect(directive('/embed/aB3', 'frame-ancestors')).toBe('frame-ancestors *');
  });
});
