import { IngestError } from '../../ingest-error';
import { parseLayout } from './layout-pattern';
import {
  type LayoutFile,
  type LayoutProposal,
  LayoutTable,
  LISTED,
  partsOfFile,
  suggestField,
} from './layout-table';
import type { PathPart } from './path-parts';

const MAX_PROPOSALS = 5;
/** Distinct forms of one segment; further ones are read as the first. */
const MAX_FORMS = 64;

/**
 * Proposes layouts for files by what varies in their paths. Best first: all files match, no open question, few fields, a
 * heatmap with at least two columns and rows.
 */
export function proposeLayouts(files: readonly LayoutFile[]): LayoutProposal[] {
  const depths = new Map<number, number>();
  for (const { path } of files) {
    const depth = path.split('/').length;
    depths.set(depth, (depths.get(depth) ?? 0) + 1);
  }
  if (depths.size === 0) return [];
  const [usual = 1] = [...depths].sort(([, a], [, b]) => b - a)[0] ?? [];
  const patterns = new Set<string>();
  for (const depth of new Set([usual, Math.min(...depths.keys())])) {
    const segments = readSegments(files, depth);
    for (const choice of CHOICES) patterns.add(patternOf(segments, choice));
  }
  const tables = [...patterns].flatMap(tableOrNone);
  for (const file of files) {
    const parts = partsOfFile(file);
    for (const table of tables) table.add(file, parts);
  }
  const proposals = tables.map((table) => table.propose());
  return proposals.sort((a, b) => b.score - a.score).slice(0, MAX_PROPOSALS);
}

/** None for a pattern that names nothing, or in which two fields touch. */
function tableOrNone(pattern: string): LayoutTable[] {
  try {
    return [new LayoutTable(parseLayout(pattern))];
  } catch (error) {
    if (error instanceof IngestError) return [];
    throw error;
  }
}

/** A part of a segment, over all files. */
interface PartStats {
  first: PathPart;
  varies: boolean;
  kinds: Set<PathPart['kind']>;
  names: Set<string | null>;
  /** What the content of every file says as well. */
  says: { clients: boolean; test: boolean; version: boolean };
  /** The content of every file names the test. */
  isTestKnown: boolean;
  isNumber: boolean;
  /** At most `LISTED`. */
  values: Set<string>;
}

interface Form {
  /** Text before each part, and behind the last one. */
  separators: string[];
  parts: PartStats[];
}

/** A stretch of a segment: text, a part, or what differs in its number of parts. */
type Piece = string | PartStats | { middle: Set<PathPart['kind']> };

/** Pieces of each segment, of the files with at least this many; counted from the file. */
function readSegments(files: readonly LayoutFile[], depth: number): Piece[][] {
  const forms: Map<string, Form>[] = Array.from({ length: depth }, () => new Map());
  for (const file of files) {
    const texts = file.path.split('/');
    if (texts.length < depth) continue;
    const parts = partsOfFile(file);
    let start = texts.slice(0, texts.length - depth).reduce((sum, text) => sum + text.length + 1, 0);
    for (const [index, text] of texts.slice(texts.length - depth).entries()) {
      const end = start + text.length;
      const own = parts.filter((part) => part.start >= start && part.end <= end);
      addForm(forms[index] ?? new Map(), { file, own, start, end });
      start = end + 1;
    }
  }
  return forms.map((segment) => piecesOf([...segment.values()]));
}

function addForm(
  forms: Map<string, Form>,
  { file, own, start, end }: { file: LayoutFile; own: readonly PathPart[]; start: number; end: number },
): void {
  const separators = [...own.keys(), own.length].map((index) =>
    file.path.slice(own[index - 1]?.end ?? start, own[index]?.start ?? end),
  );
  const key = JSON.stringify(separators);
  const form = forms.get(key) ?? {
    separators,
    parts: own.map((first) => ({
      first,
      varies: false,
      kinds: new Set<PathPart['kind']>(),
      names: new Set<string | null>(),
      says: { clients: true, test: true, version: true },
      isTestKnown: true,
      isNumber: true,
      values: new Set<string>(),
    })),
  };
  if (!forms.has(key) && forms.size >= MAX_FORMS) return;
  forms.set(key, form);
  for (const [index, part] of own.entries()) {
    const stats = form.parts[index];
    if (!stats) continue;
    const { clients, test, version } = file.known;
    stats.varies ||= stats.first.text !== part.text;
    stats.kinds.add(part.kind);
    stats.names.add(part.name);
    if (stats.values.size < LISTED) stats.values.add(part.value);
    stats.isNumber &&= /^\d+$/.test(part.value);
    stats.says.clients &&= clients == null ? part.kind === 'clients' : clients === Number(part.value);
    stats.says.test &&= test === part.value;
    stats.isTestKnown &&= test != null;
    stats.says.version &&= version === part.value;
  }
}

/** Parts of one form as they are. Of several, those at both ends that all have; the rest is one stretch. */
function piecesOf(forms: readonly Form[]): Piece[] {
  const [first, ...others] = forms;
  if (!first) return [];
  const pieces = (form: Form, from: number, to: number): Piece[] =>
    form.parts.slice(from, to).flatMap((part, index) => [form.separators[from + index] ?? '', part]);
  if (others.length === 0) return [...pieces(first, 0, first.parts.length), first.separators.at(-1) ?? ''];
  const shortest = Math.min(...forms.map(({ parts }) => parts.length));
  let [head, tail] = [0, 0];
  const agree = (index: number, side: 'head' | 'tail') =>
    forms.every((form) => isAlike(form, first, index, side));
  while (head < shortest && agree(head, 'head')) head += 1;
  while (head + tail < shortest && agree(-tail - 1, 'tail')) tail += 1;
  // The stretch between is never empty.
  if (head + tail === shortest && head > 0) head -= 1;
  else if (head + tail === shortest && tail > 0) tail -= 1;
  const middle = new Set(
    forms.flatMap(({ parts }) => parts.slice(head, parts.length - tail).flatMap(({ kinds }) => [...kinds])),
  );
  const start = first.separators[head] ?? '';
  const common = forms.every(({ separators }) => separators[head] === start) ? start : '';
  const behind = first.parts.length - tail;
  const end = first.separators[behind] ?? '';
  const isSameEnd = forms.every(({ separators, parts }) => separators[parts.length - tail] === end);
  const merged = mergeForms(forms, head, tail);
  return [
    ...pieces(merged.head, 0, head),
    common,
    { middle },
    ...(tail === 0
      ? [isSameEnd ? end : '']
      : [...pieces(merged.tail, 0, tail), first.separators.at(-1) ?? '']),
  ];
}

/** Whether two forms have a part of one kind, with the same text around it, at a place counted from one side. */
function isAlike(form: Form, first: Form, index: number, side: 'head' | 'tail'): boolean {
  const [own, other] = [form.parts.at(index), first.parts.at(index)];
  if (!own || !other) return false;
  const around = side === 'head' ? [index] : [index, index - 1];
  const sameText = around.every((at) => form.separators.at(at) === first.separators.at(at));
  return sameText && sameSet(own.kinds, other.kinds) && sameSet(own.names, other.names);
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}

/** The parts at both ends, with what is known of all forms. */
function mergeForms(forms: readonly Form[], head: number, tail: number): { head: Form; tail: Form } {
  const merge = (take: (form: Form) => Form): Form => {
    const [first = { separators: [], parts: [] }, ...others] = forms.map(take);
    const parts = first.parts.map((part, index) => {
      const all = [part, ...others.flatMap(({ parts: own }) => own[index] ?? [])];
      return {
        ...part,
        varies: all.some(({ varies, first: { text } }) => varies || text !== part.first.text),
        isNumber: all.every(({ isNumber }) => isNumber),
        isTestKnown: all.every(({ isTestKnown }) => isTestKnown),
        values: new Set(all.flatMap(({ values }) => [...values]).slice(0, LISTED)),
        says: {
          clients: all.every(({ says }) => says.clients),
          test: all.every(({ says }) => says.test),
          version: all.every(({ says }) => says.version),
        },
      };
    });
    return { separators: first.separators, parts };
  };
  return {
    head: merge(({ separators, parts }) => ({ separators, parts: parts.slice(0, head) })),
    tail: merge(({ separators, parts }) => ({
      separators: separators.slice(parts.length - tail),
      parts: parts.slice(parts.length - tail),
    })),
  };
}

/** How parts that no form explains are written: as `{_}`, as the suggested field, or only numbers as `{_}`. */
const CHOICES = ['ask', 'suggest', 'words'] as const;
type Choice = (typeof CHOICES)[number];

/** Read from the file upwards, so that of two tests or products the one nearest to the file is the field. */
function patternOf(segments: readonly (readonly Piece[])[], choice: Choice): string {
  const used = new Set<string>();
  const textOf = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    if ('middle' in piece) return isExplained(piece.middle) || choice !== 'ask' ? '{config}' : '{_}';
    const { field, text } = fieldOf(piece, choice);
    if (field === null || (used.has(field) && !piece.varies)) return piece.first.text;
    if (used.has(field)) return '{config}';
    if (!['config', 'date', '_'].includes(field)) used.add(field);
    return text;
  };
  return segments
    .toReversed()
    .map((pieces) => pieces.toReversed().map(textOf).toReversed().join(''))
    .toReversed()
    .join('/');
}

function isExplained(kinds: ReadonlySet<PathPart['kind']>): boolean {
  return !kinds.has(null) && !kinds.has('literal');
}

/** The field of a part, with the letters around its value (`thr{clients}`); null: its text is part of the pattern. */
function fieldOf(stats: PartStats, choice: Choice): { field: string | null; text: string } {
  const { text, value } = stats.first;
  const field = nameOf(stats, choice);
  const at = field === 'product' || field === 'version' || field === 'test' ? -1 : text.lastIndexOf(value);
  const [before, behind] = at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + value.length)];
  return { field, text: `${before}{${field}}${behind}` };
}

function nameOf(
  { varies, kinds, names, says, isTestKnown, isNumber, values }: PartStats,
  choice: Choice,
): string | null {
  const [kind = null] = kinds;
  if (isNumber && says.clients && kind !== 'version') return 'clients';
  const isAsked = choice === 'ask' || (choice === 'words' && isNumber);
  const open = isAsked ? '_' : suggestField(kind === 'clients' ? [] : [...values]);
  // A product among words: the words are products as well.
  if (kinds.has('product') && kinds.size === 2 && kinds.has(null)) return 'product';
  if (!varies && kinds.size > 1) return null;
  if (kinds.size > 1) return isExplained(kinds) ? 'config' : open;
  switch (kind) {
    case 'product':
    case 'version':
    case 'flavour':
      return kind;
    case 'test':
      return varies || !isTestKnown ? 'test' : null;
    case 'config': {
      const [name = null] = names;
      if (name !== null && names.size === 1) return `config.${name}`;
      return varies ? 'config' : null;
    }
    case 'repeat':
    case 'date':
      return varies ? kind : null;
    case 'machine':
      return varies ? 'server' : null;
    default:
      if (!varies) return null;
      if (says.test) return 'test';
      return says.version ? 'version' : open;
  }
}
