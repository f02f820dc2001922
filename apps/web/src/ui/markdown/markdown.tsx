import { Fragment, type ReactNode } from 'react';
import type { Block, Inline } from './markdown-types';
import { parseMarkdown } from './parse-markdown';

/**
 * A note that somebody wrote. Its Markdown becomes elements one by one, never HTML. Links leave without saying from
 * where, and count for nothing.
 */
export function Markdown({ source }: { source: string }) {
  return <div className="md">{blocks(parseMarkdown(source))}</div>;
}

function blocks(list: readonly Block[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks are positions.
  return list.map((block, index) => <Fragment key={index}>{drawBlock(block)}</Fragment>);
}

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'heading':
      // The page has its own outline: a note does not add to it.
      return (
        <p>
          <strong>{inlines(block.children)}</strong>
        </p>
      );
    case 'quote':
      return <blockquote>{blocks(block.children)}</blockquote>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'list':
      return drawList(block);
  }
}

function drawList({ ordered, start, items }: Extract<Block, { kind: 'list' }>): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: items are positions.
  const drawn = items.map((item, index) => <li key={index}>{inlines(item)}</li>);
  return ordered ? <ol start={start}>{drawn}</ol> : <ul>{drawn}</ul>;
}

function inlines(list: readonly Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces are positions.
  return list.map((node, index) => <Fragment key={index}>{drawInline(node)}</Fragment>);
}

function drawInline(node: Inline): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return <code>{node.text}</code>;
    case 'strong':
      return <strong>{inlines(node.children)}</strong>;
    case 'em':
      return <em>{inlines(node.children)}</em>;
    case 'link':
      return (
        <a href={node.href} rel="noopener noreferrer nofollow ugc">
          {inlines(node.children)}
        </a>
      );
    case 'break':
      return <br />;
  }
}
