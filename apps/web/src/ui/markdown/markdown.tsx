import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import { safeHref } from './safe-href';

/**
 * A note by a user. Its Markdown becomes elements one by one, never HTML, so nothing in it can become markup.
 * Links leave without saying from where, and count for nothing. Drawn on the server: browsers need no parser.
 */
export function Markdown({ source }: { source: string }) {
  return <div className="markdown">{draw(parseMarkdown(source))}</div>;
}

/** Where a line of wrapped text ends within a paragraph or an item. */
const WRAPPED = /(?<!\n)\n(?!\n|- ) */g;

/** Text of our own pages, wrapped as in any Markdown file. Its links stay on this server. */
export function Prose({ children, isInline = false }: { children: string; isInline?: boolean }) {
  const text = children.trim().replace(WRAPPED, ' ');
  const tokens = isInline ? parser.parseInline(text, {}) : parser.parse(text, {});
  for (const token of tokens.flatMap((block) => block.children ?? [])) token.meta = { isOwn: true };
  return draw(tokens);
}

/** An element that was opened and not closed yet. */
interface Open {
  token: Token | null;
  children: ReactNode[];
}

function draw(tokens: readonly Token[]): ReactNode {
  const root: Open = { token: null, children: [] };
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) parent.children.push(drawLeaf(token));
    else if (open.length > 1) {
      open.pop();
      const { children } = open.at(-1) ?? root;
      children.push(drawElement(parent, children.at(-1)));
    }
  }
  return keyed(root.children);
}

function drawElement({ token, children }: Open, before: ReactNode): ReactNode {
  const inner = keyed(children);
  switch (token?.type) {
    case 'paragraph_open':
      // That of an item without an empty line before the next.
      return token.hidden ? inner : <p>{inner}</p>;
    case 'heading_open':
      // The page has its own outline: a note does not add to it.
      return (
        <p>
          <strong>{inner}</strong>
        </p>
      );
    case 'ordered_list_open':
      return <ol start={Number(token.attrGet('start') ?? 1)}>{inner}</ol>;
    case 'link_open':
      if (token.meta?.['isOwn']) return <a href={String(token.attrGet('href'))}>{inner}</a>;
      return isPartOfAddress(token, before) ? inner : drawLink(String(token.attrGet('href') ?? ''), inner);
    case 'blockquote_open':
    case 'bullet_list_open':
    case 'list_item_open':
    case 'strong_open':
    case 'em_open':
      return createElement(token.tag, null, inner);
    default:
      return inner;
  }
}

/** A bare address behind a colon is part of another: `blob:https://…`. */
function isPartOfAddress({ markup }: Token, before: ReactNode): boolean {
  return markup === 'linkify' && typeof before === 'string' && /[\p{L}\p{N}_:]$/u.test(before);
}

function drawLink(address: string, inner: ReactNode): ReactNode {
  const href = safeHref(address);
  if (href === null) return inner;
  return (
    <a href={href} rel="noopener noreferrer nofollow ugc">
      {inner}
    </a>
  );
}

function drawLeaf(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return draw(token.children ?? []);
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
      return <pre>{token.content.replace(/\n$/, '')}</pre>;
    case 'hr':
      return <hr />;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    default:
      return token.content;
  }
}

function keyed(nodes: readonly ReactNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces are positions.
  return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
}

/** Quotes in quotes in lists: deeper than anyone writes by hand, and a bound for drawing. */
const MOST_NESTED = 40;

/*
 * The empty preset, and the rules that notes need. HTML and images are excluded: a note must not make its readers'
 * browsers load anything. Time is linear in the length of a note, whatever its content.
 */
const parser = new MarkdownIt('zero', { linkify: true, breaks: true, maxNesting: MOST_NESTED }).enable([
  ...['blockquote', 'fence', 'heading', 'hr', 'list'],
  ...['autolink', 'backticks', 'emphasis', 'escape', 'link', 'newline', 'linkify'],
  ...['balance_pairs', 'fragments_join', 'text_join'],
]);
parser.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);
// An address is judged as it was written, and not mended before: React escapes it.
parser.normalizeLink = (address) => address;
parser.normalizeLinkText = (address) => address;
parser.validateLink = (address) => safeHref(address) !== null;

/** The tokens of a note, in order. A note that is nested too deep is its source text. */
export function parseMarkdown(source: string): Token[] {
  const tokens = parser.parse(source, {});
  if (tokens.every(({ level }) => level < MOST_NESTED - 1)) return tokens;
  const [whole] = parser.parse('```\n```', {});
  return whole ? [Object.assign(whole, { content: source })] : [];
}
