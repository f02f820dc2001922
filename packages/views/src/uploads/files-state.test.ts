import { describe, expect, it } from 'vitest';
import { filesUrl, uploadHref } from './uploads-state';

const parse = (query: string) => filesUrl.parse(new URLSearchParams(query));

describe('the files of an upload in the URL', () => {
  it('are the same after writing and parsing, and the link opens them', () => {
    const state = { q: 'scan', kind: 'vmstat', status: 'kept', after: '20' } as const;
    const href = uploadHref('7', state);
    expect(href).toBe('/uploads/7?q=scan&kind=vmstat&status=kept&after=20#files');
    expect(parse(new URL(href, 'http://x').search)).toEqual(state);
  });

  it('are the first of all by default, also for nonsense', () => {
    const all = { q: '', kind: '', status: '', after: '' } as const;
    expect(uploadHref('7', all)).toBe('/uploads/7');
    expect(parse('status=eaten&after=x')).toEqual(all);
  });
});
