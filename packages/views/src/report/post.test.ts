import { buildReport, type Level, type Matrix, type ReportColumn } from '@basecase/analysis';
import { testInfo } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, POST_FORMS, type PostForm, pictureText, postBlocks, postHead } from './post';

const LEVELS: readonly Level[] = ['r1', 'r2', 'r3', 'r4', 'r5', 'b1', 'b2', 'b3', 'b4', 'b5', 'n', 'v'];
const COLOURS = Object.fromEntries(LEVELS.map((level) => [level, { bg: '#fff', fg: '#000' }])) as Record<
  Level,
  { bg: string; fg: string }
>;

const HOSTILE = [
  '{{< readfile "/etc/passwd" >}}',
  '{% include secret.html %}',
  '<!-- basecase:end summary -->',
  '<script>alert(1)</script>',
  '[link](http://127.0.0.1/x)',
  'a | b',
  '![x](y.png)',
];

function blocksOf(form: PostForm, names: readonly string[] = ['scan', 'insert'], link: string | null = null) {
  const rows = names.map((name) => ({
    ...testInfo('sysbench', name, null),
    key: name,
    label: name,
    groupLabel: 'Writes',
  }));
  const matrix: Matrix<ReportColumn> = {
    columns: ['17.0', '18.0'].map((name) => ({
      label: `x.pg${name}`,
      name,
      product: 'PostgreSQL',
      flavour: null,
      config: null,
    })),
    rows,
    values: { throughput: rows.map(() => [100, 80]) },
    sources: {},
    status: rows.map(() => ['ok' as const, 'ok' as const]),
    repeats: rows.map(() => [1, 1]),
    spread: rows.map(() => [null, null]),
  };
  const report = buildReport({
    ...{ matrix, benchmark: 'sysbench', metric: 'throughput', base: 0, judged: 1, threshold: 0.95 },
    judgement: null,
  });
  const head = { title: 'T', facts: [{ label: 'Server', text: names[0] ?? '' }], appendix: [] };
  const pictures = [{ id: 'heatmap', name: 'basecase-heatmap.png', alt: 'Heatmap' }];
  return postBlocks(head, report, { form, pictures, link, colours: COLOURS });
}

describe('the blocks of a post', () => {
  it.each(POST_FORMS)('have unique names for %s, and a picture by its file', (form) => {
    const ids = blocksOf(form).map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual(['summary', 'heatmap', 'tested', 'legend']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
    expect(blocksOf(form).find(({ picture }) => picture)?.picture?.name).toBe('basecase-heatmap.png');
  });

  it.each(POST_FORMS)('take hostile names as text for %s', (form) => {
    const text = blocksOf(form, HOSTILE)
      .map((block) => block.text)
      .join('\n');
    expect(text).not.toMatch(/<script|^\s*<!--|href=/m);
    if (form !== 'blogger') expect(text).not.toMatch(/\{|!\[x\]|\]\(http/);
    if (form === 'blogger') expect(text).toContain('&lt;script&gt;');
    else expect(text).toContain('&#123;&#123;&#60; readfile');
  });

  it('keep the options of a command line, which would become dashes', () => {
    const [, name] =
      blocksOf('hugo', ['run --threads=4 a--b'])
        .find(({ id }) => id === 'tested')
        ?.text.split('run ') ?? [];
    expect(name).toMatch(/^&#45;&#45;threads=4 a&#45;&#45;b/);
    expect(blocksOf('hugo').find(({ id }) => id.startsWith('group'))?.text).toContain('| :--- | ---: |');
  });

  it('link to a public address only', () => {
    const link = 'https://bench.example/p/abc';
    expect(blocksOf('hugo', ['scan'], link).at(-1)).toEqual({ id: 'source', text: `Figures: <${link}>` });
    expect(blocksOf('blogger', ['scan'], link).at(-1)?.text).toContain(`<a href="${link}">`);
    expect(blocksOf('hugo').some(({ id }) => id === 'source')).toBe(false);
    const own = ['http://127.0.0.1:3000/p/a', 'http://localhost/p/a', 'http://[::1]/p/a', 'http://bench/p/a'];
    const near = ['http://192.168.1.4/', 'http://10.0.0.1/', 'http://172.20.0.2/', 'https://pn53.local/'];
    expect([...own, ...near, 'ftp://a.example/', 'no address'].filter(isPublicAddress)).toEqual([]);
    expect(['https://bench.example/p/a', 'http://8.8.8.8/'].every(isPublicAddress)).toBe(true);
  });
});

describe('the head of a post', () => {
  const head = { title: 'A "title": 1\n---\nevil: 1 -->', date: '2026-11-28', author: "O'Neil" };

  it('is front matter that a title cannot leave', () => {
    expect(postHead(head, 'hugo')).toBe(
      '---\ntitle: "A \\"title\\": 1\\n---\\nevil: 1 -->"\ndate: 2026-11-28\nauthor: "O\'Neil"\n---\n',
    );
    expect(postHead(head, 'jekyll')).toMatch(/^---\nlayout: "post"\ntitle: /);
  });

  it('is comments for Blogger, which a title cannot end', () => {
    const comments = postHead(head, 'blogger').trim().split('\n');
    expect(comments).toHaveLength(3);
    for (const line of comments) expect(line).toMatch(/^<!-- (?:(?!--|>).)* -->$/);
  });
});

it('writes the words of a picture as they are, except for what could be markup', () => {
  const plain = 'Writes, 5 tests: 14.23 1.00, 18.4 1.45 (b1_c2r24, 2-core)';
  const words = (alt: string) => pictureText({ src: 'a.png', alt }, 'hugo').slice(2, -'](a.png)'.length);
  expect(words(plain)).toBe(plain);
  expect(words('[x](http://a) *b* _c_ <d> --e {{ f }} "g"')).not.toMatch(/[[\]*_<>{}"]|--|:\//);
});

it('addresses a picture as its program does, with any words', () => {
  const picture = { src: 'a.png', alt: 'x](y) {{ z }} "q"' };
  expect(pictureText(picture, 'hugo')).toMatch(/^!\[[^\]{]*\]\(a\.png\)$/);
  expect(pictureText({ ...picture, src: '/assets/a.png' }, 'jekyll')).toMatch(
    /\]\(\{\{ "\/assets\/a\.png" \| relative_url \}\}\)$/,
  );
  expect(pictureText(picture, 'blogger')).toContain('alt="x](y) {{ z }} &quot;q&quot;"');
});
