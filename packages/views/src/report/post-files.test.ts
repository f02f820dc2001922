import { expect, it } from 'vitest';
import { mergePost } from './merge-post';
import { POST_FORMS } from './post';
import { postFiles } from './post-files';

const post = {
  title: 'PostgreSQL 17.0 to 18.0 on "pn53"',
  blocks: [
    { id: 'summary', text: 'All as before.' },
    { id: 'heatmap', text: '', picture: { name: 'basecase-heatmap.png', alt: 'Heatmap' } },
  ],
  pictures: [{ name: 'basecase-heatmap.png', data: 'AAAA' }],
};

it.each([
  ['hugo', 'postgresql-17-0-to-18-0-on-pn53/index.md', '![Heatmap](basecase-heatmap.png)'],
  [
    'jekyll',
    '_posts/2026-11-28-postgresql-17-0-to-18-0-on-pn53.md',
    '"/assets/2026-11-28-postgresql-17-0-to-18-0-on-pn53/basecase-heatmap.png"',
  ],
  ['blogger', 'postgresql-17-0-to-18-0-on-pn53/post.html', 'src="basecase-heatmap.png"'],
] as const)('a post for %s is a file with its picture, and can be published again', (form, path, picture) => {
  const [file, image] = postFiles(post, { form, date: '2026-11-28', author: 'A. Author' });
  expect(file?.path).toBe(path);
  expect(file?.data).toContain(picture);
  expect(file?.data).toContain('A. Author');
  expect(image).toMatchObject({ data: 'AAAA', encoding: 'base64' });
  const again = mergePost(`${file?.data}\nMy words.\n`, [{ id: 'summary', text: 'Slower now.' }]);
  expect(again.text).toContain('Slower now.');
  expect(again.text).toContain('My words.');
});

it('titles without a letter have a name', () => {
  for (const form of POST_FORMS)
    expect(
      postFiles({ ...post, title: '数据库' }, { form, date: '2026-11-28', author: '' })[0]?.path,
    ).toMatch(/report/);
});
