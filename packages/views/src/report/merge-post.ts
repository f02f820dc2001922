/** A block with its final text. */
export interface WrittenBlock {
  id: string;
  text: string;
}

export interface MergedPost {
  text: string;
  /** Messages for the author, one sentence each. */
  notes: string[];
}

const BEGIN = /^<!-- basecase:begin ([a-z0-9-]+) ([a-z0-9]+) -->$/;
const END = /^<!-- basecase:end ([a-z0-9-]+) -->$/;
const LIST = /^<!-- basecase:blocks((?: [a-z0-9-]+)*) -->$/;
/** A marker, also one that is not as it was written. Names in a block cannot begin a line with a comment. */
const ANY = /^\s*<!-*\s*basecase:(?:begin|end|blocks)\b/;

const CONTENT = /[^\s]/;

/** Of a text without its line ends: FNV-1a of 32 bits, to tell whether a person changed it. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text.replaceAll('\r', '').trim()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function drawBlock({ id, text }: WrittenBlock): string {
  return `<!-- basecase:begin ${id} ${fingerprint(text)} -->\n\n${text.trim()}\n\n<!-- basecase:end ${id} -->\n`;
}

const drawList = (ids: Iterable<string>) => `<!-- basecase:blocks ${[...ids].join(' ')} -->\n`;

/** A post that is not there yet. */
export function newPost(head: string, blocks: readonly WrittenBlock[]): string {
  const own = blocks.map((block) => `\n${drawBlock(block)}`).join('');
  return `${head}${own}\n${drawList(blocks.map(({ id }) => id))}`;
}

/** Lines of a post: prose as it is, a generated block, or the list of blocks. */
type Piece =
  | { kind: 'prose'; lines: string[] }
  | { kind: 'block'; id: string; hash: string; lines: string[] }
  | { kind: 'list'; ids: string[]; lines: string[] };

/** A line without its end. */
const bare = (line: string) => line.replace(/\r?\n$/, '');

/** The pieces of a post. A marker that is not as it was written is prose, and noted; its block is left alone. */
function readPieces(post: string) {
  const lines = post.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const pieces: Piece[] = [];
  const broken = new Set<string>();
  const notes: string[] = [];
  const addProse = (line: string) => {
    const last = pieces.at(-1);
    if (last?.kind === 'prose') last.lines.push(line);
    else pieces.push({ kind: 'prose', lines: [line] });
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, id, hash] = BEGIN.exec(bare(line)) ?? [];
    const list = LIST.exec(bare(line));
    if (list) {
      pieces.push({ kind: 'list', ids: (list[1] ?? '').split(' ').filter(Boolean), lines: [line] });
      continue;
    }
    if (id === undefined || hash === undefined) {
      if (ANY.test(line)) {
        const name = /basecase:(?:begin|end) ([a-z0-9-]+)/.exec(line)?.[1];
        if (name !== undefined) broken.add(name);
        notes.push(
          `Line ${at + 1}: a marker was changed${name ? ` (${name})` : ''}; what belongs to it was left as it is.`,
        );
      }
      addProse(line);
      continue;
    }
    const next = lines.findIndex((other, index) => index > at && ANY.test(other));
    if (END.exec(bare(lines[next] ?? ''))?.[1] !== id) {
      broken.add(id);
      notes.push(`Line ${at + 1}: block ${id} has no end; it was left as it is.`);
      addProse(line);
      continue;
    }
    pieces.push({ kind: 'block', id, hash, lines: lines.slice(at, next + 1) });
    at = next;
  }
  return { pieces, broken, notes };
}

/**
 * A post with new numbers: unchanged blocks are written again, everything else stays byte for byte. A block that
 * was removed stays removed, one that a person changed keeps that text; empty, it is written again. A new block follows the
 * one that it follows in the report.
 *
 * @param blocks of the report as it is now
 */
export function mergePost(post: string, blocks: readonly WrittenBlock[]): MergedPost {
  const { pieces, broken, notes } = readPieces(post);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const list = pieces.findLast((piece) => piece.kind === 'list');
  const present = new Set([
    ...broken,
    ...pieces.flatMap((piece) => (piece.kind === 'block' ? [piece.id] : [])),
  ]);
  if (!list) notes.push('The list of blocks (basecase:blocks) is not there: no block was added.');
  const known = new Set([...(list?.ids ?? byId.keys()), ...present]);
  const added = blocks.filter(({ id }) => !known.has(id));
  const places = placesOf(blocks, pieces, added);
  // Of the first line: one line that was pasted with another end changes no block.
  const [end = '\n'] = /\r?\n/.exec(post) ?? [];
  const generated = (text: string) => text.replaceAll('\n', end);
  const texts = pieces.map((piece, index) => {
    const own =
      piece.kind === 'block'
        ? writeAgain(piece, byId.get(piece.id), notes, generated)
        : piece === list && added.length > 0
          ? generated(drawList([...known, ...added.map(({ id }) => id)]))
          : piece.lines.join('');
    const after = (places.get(index) ?? []).map((block) => generated(`\n${drawBlock(block)}`)).join('');
    return own + after;
  });
  for (const { id } of added) notes.push(`Block ${id} is new.`);
  const first = (places.get(-1) ?? []).map((block) => generated(`${drawBlock(block)}\n`)).join('');
  return { text: first + texts.join(''), notes };
}

/** A block with the new numbers, unless a person changed it. */
function writeAgain(
  { id, hash, lines }: Extract<Piece, { kind: 'block' }>,
  block: WrittenBlock | undefined,
  notes: string[],
  generated: (text: string) => string,
): string {
  const body = lines.slice(1, -1).join('');
  const isEdited = CONTENT.test(body) && fingerprint(body) !== hash;
  if (isEdited) {
    notes.push(`Block ${id} was changed by hand and keeps that text. Empty it to have it written again.`);
    return lines.join('');
  }
  if (block) {
    const text = generated(drawBlock(block));
    return lines.at(-1)?.endsWith('\n') ? text : text.trimEnd();
  }
  if (CONTENT.test(body)) notes.push(`Block ${id} is not in the report any more: it was emptied.`);
  return generated(drawBlock({ id, text: '' }));
}

/** After which piece each added block goes: that of the nearest block before it in the report; -1: before all. */
function placesOf(
  blocks: readonly WrittenBlock[],
  pieces: readonly Piece[],
  added: readonly WrittenBlock[],
): Map<number, WrittenBlock[]> {
  const places = new Map<number, WrittenBlock[]>();
  const firstBlock = pieces.findIndex(({ kind }) => kind === 'block');
  const beforeAll = firstBlock < 0 ? pieces.length - 1 : firstBlock - 1;
  for (const block of added) {
    const before = blocks.slice(0, blocks.indexOf(block)).map(({ id }) => id);
    const place = pieces.findLastIndex((piece) => piece.kind === 'block' && before.at(-1) === piece.id);
    const nearest =
      place >= 0
        ? place
        : Math.max(
            -1,
            ...before.map((id) => pieces.findLastIndex((piece) => piece.kind === 'block' && piece.id === id)),
          );
    const at = nearest >= 0 ? nearest : beforeAll;
    places.set(at, [...(places.get(at) ?? []), block]);
  }
  return places;
}
