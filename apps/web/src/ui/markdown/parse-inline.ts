import type { Inline } from './markdown-types';
import { safeHref } from './safe-href';

/** Emphasis inside emphasis: deeper than anybody writes by hand, and a bound for the recursion. */
const MOST_NESTED = 4;
const ESCAPABLE = /[\\`*_[\]()#>~!|<+.-]/;
const BARE_LINK = /https?:\/\/[^\s<>"'`]+/y;
const WORD = /[\p{L}\p{N}_]/u;
/** What ends a sentence or a bracket, not an address. */
const AFTER_LINK = '.,;:!?)]*_';

/** Where a token stands next. A search never starts over behind what it found: a note is read in linear time. */
class Finder {
  private readonly found = new Map<string, number>();

  constructor(private readonly text: string) {}

  next(token: string, from: number): number {
    const known = this.found.get(token);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const at = this.text.indexOf(token, from);
    this.found.set(token, at);
    return at;
  }
}

interface Piece {
  node: Inline;
  /** Index behind it. */
  end: number;
}

/** Reads emphasis, code, links and line breaks of one block. What is not closed stays as it was written. */
export function parseInline(text: string, depth = 0): Inline[] {
  const finder = new Finder(text);
  const nodes: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') nodes.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const piece = readPiece({ text, at, depth, finder });
    if (piece) {
      flush();
      nodes.push(piece.node);
      at = piece.end;
      continue;
    }
    const isEscape = text[at] === '\\' && ESCAPABLE.test(text[at + 1] ?? '');
    plain += text[isEscape ? at + 1 : at] ?? '';
    at += isEscape ? 2 : 1;
  }
  flush();
  return nodes;
}

interface Place {
  text: string;
  at: number;
  depth: number;
  finder: Finder;
}

function readPiece(place: Place): Piece | null {
  switch (place.text[place.at]) {
    case '\n':
      return { node: { kind: 'break' }, end: place.at + 1 };
    case '`':
      return readCode(place);
    case '*':
    case '_':
      return readEmphasis(place);
    case '[':
      return readLink(place);
    case 'h':
      return readBareLink(place);
    default:
      return null;
  }
}

function readCode({ text, at, finder }: Place): Piece | null {
  const end = finder.next('`', at + 1);
  if (end <= at + 1) return null;
  return { node: { kind: 'code', text: text.slice(at + 1, end).replaceAll('\n', ' ') }, end: end + 1 };
}

/** `**strong**`, `__strong__`, `*em*`, `_em_`; not inside a word: read_only_range is a name. */
function readEmphasis({ text, at, depth, finder }: Place): Piece | null {
  const mark = text[at] ?? '';
  if (depth >= MOST_NESTED || (mark === '_' && WORD.test(text[at - 1] ?? ''))) return null;
  const token = text[at + 1] === mark ? mark + mark : mark;
  const start = at + token.length;
  const end = finder.next(token, start);
  if (end <= start || /\s/.test(text[start] ?? '') || /\s/.test(text[end - 1] ?? '')) return null;
  if (mark === '_' && WORD.test(text[end + token.length] ?? '')) return null;
  const children = parseInline(text.slice(start, end), depth + 1);
  return { node: { kind: token.length === 2 ? 'strong' : 'em', children }, end: end + token.length };
}

/** `[words](address)`. An address that is not safe leaves the text as it was written, for all to see. */
function readLink({ text, at, depth, finder }: Place): Piece | null {
  const middle = finder.next('](', at + 1);
  if (middle <= at + 1 || depth >= MOST_NESTED || text.lastIndexOf('[', middle) !== at) return null;
  const end = finder.next(')', middle + 2);
  const href = end === -1 ? null : safeHref(text.slice(middle + 2, end));
  if (href === null) return null;
  const children = parseInline(text.slice(at + 1, middle), MOST_NESTED).map(withoutLink);
  return { node: { kind: 'link', href, children }, end: end + 1 };
}

/** A link stands in no link. */
function withoutLink(node: Inline): Inline {
  return node.kind === 'link' ? { kind: 'text', text: node.href } : node;
}

function readBareLink({ text, at }: Place): Piece | null {
  // Behind a colon it is part of another address: `blob:https://…`.
  if (/[\p{L}\p{N}_:]/u.test(text[at - 1] ?? '')) return null;
  BARE_LINK.lastIndex = at;
  const found = BARE_LINK.exec(text)?.[0] ?? '';
  let end = found.length;
  while (end > 0 && AFTER_LINK.includes(found[end - 1] ?? '')) end -= 1;
  const href = safeHref(found.slice(0, end));
  if (href === null) return null;
  return { node: { kind: 'link', href, children: [{ kind: 'text', text: href }] }, end: at + end };
}
