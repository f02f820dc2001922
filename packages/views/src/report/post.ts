import {
  drawMarkdownPart,
  noChangeSentence,
  type Report,
  type ReportHead,
  type ReportPart,
  reportSections,
  reportSummary,
} from '@basecase/analysis';
import { escapeHtml } from '../text/words';
import { drawHtmlPart, type LevelColours } from './draw-report-html';

/* A report as a post of a blog: generated blocks, between which its author writes. */

/** Programs that a post is made for. */
export const POST_FORMS = ['hugo', 'jekyll', 'blogger'] as const;
export type PostForm = (typeof POST_FORMS)[number];

/** A generated part of a post: a text in the language of its form, or a picture by the name of its file. */
interface PostBlock {
  id: string;
  text: string;
  picture?: { name: string; alt: string };
}

/** `group-read-only`: what a marker can hold. */
const blockId = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'block';

/** Names that are different stay different. */
function withOwnIds<Block extends { id: string }>(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>();
  return blocks.map((block) => {
    const own = blockId(block.id);
    let id = own;
    for (let count = 2; seen.has(id); count += 1) id = `${own}-${count}`;
    seen.add(id);
    return { ...block, id };
  });
}

/**
 * The blocks of a report, in the order of its page.
 *
 * @param pictures files that will be in the folder of the post
 * @param link public address of the report; null: nothing links to it
 */
export function postBlocks(
  head: Omit<ReportHead, 'source'>,
  report: Report,
  {
    form,
    pictures,
    link,
    colours,
  }: {
    form: PostForm;
    pictures: readonly { id: string; name: string; alt: string }[];
    link: string | null;
    colours: LevelColours;
  },
): PostBlock[] {
  const draw = (parts: readonly ReportPart[]) =>
    form === 'blogger'
      ? parts.map((part) => drawHtmlPart(part, colours)).join('\n')
      : inert(parts.flatMap(drawMarkdownPart).join('\n'));
  const { worse, better } = report.changes;
  const isUnchanged = worse.length + better.length === 0 && report.legend.length > 0;
  const blocks = [
    { id: 'summary', text: draw(reportSummary(report)) },
    ...pictures.map(({ id, ...picture }) => ({ id, text: '', picture })),
    ...reportSections({ ...head, source: '' }, report, 'long').map(({ id, parts }) => ({
      id,
      text: draw(parts),
    })),
    ...(isUnchanged ? [{ id: 'unchanged', text: draw([{ sentence: noChangeSentence(report) }]) }] : []),
    ...(link === null ? [] : [{ id: 'source', text: linkText(link, form) }]),
  ];
  return withOwnIds(blocks);
}

function linkText(link: string, form: PostForm): string {
  return form === 'blogger'
    ? `<p>Figures: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
    : `Figures: <${new URL(link).href.replaceAll('{', '%7B')}>`;
}

/**
 * Markdown whose names are text for CommonMark, kramdown, Hugo and Liquid: what a backslash escaped becomes a character
 * reference, since the four disagree on backslashes, and so does what would begin a shortcode or a tag, and the `--` of an
 * option, which Hugo and kramdown make a dash.
 */
function inert(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])|[{}]|--(?=\w)/g, (all, escaped: string | undefined) =>
    references(escaped ?? all),
  );
}

const references = (text: string) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join('');

const PRIVATE_ADDRESS =
  /^(?:localhost|.*\.(?:localhost|local|internal|lan|home|test)|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[(?:::|f[cde]|::1\]))/i;

/** True where readers elsewhere can open an address: not this machine, a private network or a name without a domain. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && /[.:]/.test(hostname) && !PRIVATE_ADDRESS.test(hostname);
}

interface PostHead {
  title: string;
  /** `2026-11-28` */
  date: string;
  author: string;
}

/** Of a string of JSON: what YAML reads as the end of a line, or refuses. */
const NO_YAML = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

/** What a new post begins with; on one that is there it is the author's. */
export function postHead({ title, date, author }: PostHead, form: PostForm): string {
  // A comment must not end early; the fields of a post are typed in at Blogger.
  const comment = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/-(?=-)|>|^-|-$/g, ' ');
  if (form === 'blogger') {
    return `<!-- title: ${comment(title)} -->\n<!-- date: ${date} -->\n<!-- author: ${comment(author)} -->\n`;
  }
  const fields = { ...(form === 'jekyll' && { layout: 'post' }), title, date, author };
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      // A string of JSON is one of YAML but for characters that YAML has no place for.
      `${name}: ${name === 'date' ? value : JSON.stringify(value).replaceAll(NO_YAML, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)}`,
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** `postgresql-17-0-to-18-0-on-pn53`: names the files of a post. */
export function postSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return slug || 'report';
}

/** The text of a picture that is at a place relative to the post, or to the root of a site of Jekyll. */
export function pictureText({ src, alt }: { src: string; alt: string }, form: PostForm): string {
  if (form === 'blogger')
    return `<p><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" style="max-width:100%"></p>`;
  // Hugo shows references in these words as they are written: only what could be markup becomes one.
  const words = alt
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[!"$&'*<>@[\\\]`{|}~]|(?<!\w)_|_(?!\w)|--+|\.{3}|:(?=\/)|(?<=www)\./gi, references);
  return `![${words}](${form === 'jekyll' ? `{{ "${src}" | relative_url }}` : src})`;
}
