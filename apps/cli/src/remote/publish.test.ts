import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostForm } from '@basecase/views/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Io } from '../io';
import { dayOf, runPublish } from './publish';

const PICTURES = [
  { id: 'heatmap', name: 'basecase-heatmap.png' },
  { id: 'groups', name: 'basecase-groups.png' },
];

let cwd: string;
let base: string;
let asked = '';
let numbers = '0.90';
let pictures = PICTURES;
/** What a server answers for a report. */
const server = createServer((request, response) => {
  asked = request.url ?? '';
  if (asked.includes('permalink=gone')) {
    response.writeHead(404, { 'content-type': 'application/problem+json' });
    return void response.end(JSON.stringify({ title: 'No such view.' }));
  }
  const text = (id: string) => ({ id, text: `${id}: ${numbers} of &#123;&#123; a test` });
  response.end(
    JSON.stringify({
      title: `PostgreSQL 17.0 to 18.${numbers} on <8-core> "pn53"`,
      author: null,
      blocks: [
        text('summary'),
        ...pictures.map(({ id, name }) => ({ id, text: '', picture: { name, alt: 'Heatmap: a]b' } })),
        text('tested'),
      ],
      pictures: pictures.map(({ name }) => ({
        name,
        data: Buffer.from(`PNG ${numbers}`).toString('base64'),
      })),
    }),
  );
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  numbers = '0.90';
  pictures = PICTURES;
  cwd = await mkdtemp(path.join(tmpdir(), 'basecase-publish-'));
  return () => rm(cwd, { recursive: true, force: true });
});

/** Publishes; what it printed and noted. */
async function publish(form: PostForm, address = `${base}/report?server=pn53`, out = 'post') {
  const notes: string[] = [];
  let printed = '';
  const print = async (text: string) => {
    printed += text;
  };
  const io = { cwd, print, note: (line: string) => notes.push(line) } as Partial<Io> as Io;
  await runPublish(address, { as: form, out, author: 'A. Author' }, io, '2026-11-28');
  const [file = '', ...images] = printed.trim().split('\n');
  return { file, images, notes, text: await readFile(file, 'utf8') };
}

const FILES: Record<PostForm, string> = {
  hugo: 'post/index.md',
  jekyll: 'post/_posts/2026-11-28-postgresql-17-0-to-18-0-90-on-8-core-pn53.md',
  blogger: 'post/post.html',
};
/** Addresses of pictures in a post. */
const picturesOf = (text: string) =>
  [
    ...text.matchAll(/!\[[^\]]*\]\((?:\{\{ "([^"]+)" \| relative_url \}\}|([^)]+))\)|<img src="([^"]+)"/g),
  ].map(([, jekyll, hugo, blogger]) => jekyll ?? hugo ?? blogger ?? '');

describe.each(['hugo', 'jekyll', 'blogger'] as const)('basecase publish --as %s', (form) => {
  it('writes a post with title, date and author whose pictures are in the folder', async () => {
    const { file, images, text } = await publish(form);
    expect(path.relative(cwd, file)).toBe(FILES[form]);
    expect(text.slice(0, 200)).toMatch(/title: [\s\S]*date: 2026-11-28[\s\S]*A\. Author/);
    const shown = picturesOf(text);
    expect(shown).toHaveLength(2);
    const root = form === 'jekyll' ? path.join(cwd, 'post') : path.dirname(file);
    expect(shown.map((src) => path.join(root, src))).toEqual(images);
    for (const image of images) expect(await readFile(image, 'utf8')).toBe('PNG 0.90');
    expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
    expect(asked).toBe(`/api/v1/report?server=pn53&format=post&as=${form}`);
  });

  it('keeps the words of its author, removed blocks and the file when the numbers are new', async () => {
    const first = await publish(form);
    const written = first.text
      .replace('A. Author', 'B. Author')
      .replace(/<!-- basecase:begin tested[\s\S]*end tested -->\n/, '')
      .replace('\n<!-- basecase:begin summary', '\nI wrote this.\n\n<!-- basecase:begin summary');
    await writeFile(first.file, written);
    numbers = '0.80';
    const { file, text, notes, images } = await publish(form);
    expect(file).toBe(first.file);
    expect(text).toContain('I wrote this.\n');
    expect(text).toContain('B. Author');
    expect(text).toContain('summary: 0.80');
    expect(text).not.toContain('tested: ');
    expect(notes).toEqual([]);
    expect(await readFile(images[0] ?? '', 'utf8')).toBe('PNG 0.80');
  });

  it('has no picture that is not there', async () => {
    pictures = [];
    const none = await publish(form);
    expect(picturesOf(none.text)).toEqual([]);
    expect(none.images).toEqual([]);
    pictures = PICTURES;
    const both = await publish(form);
    expect(picturesOf(both.text)).toHaveLength(2);
    await rm(both.images[0] ?? '');
    expect(await readFile((await publish(form)).images[0] ?? '', 'utf8')).toBe('PNG 0.90');
    pictures = PICTURES.slice(0, 1);
    const one = await publish(form);
    expect(picturesOf(one.text)).toHaveLength(1);
    expect(one.notes).toEqual(['Block groups is not in the report any more: it was emptied.']);
  });
});

describe('the folder of a post', () => {
  it('is addressed from the root of a site of Jekyll', async () => {
    await mkdir(path.join(cwd, 'site'));
    await writeFile(path.join(cwd, 'site/_config.yml'), '');
    const { text } = await publish('jekyll', undefined, 'site/my posts');
    expect(picturesOf(text)[0]).toMatch(
      /^\/my%20posts\/assets\/2026-11-28-[a-z0-9-]+\/basecase-heatmap\.png$/,
    );
  });

  it('is refused where the post is not clear, or not text', async () => {
    const { file, text } = await publish('jekyll');
    await writeFile(path.join(path.dirname(file), '2025-01-01-other.md'), text);
    await expect(publish('jekyll')).rejects.toThrow('several posts of reports');
    await mkdir(path.join(cwd, 'bytes'));
    await writeFile(path.join(cwd, 'bytes/index.md'), Buffer.from([0x41, 0xff]));
    await expect(publish('hugo', undefined, 'bytes')).rejects.toThrow('not text in UTF-8');
    expect(await readdir(path.join(cwd, 'bytes'))).toEqual(['index.md']);
  });

  it('may hold a link to the post', async () => {
    await mkdir(path.join(cwd, 'post'));
    await writeFile(path.join(cwd, 'real.md'), 'Mine.\n');
    await symlink('../real.md', path.join(cwd, 'post/index.md'));
    const { file, text } = await publish('hugo');
    expect([path.basename(file), text]).toEqual(['real.md', 'Mine.\n']);
  });
});

it('dates a post with a day that has begun where its program looks at the clock', () => {
  // Tests run in Los Angeles, where it is still the 27th.
  const evening = new Date('2026-11-28T02:00:00Z');
  expect((['hugo', 'jekyll'] as const).map((form) => dayOf(evening, form))).toEqual([
    '2026-11-28',
    '2026-11-27',
  ]);
});

it('takes the address of a permalink and of a heatmap, and no other', async () => {
  await publish('hugo', `${base}/bench/p/Xk29fQ7d?base=a`);
  expect(asked).toBe('/bench/api/v1/report?permalink=Xk29fQ7d&format=post&as=hugo');
  await publish('hugo', `${base}/compare?server=a#x`);
  expect(asked).toBe('/api/v1/report?server=a&format=post&as=hugo');
  await expect(publish('hugo', `${base}/runs`)).rejects.toThrow('is not a report');
  await expect(publish('hugo', 'report')).rejects.toThrow('is not a report');
  await expect(publish('hugo', `${base}/p/gone`)).rejects.toThrow('No such view.');
});
