import { describe, expect, it } from 'vitest';
import { artifactHeaders } from './operations/file-operations';

const plain = { as: null, destination: null };

describe('headers of a stored file', () => {
  it.each(['page.html', 'x.svg', 'x.js', 'sb.o.insert', 'x.pdf'])(
    'serves %s as text in a sandbox',
    (path) => {
      const headers = artifactHeaders(`run/${path}`, plain);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(/^sandbox;/);
      expect(headers['content-security-policy']).not.toContain('allow-');
    },
  );

  it('serves an SVG as a picture inside a frame only', () => {
    const type = (path: string, as: string | null, destination: string | null) =>
      artifactHeaders(path, { as, destination })['content-type'];
    expect(type('flame.svg', 'svg', 'iframe')).toBe('image/svg+xml');
    expect(type('flame.svg', 'svg', 'document')).toBe('text/plain; charset=utf-8');
    expect(type('flame.html', 'svg', 'iframe')).toBe('text/plain; charset=utf-8');
    expect(type('flame.svg', 'html', 'iframe')).toBe('text/plain; charset=utf-8');
  });

  it('lets no name break out of its header', () => {
    const header = artifactHeaders('a/"\r\nset-cookie: x=1; \u{1f4a9}\ud800\'.log', plain)[
      'content-disposition'
    ];
    expect(header).toMatch(/^inline; filename\*=UTF-8''[\w%.!~-]+$/);
  });
});
