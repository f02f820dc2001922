import type { Block, Inline } from './markdown-types';
import { parseInline } from './parse-inline';

const MOST_NESTED = 4;
const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+)$/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$/;
const QUOTE = /^ {0,3}>[ \t]?/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])[ \t]+/;

/**
 * Reads the Markdown that notes need: paragraphs, headings, lists, quotes, code, rules, emphasis, links. There is no
 * HTML in it, and no image: a note must not make its readers' browsers load anything. Drawn as elements, never as HTML,
 * so nothing that somebody wrote can become markup.
 */
export function parseMarkdown(source: string, depth = 0): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const { block, end } = readBlock(lines, at, depth);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

interface Read {
  block: Block;
  /** Index of the first line behind it. */
  end: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (FENCE.test(line)) return readFence(lines, at);
  if (RULE.test(line)) return { block: { kind: 'rule' }, end: at + 1 };
  const heading = HEADING.exec(line);
  if (heading)
    return { block: { kind: 'heading', children: parseInline(heading[1]?.trim() ?? '') }, end: at + 1 };
  if (QUOTE.test(line) && depth < MOST_NESTED) return readQuote(lines, at, depth);
  if (ITEM.test(line)) return readList(lines, at);
  return readParagraph(lines, at);
}

/** A fence that is not closed goes to the end. */
function readFence(lines: readonly string[], at: number): Read {
  const mark = FENCE.exec(lines[at] ?? '')?.[1] ?? '';
  const closing = lines.findIndex((line, index) => index > at && line.trim().startsWith(mark));
  const end = closing === -1 ? lines.length : closing;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end: end + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  const end = endOf(lines, at, (line) => QUOTE.test(line));
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return { block: { kind: 'quote', children: parseMarkdown(inner.join('\n'), depth + 1) }, end };
}

/** One level: what is indented below an item belongs to it. */
function readList(lines: readonly string[], at: number): Read {
  const number = ITEM.exec(lines[at] ?? '')?.[1];
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const item = ITEM.exec(line);
    const isSameKind = item !== null && (item[1] === undefined) === (number === undefined);
    if (item && isSameKind && !RULE.test(line)) items.push([line.slice(item[0].length)]);
    else if (/^\s+\S/.test(line)) items.at(-1)?.push(line.trim());
    else break;
  }
  const texts = items.map((own): Inline[] => parseInline(own.join('\n')));
  const ordered = number !== undefined;
  return { block: { kind: 'list', ordered, start: ordered ? Number(number) : 1, items: texts }, end };
}

function readParagraph(lines: readonly string[], at: number): Read {
  const end = endOf(lines, at + 1, (line) => line.trim() !== '' && !startsBlock(line));
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join('\n');
  return { block: { kind: 'paragraph', children: parseInline(text) }, end };
}

function startsBlock(line: string): boolean {
  return [FENCE, HEADING, QUOTE, ITEM].some((start) => start.test(line));
}

function endOf(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index >= at && !belongs(line));
  return end === -1 ? lines.length : end;
}
