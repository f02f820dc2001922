import { mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Post } from '@basecase/contract/document';
import {
  mergePost,
  newPost,
  POST_FORMS,
  type PostForm,
  postHead,
  postSlug,
  writtenBlocks,
} from '@basecase/views/report';
import { Option } from 'commander';
import type { CliCommand } from '../cli-command';
import { type ExitCode, OutOfReachError, UsageError } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';
import { refusalOf } from './save';

interface Options {
  as: PostForm;
  out: string;
  author?: string;
  token?: string;
}

const EXAMPLES = `
Writes the report of a heatmap as a post with its pictures: index.md for Hugo, _posts/DATE-TITLE.md for Jekyll, post.html for
Blogger. Write your own text between the generated blocks. Published again into the same folder, blocks get the new numbers, your
text stays, a block that you removed stays removed, and one that you changed is left alone and named.

Examples:
  basecase publish "https://bench.example/report?server=pn53" --as hugo --out content/posts/postgres-18
  basecase publish https://bench.example/p/Xk29fQ7d --as jekyll --out ~/site --author "A. Author"`;

/** Adds `basecase publish ADDRESS` to the command line. */
export function definePublish(command: CliCommand, io: Io): void {
  addOptions(
    command
      .addOption(
        new Option('--as <program>', 'program that the post is for')
          .choices(POST_FORMS)
          .makeOptionMandatory(),
      )
      .requiredOption('--out <folder>', 'folder of the post; of Jekyll the site, or a folder in it')
      .option('--author <name>', 'author of a new post (default: of the permalink, else this user)'),
    'token',
  )
    .addHelpText('after', EXAMPLES)
    .runs((address: string, options: Options) => runPublish(address, options, io));
}

/**
 * Writes a report as a post, or its new numbers into the post that is there.
 *
 * @throws UsageError for the address of something else, and a post that can't be read; OutOfReachError when the server says no
 */
export async function runPublish(
  address: string,
  { as: form, out, author, token }: Options,
  io: Io,
  today = dayOf(new Date(), form),
): Promise<ExitCode> {
  const post = await readPost(reportUrl(address, form), address, token?.trim());
  const folder = resolve(io.cwd, out);
  const file = await findPost(folder, form, { title: post.title, today });
  const before = await readText(file);
  const places = await picturePlaces(folder, file, form);
  const blocks = writtenBlocks(post, form, places.src);
  const head = { title: post.title, date: today, author: author ?? post.author ?? userInfo().username };
  const { text, notes } =
    before === null ? { text: newPost(postHead(head, form), blocks), notes: [] } : mergePost(before, blocks);
  const used = post.pictures.filter(({ name }) => text.includes(name));
  await mkdir(places.folder, { recursive: true });
  await mkdir(dirname(file), { recursive: true });
  for (const { name, data } of used) await replace(join(places.folder, name), Buffer.from(data, 'base64'));
  await replace(file, text);
  for (const note of notes) io.note(note);
  await io.print(
    [file, ...used.map(({ name }) => join(places.folder, name))].map((each) => `${each}\n`).join(''),
  );
  return 0;
}

/** Neither publishes a post of tomorrow: a day is one of this time zone for Jekyll, one of UTC for Hugo. */
export function dayOf(now: Date, form: PostForm): string {
  const minutes = form === 'jekyll' ? now.getTimezoneOffset() : 0;
  return new Date(now.getTime() - minutes * 60_000).toISOString().slice(0, 10);
}

/** The address of the post behind that of a page. @throws UsageError for another page */
function reportUrl(address: string, form: PostForm): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const [, before = '', view, slug] =
    /^(.*)\/(?:(report|compare)|p\/([A-Za-z0-9_-]+))\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!url?.protocol.startsWith('http') || (view === undefined && slug === undefined)) {
    throw new UsageError(
      `"${address}" is not a report, a heatmap or a permalink of one. Example: https://bench.example/report?server=pn53`,
    );
  }
  url.pathname = `${before}/api/v1/report`;
  url.hash = '';
  if (slug !== undefined) url.search = `?permalink=${slug}`;
  url.searchParams.set('format', 'post');
  url.searchParams.set('as', form);
  return url;
}

async function readPost(url: URL, address: string, secret: string | undefined): Promise<Post> {
  const response = await fetch(url, { headers: secret ? { authorization: `Bearer ${secret}` } : {} }).catch(
    (error: Error) => {
      throw new OutOfReachError(`${url.origin} cannot be reached: ${error.message}.`, { cause: error });
    },
  );
  if (!response.ok) throw new OutOfReachError(`${address}: ${await refusalOf(response)}`);
  return (await response.json()) as Post;
}

/** The file of the post. Jekyll names it by day and title: the one that is there stays, whatever the title is now. */
async function findPost(folder: string, form: PostForm, { title, today }: { title: string; today: string }) {
  if (form !== 'jekyll') return realOf(join(folder, form === 'hugo' ? 'index.md' : 'post.html'));
  const posts = join(folder, '_posts');
  const files = (await readdir(posts).catch(() => [])).filter((name) => /\.(?:md|markdown)$/.test(name));
  const own: string[] = [];
  for (const name of files.sort()) {
    if ((await readText(join(posts, name)))?.includes('<!-- basecase:')) own.push(name);
  }
  if (own.length > 1) {
    throw new UsageError(
      `${posts} has several posts of reports: ${own.join(', ')}. Choose a folder of the site for each with --out.`,
    );
  }
  return realOf(join(posts, own[0] ?? `${today}-${postSlug(title)}.md`));
}

/** A link keeps pointing to its file. */
const realOf = (file: string) => realpath(file).catch(() => file);

/** @returns null for a file that is not there. @throws UsageError for one that is not text */
async function readText(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not text in UTF-8. Nothing was written.`);
  }
}

/** Pictures are next to the post; of Jekyll in `assets`, addressed from the root of its site (the folder of _config.yml). */
async function picturePlaces(folder: string, file: string, form: PostForm) {
  if (form !== 'jekyll') return { folder: dirname(file), src: (name: string) => name };
  const name = file.slice(file.lastIndexOf(sep) + 1).replace(/\.\w+$/, '');
  const place = join(folder, 'assets', name);
  const site = (await siteOf(folder)) ?? folder;
  const path = relative(site, place).split(sep).map(encodeURIComponent).join('/');
  return { folder: place, src: (picture: string) => `/${path}/${picture}` };
}

async function siteOf(folder: string): Promise<string | null> {
  const files = await readdir(folder).catch(() => [] as string[]);
  if (files.some((name) => /^_config\.ya?ml$/.test(name))) return folder;
  return dirname(folder) === folder ? null : siteOf(dirname(folder));
}

/** Written whole or not at all. */
async function replace(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, content, { flag: 'wx' });
  await rename(draft, file);
}
