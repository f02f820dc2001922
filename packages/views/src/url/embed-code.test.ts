import { describe, expect, it } from 'vitest';
import { embedCode } from './hrefs';

const SOURCE = { origin: 'https://b.example', path: '/embed/aB3?base=x&q=y', title: 'MySQL', rows: 10 };

describe('embed code', () => {
  it('is an iframe as high as its table, up to a limit', () => {
    expect(embedCode(SOURCE)).toBe(
      '<iframe src="https://b.example/embed/aB3?base=x&amp;q=y" title="MySQL" width="100%" height="410" loading="lazy" style="border:0"></iframe>',
    );
    expect(embedCode({ ...SOURCE, rows: 500 })).toContain('height="900"');
  });

  it('keeps a hostile title inside its attribute', () => {
    const code = embedCode({ ...SOURCE, title: '"><script>alert(1)</script>' });
    expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(code.match(/</g)).toHaveLength(2);
  });
});
